// @ts-check
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { aliases, fromRoot, root } from '../scripts/lib/paths.mjs';

/**
 * A module with everything inside, as text: for the page.
 *
 * @param {string} entry
 */
export async function bundleForPage(entry) {
  const result = await build({
    ...common,
    build: {
      ...commonBuild,
      write: false,
      lib: { entry: fromRoot(entry), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (result);
  return output[0].code;
}

/**
 * The exports of a module of ours, which is written in TypeScript.
 *
 * @param {string} entry
 * @param {string} folder For the bundle; it may go away afterwards.
 */
export async function importBundled(entry, folder) {
  await build({
    ...common,
    ssr: { noExternal: true },
    build: {
      ...commonBuild,
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: fromRoot(entry),
        output: { entryFileNames: '[name].mjs', codeSplitting: false },
      },
    },
  });
  return import(pathToFileURL(path.join(folder, `${path.parse(entry).name}.mjs`)).href);
}

/** @type {import('vite').InlineConfig} */
const common = { root, configFile: false, logLevel: 'error', publicDir: false, resolve: { alias: aliases } };

/** Names stay, for profiles. @type {import('vite').BuildOptions} */
const commonBuild = { target: 'es2022', minify: false, reportCompressedSize: false };
