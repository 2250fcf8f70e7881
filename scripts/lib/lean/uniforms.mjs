// @ts-check
/** @import { Edit, Node } from './edit.mjs' */

/** Tables that only functions read which nobody calls; they are filled row by row, which a bundler takes for an effect. */
const unused = ['attrTypeMap', 'glTypeToTypedArray', 'formatInfo', 'attachmentsByFormat', 'renderbufferFormats'];

/** The rows that are read of the table `typeMap`: the kinds of uniforms that our shaders have. */
export const usedKinds = [
  'FLOAT_VEC2',
  'INT',
  'INT_VEC2',
  'BOOL',
  'SAMPLER_2D',
  'INT_SAMPLER_2D',
  'UNSIGNED_INT_SAMPLER_2D',
];

/**
 * twgl.js: without the statements that make and fill tables which nobody reads.
 *
 * @param {Node} program
 * @returns {Edit[]}
 */
export function leanUniforms({ body }) {
  /** @type {Edit[]} */
  const edits = [];
  for (const node of /** @type {Node[]} */ (body)) {
    const [first] = node.type === 'BlockStatement' ? node.body : [node];
    const declared = first.type === 'VariableDeclaration' && first.declarations[0];
    const written = node.type === 'ExpressionStatement' && node.expression.left?.object?.name;
    const name = node.type === 'BlockStatement' ? declared?.init?.name : (declared?.id?.name ?? written);
    const isUnusedRow = written === 'typeMap' && !usedKinds.includes(node.expression.left.property.name);
    if (unused.includes(name) || isUnusedRow) edits.push({ start: node.start, end: node.end, text: '' });
  }
  return edits;
}
