// @ts-check
import { leanColors } from './lean/colors.mjs';
import { edited } from './lean/edit.mjs';
import { leanPathData } from './lean/path-data.mjs';
import { leanTables } from './lean/tables.mjs';
import { leanUniforms } from './lean/uniforms.mjs';
import { leanCharacters, leanXml } from './lean/xml.mjs';

/** @import { Edit, Node } from './lean/edit.mjs' */

/** @type {Record<string, (program: Node, code: string) => Edit[]>} */
const lean = {
  colord: leanColors,
  'd3-dsv': leanTables,
  'gl-matrix': markCalls,
  saxes: leanXml,
  'svg-pathdata': leanPathData,
  'twgl.js': leanUniforms,
  xmlchars: leanCharacters,
};

/** Packages that are built into what we publish, since only there they can be left out in part. */
export const leanPackages = Object.keys(lean);

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
    file: /[\\/]saxes[\\/]saxes\.js$/,
    before: /^class SaxesParser/m,
    notice: 'saxes, © Louis-Dominique Dubeau and others, ISC License',
  },
  {
    file: /[\\/]xmlchars[\\/]xml[\\/]1\.0[\\/]ed5\.js$/,
    before: /^function isS/m,
    notice: 'xmlchars, © Louis-Dominique Dubeau and others, MIT License',
  },
  {
    file: /[\\/]d3-dsv[\\/]dist[\\/].*\.mjs$/,
    before: /^function dsv/m,
    notice: 'd3-dsv, © Mike Bostock, ISC License',
  },
  {
    file: /[\\/]colord[\\/]index\.mjs$/,
    before: /^/,
    notice: 'colord, © Vlad Shilov, MIT License',
  },
];

/**
 * Leaves out of a build what is never used of some packages, such as all that writes and transforms
 * paths around a parser of paths. Calling it would throw.
 *
 * @returns {import('vite').Plugin}
 */
export function leaveUnused() {
  return {
    name: 'leave-unused',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const name = /.*[\\/]node_modules[\\/]([^\\/]+)[\\/]/.exec(id)?.[1] ?? '';
      if (!Object.hasOwn(lean, name)) return undefined;
      let text = edited(code, lean[name](this.parse(code), code));
      for (const { file, before, notice } of notices) {
        if (file.test(id)) text = text.replace(before, `/*! ${notice} */\n$&`);
      }
      return { code: text, map: null };
    },
  };
}

/**
 * Some exports of gl-matrix are made by calls, which no bundler can tell to be without effect.
 *
 * @param {Node} program
 * @returns {Edit[]}
 */
function markCalls({ body }) {
  return body
    .map((/** @type {Node} */ { declaration }) => declaration?.declarations?.[0].init)
    .filter((/** @type {Node | undefined} */ init) => init?.type === 'CallExpression')
    .map((/** @type {Node} */ { start }) => ({ start, end: start, text: '/* @__PURE__ */ ' }));
}
