// @ts-check
import { nodesOf, shortenMembers } from './edit.mjs';

/** @import { Edit, Node } from './edit.mjs' */

/** What `src/loader/svg/xml.ts` listens to. */
const heard = ['error', 'opentag', 'closetag', 'text', 'cdata', 'doctype'];

/** A fault without the file and the place, which our listener adds. */
const failBody = '{ this.errorHandler(new Error(message)); return this; }';

/** What is read of options, as it is without them; no members, whose names become short. @type {Readonly<Record<string, string>>} */
const simpler = {
  '!this.fragmentOpt': 'true',
  '{ fragmentOpt } = this': 'fragmentOpt = false',
  'xmlnsOpt = this.xmlnsOpt = !!this.opt.xmlns': 'xmlnsOpt = false',
  '{ defaultXMLVersion } = this.opt': 'defaultXMLVersion',
};

/** What was told of before: the first fault is the last. */
const toldOnce = ['!this.reportedTextBeforeRoot', '!this.reportedTextAfterRoot'];

/** Methods that only namespaces need, which our own code reads; and those for other listeners and unquoted values. */
const neverCalled = [
  'makeError',
  'pushAttribNS',
  'processAttribsNS',
  'resolve',
  'qname',
  'off',
  'closed',
  'position',
  'columnIndex',
  'sAttribValueUnquoted',
];
/** Conditions as the options are that it gets, and as texts are heard; nothing is written after the end. One guards it from itself. */
const neverTrue = [
  'this.text.length !== 0',
  'typeof chunk === "object"',
  'xmlnsOpt',
  'this.xmlnsOpt',
  'this.opt.forceXMLVersion === true',
  'this.closed',
];
const alwaysTrue = ['handler !== undefined', 'defaultXMLVersion === undefined', '!this.opt.forceXMLVersion'];
/** What is written for others, who do not read it. */
const neverRead = [
  'this._closed',
  'this.fileName',
  'this.fragmentOpt',
  'this.opt',
  'this.trackPosition',
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
 * saxes: without what our use of it never comes to, and as an ES module, of which a bundler leaves out more.
 *
 * @param {Node} program
 * @param {string} code
 * @returns {Edit[]}
 * @throws Error where it is written in another way.
 */
export function leanXml(program, code) {
  return [...unusedParts(program, code), ...shortenMembers(program, isPublic), ...leanCharacters(program, code)];
}

/** @param {Node} program @param {string} code */
function unusedParts(program, code) {
  const textOf = (/** @type {Node} */ { start, end }) => code.slice(start, end);
  /** @type {Edit[]} */
  const edits = [];
  /** What is left out once or more, by its name: all that is listed must be there. */
  const left = new Set();
  const leave = (/** @type {string} */ name, /** @type {Node} */ { start }, /** @type {number} */ end) => {
    left.add(name);
    edits.push({ start, end, text: '' });
  };
  /** Handlers by whether somebody sets them. */
  const set = /** @type {string[]} */ ([]);
  const unset = /** @type {string[]} */ ([]);
  for (const node of nodesOf(program)) {
    if (node.type === 'VariableDeclarator' && node.id.name === 'EVENT_NAME_TO_HANDLER_NAME') {
      for (const row of /** @type {Node[]} */ (node.init.properties)) {
        if (heard.includes(row.key.name)) set.push(row.value.value);
        else {
          unset.push(row.value.value);
          // With its comma.
          leave('events', row, row.end + 1);
        }
      }
    } else if (node.type === 'ClassBody') {
      // Were they added by computed names, V8 would take the object for a dictionary, and read ten times as long.
      edits.push({ start: node.start + 1, end: node.start + 1, text: ` ${set.join('; ')};` });
    } else if (
      node.type === 'MethodDefinition' &&
      node.key.name === 'fail' &&
      node.value.params[0].name === 'message'
    ) {
      left.add('fail');
      edits.push({ start: node.value.body.start, end: node.value.body.end, text: failBody });
    } else if (node.type === 'MethodDefinition' && neverCalled.includes(node.key.name)) {
      leave(node.key.name, node, node.end);
    } else if (node.type === 'LogicalExpression' && toldOnce.includes(textOf(node.right))) {
      leave(textOf(node.right), { ...node, start: node.left.end }, node.end);
    } else if (/^(?:VariableDeclarator|UnaryExpression)$/.test(node.type) && textOf(node) in simpler) {
      left.add(textOf(node));
      edits.push({ start: node.start, end: node.end, text: simpler[textOf(node)] });
    } else if (node.type === 'SwitchCase' && node.consequent[0]?.type === 'ThrowStatement') {
      // Guards it from itself.
      leave('impossible', node, node.end);
    } else if (node.type === 'IfStatement' && neverTrue.includes(textOf(node.alternate?.test ?? node))) {
      // From the `else` on.
      leave(textOf(node.alternate.test), { ...node.alternate, start: node.consequent.end }, node.alternate.end);
    } else if (node.type === 'IfStatement' && neverTrue.includes(textOf(node.test))) {
      leave(textOf(node.test), node, node.alternate?.start ?? node.end);
    } else if (node.type === 'IfStatement' && alwaysTrue.includes(textOf(node.test))) {
      leave(textOf(node.test), node, node.consequent.start);
    } else if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
      const { left: first, right } = node.expression;
      const target = textOf(first);
      // One of several that are set at once.
      if (right.right && toldOnce.includes(`!${target}`)) leave(target, node, right.right.start);
      const name = neverRead.find((each) => target === each || target.startsWith(`${each}.`));
      if (name !== undefined) leave(name, node, node.end);
    } else if (node.type === 'ExpressionStatement') {
      const handler = /^\(_[a-z] = this\.(\w+Handler)\)/.exec(textOf(node))?.[1];
      if (handler !== undefined && unset.includes(handler)) leave('calls', node, node.end);
    } else {
      for (const each of afterFault(node, textOf)) leave('after faults', each, each.end);
    }
  }
  const expected = [
    'fail',
    'impossible',
    ...Object.keys(simpler),
    ...toldOnce,
    'this.reportedTextBeforeRoot',
    'events',
    'calls',
    'after faults',
    ...neverCalled,
    ...neverTrue,
    ...alwaysTrue,
    ...neverRead,
  ];
  const missing = expected.filter((name) => !left.has(name));
  if (missing.length > 0) throw new Error(`saxes is written in another way than what was left out: ${missing.join()}.`);
  return edits;
}

/**
 * The statements that follow a fault in the same block. Our listener throws, so that they are never come to.
 *
 * @param {Node} node
 * @param {(node: Node) => string} textOf
 * @returns {Node[]}
 */
function afterFault({ type, body, consequent }, textOf) {
  if (type !== 'BlockStatement' && type !== 'SwitchCase') return [];
  const statements = /** @type {Node[]} */ (body ?? consequent);
  const fault = statements.findIndex((each) => textOf(each).startsWith('this.fail('));
  const rest = fault < 0 ? [] : statements.slice(fault + 1);
  return rest.filter((each) => each.type !== 'BreakStatement' && each.type !== 'ReturnStatement');
}

/**
 * xmlchars: its classes of characters as ES modules, of which a bundler leaves out those that nobody asks for.
 *
 * @param {Node} program
 * @param {string} code
 * @returns {Edit[]}
 */
export function leanCharacters({ body }, code) {
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
