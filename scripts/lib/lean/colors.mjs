// @ts-check
import { nodesOf } from './edit.mjs';

/** @import { Edit, Node } from './edit.mjs' */

/** The methods that are called, by us and by the plugin that knows names. */
const called = ['isValid', 'toRgb', 'toRgbString'];

/**
 * colord: colours without the methods that change them and write them in other ways.
 *
 * @param {Node} program
 * @param {string} code
 * @returns {Edit[]}
 * @throws Error where it is written in another way.
 */
export function leanColors(program, code) {
  /** @type {Edit[]} */
  const edits = [];
  const kept = new Set();
  for (const { left, right } of nodesOf(program)) {
    if (right?.type !== 'FunctionExpression' || left?.object?.property?.name !== 'prototype') continue;
    const { name } = left.property;
    if (called.includes(name)) kept.add(name);
    else edits.push({ start: left.start, end: right.end, text: '0' });
  }
  // Plugins of it add methods of their own.
  if (code.includes('as colord') && kept.size < called.length) {
    throw new Error('colord is written in another way than what was left out.');
  }
  return kept.size === 0 ? [] : edits;
}
