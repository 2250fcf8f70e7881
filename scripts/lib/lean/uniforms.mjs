// @ts-check
import { nodesOf } from './edit.mjs';

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

/** What is read of a row. */
const usedFields = ['setter', 'bindPoint'];

/**
 * twgl.js: without the statements that make and fill tables which nobody reads, and of what sets uniforms without arrays,
 * structures, and textures that come with a sampler; our shaders have none of them.
 *
 * @param {Node} program
 * @param {string} code
 * @returns {Edit[]}
 * @throws Error where it is written in another way.
 */
export function leanUniforms(program, code) {
  /** @type {Edit[]} */
  const edits = [];
  let kinds = 0;
  for (const node of /** @type {Node[]} */ (program.body)) {
    const [first] = node.type === 'BlockStatement' ? node.body : [node];
    const declared = first.type === 'VariableDeclaration' && first.declarations[0];
    const { left, right } = node.expression ?? {};
    const written = left?.object?.name;
    const name = node.type === 'BlockStatement' ? declared?.init?.name : (declared?.id?.name ?? written);
    if (unused.includes(name)) edits.push({ start: node.start, end: node.end, text: '' });
    if (written !== 'typeMap') continue;
    const isUsed = usedKinds.includes(left.property.name);
    if (isUsed) kinds++;
    const fields = isUsed
      ? right.properties.filter((/** @type {Node} */ { key }) => usedFields.includes(key.name))
      : [];
    const text = fields.map((/** @type {Node} */ { start, end }) => code.slice(start, end)).join(', ');
    edits.push(
      isUsed ? { start: right.start, end: right.end, text: `{ ${text} }` } : { start: node.start, end: node.end, text },
    );
  }
  let paths = 0;
  for (const { type, start, end, expression, id, body } of nodesOf(program)) {
    if (type === 'ExpressionStatement' && expression.callee?.name === 'addSetterToUniformTree') {
      edits.push({ start, end, text: '' });
      paths++;
    }
    if (type !== 'FunctionDeclaration' || id.name !== 'samplerSetter') continue;
    // What WebGL1 has in its place.
    const { argument } = body.body.at(-1);
    edits.push({ start: argument.start, end: argument.alternate.start, text: '' });
    paths++;
  }
  if (kinds < usedKinds.length || paths < 2)
    throw new Error('twgl.js is written in another way than what was left out.');
  return edits;
}
