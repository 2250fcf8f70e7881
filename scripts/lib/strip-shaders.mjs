// @ts-check
import { readFile } from 'node:fs/promises';

/**
 * Takes comments and needless blanks out of the shaders that a build holds as text. Every line keeps
 * its place, so that the line numbers in a driver's messages are those of the files.
 *
 * @returns {import('vite').Plugin}
 */
export function stripShaders() {
  return {
    name: 'strip-shaders',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const file = /^(.+\.(?:vert|frag|glsl))\?raw$/.exec(id)?.[1];
      if (file === undefined) return undefined;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(stripGlsl(await readFile(file, 'utf8')))};`;
    },
  };
}

/** @param {string} text GLSL, which has no strings. */
export function stripGlsl(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]+/g, ' '))
    .split('\n')
    .map(stripLine)
    .join('\n')
    .trimEnd();
}

/** @param {string} line Without comments. */
function stripLine(line) {
  const text = line.trim().replace(/\s+/g, ' ');
  // A blank tells `#define A (b)` from `#define A(b)`.
  if (text.startsWith('#')) return text;
  return (
    text
      .replace(/ ?([*/%=<>!&|^?:,;(){}[\]]) ?/g, '$1')
      // Not between two signs: `a - -b`.
      .replace(/(?<=[\w)\]]) ([-+]) ?(?=[\w.(])/g, '$1')
  );
}
