// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** @param {string[]} parts Relative to the repository. */
export const fromRoot = (...parts) => path.join(root, ...parts);

/** The package's own names, for examples and tests: exact matches onto the sources. */
export const aliases = [
  { find: /^ayatori$/, replacement: fromRoot('src/index.ts') },
  { find: /^ayatori\/bones$/, replacement: fromRoot('src/bones.ts') },
  { find: /^ayatori\/moho$/, replacement: fromRoot('src/moho.ts') },
  { find: /^ayatori\/check$/, replacement: fromRoot('src/check.ts') },
  { find: /^ayatori\/stencil$/, replacement: fromRoot('src/stencil.ts') },
  { find: /^ayatori\/debug$/, replacement: fromRoot('src/engine/stage/debug-view.ts') },
  { find: /^ayatori\/loader$/, replacement: fromRoot('src/loader/index.ts') },
  { find: /^ayatori\/loader\/node$/, replacement: fromRoot('src/loader/node.ts') },
];
