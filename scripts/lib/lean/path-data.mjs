// @ts-check
import { nodesOf, shortenMembers } from './edit.mjs';

/** @import { Edit, Node } from './edit.mjs' */

const used = ['parse', 'finish'];

/**
 * svg-pathdata: the parser and the kinds of commands, without what transforms and writes paths.
 *
 * @param {Node} program
 * @returns {Edit[]}
 */
export function leanPathData(program) {
  const edits = shortenMembers(program, (name) => used.includes(name));
  for (const node of nodesOf(program)) {
    if (node.type === 'ClassDeclaration' && node.superClass) {
      // What it inherits transforms; nothing is handed on to it.
      edits.push({ start: node.id.end, end: node.superClass.end, text: '' });
    } else if (node.type === 'MethodDefinition' && (node.static || !used.includes(node.key.name))) {
      edits.push({ start: node.start, end: node.end, text: '' });
    }
  }
  return edits;
}
