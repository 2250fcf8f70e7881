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

/** Files whose exports are partly made by calls, which no bundler can tell to be without effect. */
const calls = /[\\/]node_modules[\\/]gl-matrix[\\/]esm[\\/]\w+\.js$/;

/** Packages that are built into what we publish, since only there they can be left out in part. */
export const leanPackages = [...Object.keys(unused), 'gl-matrix'];

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
    // What is copied into a build says whose it is.
    transform(code, id) {
      if (/[\\/]svg-pathdata[\\/]dist[\\/]SVGPathDataParser\.js$/.test(id)) {
        const marked = code.replace(/^export class/m, '/*! svg-pathdata, © Nicolas Froidure, MIT License */\n$&');
        return { code: marked, map: null };
      }
      if (!calls.test(id)) return undefined;
      const marked = code.replace(
        /^export function slerp/m,
        '/*! gl-matrix, © Brandon Jones, Colin MacKenzie IV, MIT License */\n$&',
      );
      return {
        code: marked.replace(/^(export var \w+ = )function \(\)/gm, '$1/* @__PURE__ */ function ()'),
        map: null,
      };
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
