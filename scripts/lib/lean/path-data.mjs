// @ts-check
import { nodesOf, shortenMembers } from './edit.mjs';

/** @import { Edit, Node } from './edit.mjs' */

const used = ['parse', 'finish'];

/**
 * svg-pathdata: the parser and the kinds of commands, without what transforms and writes paths.
 *
 * @param {Node} program
 * @param {string} code
 * @returns {Edit[]}
 * @throws Error where the parser is written in another way.
 */
export function leanPathData(program, code) {
  const edits = shortenMembers(program, (name) => used.includes(name));
  const kept = new Set();
  for (const { type, start, end, id, superClass, key, ...node } of nodesOf(program)) {
    if (type === 'ClassDeclaration' && superClass) {
      // What it inherits transforms; nothing is handed on to it.
      edits.push({ start: id.end, end: superClass.end, text: '' });
    } else if (type === 'MethodDefinition') {
      if (!node.static && used.includes(key.name)) kept.add(key.name);
      else edits.push({ start, end, text: '' });
    }
  }
  if (/^export class SVGPathDataParser /m.test(code) && kept.size < used.length) {
    throw new Error('svg-pathdata is written in another way than what was left out.');
  }
  return edits;
}
