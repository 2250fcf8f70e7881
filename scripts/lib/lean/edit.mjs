// @ts-check

/**
 * @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node Of a syntax tree.
 * @typedef {{ start: number, end: number, text: string }} Edit
 */

/**
 * Replaces parts of a text. An edit inside another one is part of what the outer one replaces.
 *
 * @param {string} code
 * @param {Edit[]} edits
 */
export function edited(code, edits) {
  let text = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}

/**
 * A node and all inside it, the outer before the inner.
 *
 * @param {Node} node
 * @returns {Generator<Node, void>}
 */
export function* nodesOf(node) {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && typeof child.type === 'string') yield* nodesOf(child);
    }
  }
}

/**
 * Short names for the members of classes that only they themselves read, by `this`.
 *
 * @param {Node} program
 * @param {(name: string) => boolean} isPublic
 * @returns {Edit[]}
 */
export function shortenMembers(program, isPublic) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const short = (/** @type {string} */ name) => {
    if (!names.has(name)) names.set(name, `_${names.size.toString(36)}`);
    return names.get(name);
  };
  /** @type {Edit[]} */
  const edits = [];
  const rename = (/** @type {Node} */ { start, end, name }, rest = '') => {
    if (name !== undefined && !isPublic(name)) edits.push({ start, end, text: `${short(name)}${rest}` });
  };
  for (const node of nodesOf(program)) {
    const { type } = node;
    if (type === 'MemberExpression' && node.object.type === 'ThisExpression' && !node.computed) rename(node.property);
    else if ((type === 'MethodDefinition' || type === 'PropertyDefinition') && !node.static) rename(node.key);
    else if (type === 'VariableDeclarator' && node.init?.type === 'ThisExpression') {
      for (const { key, shorthand } of node.id.properties) rename(key, shorthand ? `: ${key.name}` : '');
    }
  }
  return edits;
}
