// @ts-check
import { nodesOf, shortenMembers } from './edit.mjs';

/** @import { Edit, Node } from './edit.mjs' */

/** What `src/loader/svg/xml.ts` listens to. */
const heard = ['error', 'opentag', 'closetag', 'text', 'cdata', 'doctype'];

/** What only namespaces need, which our own code reads, and values without quotes, before which there is a fault. */
const neverCalled = [
  'off',
  'pushAttribNS',
  'processAttribsNS',
  'resolve',
  'qname',
  'columnIndex',
  'position',
  'sAttribValueUnquoted',
];
const neverTrue = ['xmlnsOpt', 'this.xmlnsOpt'];
const alwaysTrue = ['handler !== undefined'];
/** What is written for others, who do not read it. */
const neverRead = [
  'this.positionAtNewLine',
  'this.chunkPosition',
  'this.topNS',
  'this.currentXMLVersion',
  'this.xmlDecl',
  'tag.isSelfClosing',
];

/** What others read and set. The names of handlers are also those of a table. */
const isPublic = (/** @type {string} */ name) =>
  /^(?:constructor|on|write|close|line|column|ENTITIES|\w+Handler)$/.test(name);

/**
 * saxes and the classes of characters that it asks xmlchars for: as ES modules, of which a bundler leaves out what nobody
 * asks for, and the parser without what our use of it never comes to.
 *
 * @param {Node} program
 * @param {string} code
 * @returns {Edit[]}
 * @throws Error where the parser is written in another way.
 */
export function leanXml(program, code) {
  const edits = exportsOf(code, program);
  if (/^class SaxesParser/m.test(code)) edits.push(...unusedParts(code, program), ...shortenMembers(program, isPublic));
  return edits;
}

/** @param {string} code @param {Node} program */
function unusedParts(code, program) {
  const textOf = (/** @type {Node} */ { start, end }) => code.slice(start, end);
  /** @type {Edit[]} */
  const edits = [];
  /** What is left out once or more, by its name: all that is listed must be there. */
  const left = new Set();
  const leave = (/** @type {string} */ name, /** @type {Node} */ { start }, /** @type {number} */ end) => {
    left.add(name);
    edits.push({ start, end, text: '' });
  };
  /** Handlers that nobody sets. */
  const unset = /** @type {string[]} */ ([]);
  for (const node of nodesOf(program)) {
    if (node.type === 'VariableDeclarator' && node.id.name === 'EVENT_NAME_TO_HANDLER_NAME') {
      for (const row of /** @type {Node[]} */ (node.init.properties)) {
        if (heard.includes(row.key.name)) continue;
        unset.push(row.value.value);
        // With its comma.
        leave('events', row, row.end + 1);
      }
    } else if (node.type === 'MethodDefinition' && neverCalled.includes(node.key.name)) {
      leave(node.key.name, node, node.end);
    } else if (node.type === 'IfStatement' && neverTrue.includes(textOf(node.test))) {
      leave(textOf(node.test), node, node.alternate?.start ?? node.end);
    } else if (node.type === 'IfStatement' && alwaysTrue.includes(textOf(node.test))) {
      leave(textOf(node.test), node, node.consequent.start);
    } else if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
      const target = textOf(node.expression.left);
      const name = neverRead.find((each) => target === each || target.startsWith(`${each}.`));
      if (name !== undefined) leave(name, node, node.end);
    } else if (node.type === 'ExpressionStatement') {
      const handler = /^\(_[a-z] = this\.(\w+Handler)\)/.exec(textOf(node))?.[1];
      if (handler !== undefined && unset.includes(handler)) leave('calls', node, node.end);
    } else {
      // What listens to faults throws: what would follow one is never done.
      const list = /** @type {Node[]} */ (node.type === 'SwitchCase' ? node.consequent : (node.body ?? []));
      const fault = Array.isArray(list) ? list.findIndex((each) => /^this\.fail\(/.test(textOf(each))) : -1;
      if (fault < 0) continue;
      for (const each of list.slice(fault + 1)) {
        if (each.type !== 'BreakStatement' && each.type !== 'ReturnStatement') leave('after faults', each, each.end);
      }
    }
  }
  const expected = ['events', 'calls', 'after faults', ...neverCalled, ...neverTrue, ...alwaysTrue, ...neverRead];
  const missing = expected.filter((name) => !left.has(name));
  if (missing.length > 0) throw new Error(`saxes is written in another way than what was left out: ${missing.join()}.`);
  return edits;
}

/**
 * The imports and exports of a CommonJS module as those of an ES module.
 *
 * @param {string} code
 * @param {Node} program
 */
function exportsOf(code, { body }) {
  /** @type {Edit[]} */
  const edits = [];
  for (const node of /** @type {Node[]} */ (body)) {
    const { start, end, expression } = node;
    const required = node.declarations?.[0].init?.callee?.name === 'require' && node.declarations[0];
    if (required) {
      edits.push({ start, end, text: `import * as ${required.id.name} from ${required.init.arguments[0].raw};` });
    } else if (expression?.left?.object?.name === 'exports') {
      edits.push({ start, end, text: exportOf(code, expression) });
    } else if (expression?.type === 'CallExpression') {
      // Only marks what was an ES module once.
      edits.push({ start, end, text: '' });
    }
  }
  return edits;
}

/** @param {string} code @param {Node} assignment To a property of `exports`. */
function exportOf(code, { left, right }) {
  // Declares them before they get their values.
  if (right.type === 'AssignmentExpression') return '';
  if (right.type === 'Identifier') return `export { ${right.name} };`;
  const value = code.slice(right.start, right.end).replace(/\bexports\./g, '');
  // A call that may be left out, as the bundler cannot tell of the value itself.
  return `export const ${left.property.name} = /* @__PURE__ */ (() => ${value})();`;
}
