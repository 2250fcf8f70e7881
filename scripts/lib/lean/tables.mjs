// @ts-check
import { nodesOf } from './edit.mjs';

/** @import { Edit, Node } from './edit.mjs' */

/**
 * d3-dsv: the parser of comma-separated rows, without what makes objects of rows, writes, and knows of tabs and types.
 *
 * @param {Node} program
 * @returns {Edit[]}
 * @throws Error where it is written in another way.
 */
export function leanTables(program) {
  /** @type {Edit[]} */
  const edits = [];
  for (const { type, start, end, declarations } of program.body) {
    if (type === 'ExportNamedDeclaration') edits.push({ start, end, text: 'export { csvParseRows };' });
    if (/^(?:tsv|fixtz$|csv(?!ParseRows$).)/.test(declarations?.[0].id.name)) edits.push({ start, end, text: '' });
  }
  for (const { type, argument, declarations } of nodesOf(program)) {
    if (declarations?.[0].id.name === 'reFormat') {
      edits.push({ start: declarations[0].start, end: declarations[1].start, text: '' });
    }
    if (type !== 'ReturnStatement' || argument?.type !== 'ObjectExpression') continue;
    const [rows] = argument.properties.filter((/** @type {Node} */ { key }) => key.name === 'parseRows');
    if (rows === undefined) continue;
    edits.push(
      { start: argument.start, end: rows.start, text: '{ ' },
      { start: rows.end, end: argument.end, text: ' }' },
    );
    return edits;
  }
  throw new Error('d3-dsv is written in another way than what was left out.');
}
