// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Lets pages take in what they share: `<!-- include ../shared/head.html -->` becomes what stands in that file, which is
 * named from the page on. Addresses in it begin with `/`, the folder that is served, since pages of any folder take it in.
 *
 * @returns {import('vite').Plugin}
 */
export function includeParts() {
  /** Files that pages took in. @type {Set<string>} */
  const parts = new Set();
  return {
    name: 'include-parts',
    transformIndexHtml: {
      // Before the bundler looks for the styles and scripts of a page.
      order: 'pre',
      handler: (html, { filename }) =>
        html.replace(/( *)<!-- include (\S+) -->/g, (_, indent, name) => {
          const file = path.resolve(path.dirname(filename), name);
          parts.add(file);
          return readFileSync(file, 'utf8').trim().replace(/^/gm, indent);
        }),
    },
    handleHotUpdate({ file, server }) {
      if (parts.has(path.resolve(file))) server.ws.send({ type: 'full-reload' });
    },
  };
}
