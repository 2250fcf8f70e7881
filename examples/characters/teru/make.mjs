/**
 * Writes Teru as a project of Moho:
 *
 *     node examples/characters/teru/make.mjs [file]
 *
 * The file is examples/public/characters/teru/teru.mohoproj where none is given. The same script
 * always writes the same bytes.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawTeru } from './doll.mjs';

const FILE = fileURLToPath(new URL('../../public/characters/teru/teru.mohoproj', import.meta.url));

/** Lines as long as they may be. */
const LINE = 200;

/** JSON with what is short on one line. */
function format(value, indent = '') {
  const line = JSON.stringify(value);
  if (line.length + indent.length <= LINE || typeof value !== 'object') return line;
  const deeper = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((each) => format(each, deeper))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${format(each, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}

const file = path.resolve(process.argv[2] ?? FILE);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${format(drawTeru())}\n`);
