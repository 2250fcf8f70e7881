// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { csvFormatRows, csvParseRows } from 'd3-dsv';
import { fromRoot } from '../scripts/lib/paths.mjs';
import { describeRun, tables } from './report.mjs';

const page = fromRoot('docs', 'performance.md');
const history = fromRoot('bench', 'history.csv');

/** Puts the tables between the marks of docs/performance.md. @param {import('./report.mjs').Results} results */
export function writeTables(results) {
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, replaceBetweenMarks(text, `${describeRun(results)}.\n\n${tables(results)}`));
}

/** @param {string} text @param {string} content */
export function replaceBetweenMarks(text, content) {
  const marks = ['<!-- bench:begin -->', '<!-- bench:end -->'];
  const [begin, end] = marks.map((mark) => text.indexOf(mark));
  if (begin < 0 || end < begin) throw new Error(`${page} lacks the marks ${marks.join(' and ')}.`);
  return `${text.slice(0, begin)}${marks[0]}\n\n${content}\n\n${text.slice(end)}`;
}

/** @param {Record<string, string | number>} row */
export function appendHistory(row) {
  const rows = existsSync(history) ? csvParseRows(readFileSync(history, 'utf8')) : [];
  writeFileSync(history, `${csvFormatRows(addRow(rows, row))}\n`);
}

/**
 * Rows with one more, the first being the head. A figure that is new makes a new column, empty in
 * older rows; one that is gone stays, empty from now on.
 *
 * @param {readonly (readonly string[])[]} rows
 * @param {Record<string, string | number>} row
 * @returns {string[][]}
 */
export function addRow(rows, row) {
  const [head = [], ...older] = rows;
  const columns = [...head, ...Object.keys(row).filter((name) => !head.includes(name))];
  const filled = older.map((cells) => columns.map((_, i) => cells[i] ?? ''));
  return [columns, ...filled, columns.map((name) => String(row[name] ?? ''))];
}
