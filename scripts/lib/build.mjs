// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { leanPackages, leaveUnused } from './lean-packages.mjs';
import { fromRoot, root } from './paths.mjs';
import { stripShaders } from './strip-shaders.mjs';

const dist = fromRoot('dist');
/** Written last; its time is that of the sources the command was built from. */
const stamp = path.join(dist, '.command');

/** Builds everything that is published into dist/. */
export async function buildPackage() {
  await into(async (folder) => {
    await bundleLibrary(folder);
    await bundleCommand(folder);
    emitTypes(folder);
  }, true);
}

/** Builds what the command `ayatori` runs, when dist/ lacks it or is older than its sources. */
export async function freshenCommand() {
  if (!isCommandStale()) return;
  await into(bundleCommand, false);
}

function isCommandStale() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return true;
  // Time stamps of folders tell of files that came or went.
  const watched = [fromRoot('src'), fromRoot('package-lock.json'), fromRoot('scripts/lib/build.mjs')];
  for (const entry of readdirSync(fromRoot('src'), { recursive: true })) watched.push(fromRoot('src', String(entry)));
  return watched.some(
    (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) > built,
  );
}

/**
 * Builds aside and moves file by file, so that several processes may build and run at once: every
 * file of dist/ is always there and whole.
 *
 * @param {(folder: string) => Promise<void>} work
 * @param {boolean} replace Whether files of an earlier build go away.
 */
async function into(work, replace) {
  mkdirSync(dist, { recursive: true });
  const folder = fromRoot('dist', `.build-${process.pid}-${Date.now()}`);
  try {
    mkdirSync(folder);
    // Before any source is read: one that changes meanwhile is newer.
    writeFileSync(path.join(folder, path.basename(stamp)), '');
    await work(folder);
    const made = filesOf(folder);
    for (const file of made) {
      const target = path.join(dist, file);
      mkdirSync(path.dirname(target), { recursive: true });
      renameSync(path.join(folder, file), target);
    }
    if (replace) {
      for (const file of filesOf(dist))
        if (!made.includes(file) && !file.startsWith('.build-')) rmSync(path.join(dist, file), { force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files below `folder`, relative to it, the stamp last. @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort((a, b) => Number(a === path.basename(stamp)) - Number(b === path.basename(stamp)));
}

/** The entry points of the package; dependencies stay imports, but for those of which parts are left out. @param {string} folder */
async function bundleLibrary(folder) {
  const outside = dependencies().filter((name) => !leanPackages.includes(name));
  await bundle(folder, {
    lib: {
      entry: {
        index: fromRoot('src/index.ts'),
        bones: fromRoot('src/bones.ts'),
        moho: fromRoot('src/moho.ts'),
        check: fromRoot('src/check.ts'),
        stencil: fromRoot('src/stencil.ts'),
        debug: fromRoot('src/engine/stage/debug-view.ts'),
        'loader/index': fromRoot('src/loader/index.ts'),
        'loader/node': fromRoot('src/loader/node.ts'),
      },
      formats: ['es'],
    },
    sourcemap: true,
    rolldownOptions: {
      external: [/^node:/, ...outside.map((name) => new RegExp(`^${name}(/|$)`))],
      output: { chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  });
}

/**
 * The command for Node, dependencies outside, and the page it draws in, one module with everything
 * inside.
 *
 * @param {string} folder
 */
async function bundleCommand(folder) {
  await bundle(folder, {
    ssr: true,
    target: 'node20',
    rolldownOptions: {
      input: fromRoot('src/cli/main.ts'),
      output: { entryFileNames: 'cli.js', codeSplitting: false },
    },
  });
  await bundle(folder, {
    lib: { entry: { 'render-page': fromRoot('src/cli/render-page.ts') }, formats: ['es'] },
    rolldownOptions: { output: { codeSplitting: false } },
  });
}

/**
 * @param {string} folder
 * @param {import('vite').BuildOptions} options
 */
async function bundle(folder, options) {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [stripShaders(), leaveUnused()],
    build: {
      target: 'es2022',
      minify: false,
      reportCompressedSize: false,
      ...options,
      outDir: folder,
      emptyOutDir: false,
    },
  });
}

function dependencies() {
  /** @type {{ dependencies: Record<string, string> }} */
  const manifest = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  return Object.keys(manifest.dependencies);
}

/** @param {string} folder */
function emitTypes(folder) {
  const compiler = fromRoot('node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [compiler, '-p', fromRoot('tsconfig.build.json'), '--outDir', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The types do not build.\n${stdout}${stderr}`);
  // The compiler leaves `.ts` in the imports of declarations.
  for (const file of filesOf(folder).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    writeFileSync(path.join(folder, file), text.replace(/((?:from|import\(|import) ?')(\.[^']*)\.ts'/g, "$1$2.js'"));
  }
}
