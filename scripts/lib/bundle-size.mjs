// @ts-check
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { leaveUnused } from './lean-packages.mjs';
import { aliases, fromRoot, root } from './paths.mjs';
import { stripShaders } from './strip-shaders.mjs';

/**
 * What a page has to fetch, in bytes.
 *
 * @typedef {object} BundleSize
 * @property {number} raw
 * @property {number} gzip
 * @property {number} brotli
 * @property {{ name: string, raw: number }[]} modules Packages and folders of ours, the largest first; bytes before minifying.
 */

/**
 * Bundles a module as a page would, with all its dependencies and minified, and measures it. What is
 * imported only when it is needed, by `import()`, does not count, unless it is named.
 *
 * @param {{ code: string } | { file: string }} module Imports and re-exports, or a file with effects.
 * @param {string[]} [parts] Files, relative to the repository, that the page comes to fetch by `import()`.
 * @returns {Promise<BundleSize>}
 */
export async function bundleSize(module, parts = []) {
  const entry = 'file' in module ? module.file : 'virtual:measured';
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: aliases },
    plugins: [
      stripShaders(),
      leaveUnused(),
      {
        name: 'measured',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : undefined),
        load(id) {
          if (id === entry && 'code' in module) return module.code;
          // Fetches ahead what `import()` will need: a help of this bundler, not a part of the library.
          if (id.includes('vite/preload-helper')) return 'export const __vitePreload = (load) => load();';
          return undefined;
        },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      // Chunks that are fetched later may take from the first one, as they do in a page, whose exports nobody asks for.
      rolldownOptions: { input: entry, preserveEntrySignatures: 'allow-extension' },
    },
  });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (result);
  const chunks = new Map(output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])));
  const first = output.find((part) => part.type === 'chunk' && part.isEntry);
  const needed = new Set(first ? [first.fileName] : []);
  for (const part of parts) {
    const file = fromRoot(part).replaceAll('\\', '/');
    const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/') === file);
    if (!chunk) throw new Error(`${part} is not fetched by itself.`);
    needed.add(chunk.fileName);
  }
  for (const name of needed) for (const other of chunks.get(name)?.imports ?? []) needed.add(other);

  const size = { raw: 0, gzip: 0, brotli: 0 };
  /** @type {Map<string, number>} */
  const modules = new Map();
  for (const name of needed) {
    const chunk = chunks.get(name);
    if (!chunk) continue;
    const bytes = Buffer.from(chunk.code);
    size.raw += bytes.length;
    size.gzip += gzipSync(bytes, { level: 9 }).length;
    size.brotli += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      const group = groupOf(id);
      modules.set(group, (modules.get(group) ?? 0) + renderedLength);
    }
  }
  const sorted = [...modules].map(([name, raw]) => ({ name, raw })).sort((a, b) => b.raw - a.raw);
  return { ...size, modules: sorted };
}

/**
 * Why a bundle is refused, with what is largest in it; undefined where it is not.
 *
 * @param {BundleSize} size
 * @param {number} limit Bytes, gzip.
 */
export function sizeFault({ gzip, modules }, limit) {
  if (gzip <= limit) return undefined;
  const largest = modules.slice(0, 5).map(({ name, raw }) => `${name} ${raw}`);
  return `${gzip} bytes gzip, ${gzip - limit} more than ${limit}; the largest before minifying: ${largest.join(', ')}`;
}

/** A package, or a folder of ours. @param {string} id */
function groupOf(id) {
  const file = id.replace(/^\0/, '').replaceAll('\\', '/');
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  if (inPackage) return inPackage;
  const start = file.indexOf('/src/');
  return start < 0 ? 'other' : file.slice(start + 1).replace(/\/[^/]*$/, '');
}
