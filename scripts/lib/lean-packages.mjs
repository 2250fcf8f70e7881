// @ts-check

/** Parts of a package that come along with what is used of it, and which no bundler can tell to be unused. */
const unused = {
  'svg-pathdata': {
    // Static methods of the class whose constants the parser needs.
    './SVGPathDataEncoder.js': 'export const encodeSVGPath = undefined;',
    './SVGPathDataTransformer.js': 'export const SVGPathDataTransformer = undefined;',
    // The parser's own methods to transform what it reads.
    './TransformableSVG.js': 'export class TransformableSVG {}',
  },
};

/** Tables that only functions read which nobody calls; they are filled row by row, which a bundler takes for an effect. */
const tables = {
  'twgl.js': ['attrTypeMap', 'glTypeToTypedArray', 'formatInfo', 'attachmentsByFormat', 'renderbufferFormats'],
};

/** The rows of a table that are read, where there are many more: the kinds of uniforms that our shaders have. */
export const rows = {
  'twgl.js': {
    table: 'typeMap',
    kept: ['FLOAT_VEC2', 'INT', 'INT_VEC2', 'BOOL', 'SAMPLER_2D', 'INT_SAMPLER_2D', 'UNSIGNED_INT_SAMPLER_2D'],
  },
};

/** The methods of a class that are called, where there are many more. */
const methods = { colord: ['isValid', 'toRgb'] };

/** What is copied into a build says whose it is. A notice stands before a declaration that is surely kept. */
const notices = [
  {
    file: /[\\/]svg-pathdata[\\/]dist[\\/]SVGPathDataParser\.js$/,
    before: /^export class/m,
    notice: 'svg-pathdata, © Nicolas Froidure, MIT License',
  },
  {
    file: /[\\/]gl-matrix[\\/]esm[\\/]quat\.js$/,
    before: /^export function slerp/m,
    notice: 'gl-matrix, © Brandon Jones, Colin MacKenzie IV, MIT License',
  },
  {
    file: /[\\/]twgl\.js[\\/]dist[\\/].*\.js$/,
    before: /^function setUniforms/m,
    notice: 'twgl.js, © Gregg Tavares, MIT License',
  },
  {
    file: /[\\/]colord[\\/]index\.mjs$/,
    before: /^/,
    notice: 'colord, © Vlad Shilov, MIT License',
  },
];

/** Files whose exports are partly made by calls, which no bundler can tell to be without effect. */
const calls = /[\\/]node_modules[\\/]gl-matrix[\\/]esm[\\/]\w+\.js$/;

/** Packages that are built into what we publish, since only there they can be left out in part. */
export const leanPackages = [...Object.keys({ ...unused, ...tables, ...methods }), 'gl-matrix'];

/**
 * @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node
 * @typedef {{ start: number, end: number, text: string }} Edit
 */

/**
 * Leaves out of a build what is never used of some packages, such as all that writes and transforms
 * paths around a parser of paths. Calling it would throw.
 *
 * @returns {import('vite').Plugin}
 */
export function leaveUnused() {
  /** @type {Map<string, string>} */
  const empty = new Map();
  return {
    name: 'leave-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const name = /[\\/]node_modules[\\/]([^\\/]+)[\\/]dist[\\/][^\\/]+$/.exec(importer ?? '')?.[1];
      const parts = Object.entries(unused).find(([key]) => key === name)?.[1];
      const content = Object.entries(parts ?? {}).find(([key]) => key === source)?.[1];
      if (content === undefined) return undefined;
      const id = `\0${name}/${source}`;
      empty.set(id, content);
      return id;
    },
    load: (id) => empty.get(id),
    transform(code, id) {
      const name = /.*[\\/]node_modules[\\/]([^\\/]+)[\\/]/.exec(id)?.[1] ?? '';
      if (!leanPackages.includes(name)) return undefined;
      const names = /** @type {Record<string, string[]>} */ (tables)[name];
      const kept = /** @type {Record<string, string[]>} */ (methods)[name];
      let text = code;
      if (names !== undefined) text = edited(code, withoutTables(this.parse(code), names, rows['twgl.js']));
      // Plugins of it add methods of their own.
      else if (kept !== undefined && /[\\/]index\.mjs$/.test(id)) {
        text = edited(code, withoutMethods(this.parse(code), kept));
        if (text === code)
          this.error(`The methods of ${name} are written in another way than those that were left out.`);
      }
      for (const { file, before, notice } of notices) {
        if (file.test(id)) text = text.replace(before, `/*! ${notice} */\n$&`);
      }
      if (calls.test(id)) text = text.replace(/^(export var \w+ = )function \(\)/gm, '$1/* @__PURE__ */ function ()');
      return { code: text, map: null };
    },
    buildEnd(error) {
      const expected = Object.values(unused).reduce((sum, parts) => sum + Object.keys(parts).length, 0);
      // Nothing was found where the package is not part of the build at all.
      if (error === undefined && empty.size > 0 && empty.size < expected) {
        this.error('A package has other parts than those that were left out of it.');
      }
    },
  };
}

/**
 * @param {string} code
 * @param {Edit[]} edits Ascending.
 */
function edited(code, edits) {
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}

/**
 * Statements that make and fill the tables, left out. A function that reads one would throw.
 *
 * @param {Node} program
 * @param {string[]} names
 * @param {{ table: string, kept: string[] }} rows Of one more table, of which a part is left out.
 * @returns {Edit[]}
 */
function withoutTables({ body }, names, { table, kept }) {
  /** @type {Edit[]} */
  const edits = [];
  for (const node of /** @type {Node[]} */ (body)) {
    const [first] = node.type === 'BlockStatement' ? node.body : [node];
    const declared = first.type === 'VariableDeclaration' && first.declarations[0];
    const written = node.type === 'ExpressionStatement' && node.expression.left?.object?.name;
    const name = node.type === 'BlockStatement' ? declared?.init?.name : (declared?.id?.name ?? written);
    const isUnusedRow = written === table && !kept.includes(node.expression.left.property.name);
    if (names.includes(name) || isUnusedRow) edits.push({ start: node.start, end: node.end, text: '' });
  }
  return edits;
}

/**
 * Assignments of methods to a prototype, left out but for those that are kept.
 *
 * @param {Node} program
 * @param {string[]} kept
 */
function withoutMethods(program, kept) {
  /** @type {Edit[]} */
  const edits = [];
  /** @param {Node} node */
  const visit = (node) => {
    const { left, right } = node;
    const isMethod = right?.type === 'FunctionExpression' && left?.object?.property?.name === 'prototype';
    if (isMethod && !kept.includes(left.property.name)) {
      edits.push({ start: node.start, end: node.end, text: '0' });
      return;
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child === 'object' && child !== null && typeof child.type === 'string') visit(child);
      }
    }
  };
  visit(program);
  return edits;
}
