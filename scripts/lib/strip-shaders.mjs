// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';

/**
 * Takes comments and needless blanks out of the shaders that a build holds as text, and shortens names. Every line keeps
 * its place, so that the line numbers in a driver's messages are those of the files.
 *
 * @returns {import('vite').Plugin}
 */
export function stripShaders() {
  /** @type {ReadonlyMap<string, string> | undefined} */
  let names;
  return {
    name: 'strip-shaders',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const file = /^(.+\.(?:vert|frag|glsl))\?raw$/.exec(id)?.[1];
      if (file === undefined) return undefined;
      this.addWatchFile(file);
      names ??= shortNames(allShaders());
      return `export default ${JSON.stringify(shorten(stripGlsl(readFileSync(file, 'utf8')), names))};`;
    },
  };
}

/** The texts of all shaders without comments; what one of them declares others may include. */
export function allShaders() {
  const folder = fromRoot('src/shaders');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:vert|frag|glsl)$/.test(file))
    .map((file) => stripGlsl(readFileSync(fromRoot('src/shaders', file), 'utf8')));
}

/**
 * Short names for the functions, structures and variables that shaders declare, the same in all of them.
 *
 * @param {readonly string[]} texts
 */
export function shortNames(texts) {
  const text = texts.join('\n');
  const structures = [...text.matchAll(/\bstruct (\w+)/g)].map(([, name]) => name);
  const types = ['struct', 'void', 'bool', 'u?int', 'float', 'mat[234]', '[iu]?vec[234]', ...structures];
  const declared = new Set();
  // With the structures, which make their values.
  const functions = new Set(structures);
  for (const [, name, next] of text.matchAll(new RegExp(`\\b(?:${types.join('|')}) (\\w+)(.)?`, 'g'))) {
    declared.add(name);
    if (next === '(') functions.add(name);
  }
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const [word] of text.matchAll(/\b[A-Za-z]\w*/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
  // What the engine asks for, components of vectors, and what is built in and called somewhere.
  const isKept = (/** @type {string} */ name) =>
    /^(?:u[A-Z]\w*|vValue|main|[xyzwrgba]{1,4})$/.test(name) ||
    (!functions.has(name) && new RegExp(`\\b${name}\\(`).test(text));
  const renamed = [...uses].filter(([name]) => declared.has(name) && !isKept(name)).sort((a, b) => b[1] - a[1]);
  /** @type {Map<string, string>} */
  const names = new Map();
  for (let i = 0; names.size < renamed.length; i++) {
    const short = i.toString(26).replace(/\w/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
    // The only keyword so short that none of the shaders has.
    if (!uses.has(short) && short !== 'do') names.set(renamed[names.size][0], short);
  }
  return names;
}

/** @param {string} text @param {ReadonlyMap<string, string>} names */
function shorten(text, names) {
  return text.replace(/^#include .*|\b[A-Za-z]\w*/gm, (word) => names.get(word) ?? word);
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
      .replace(/(?<=[\w)\]]) ?([-+]=?) ?(?=[\w.(])/g, '$1')
  );
}
