// @ts-check
/**
 * `npm run bench`: measures everything that docs/performance.md lists, writes its table, and adds a
 * row to bench/history.csv. With `--dry` it only prints.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleSize } from '../scripts/lib/bundle-size.mjs';
import { say, stop } from '../scripts/lib/log.mjs';
import { fromRoot } from '../scripts/lib/paths.mjs';
import { BenchBrowser } from './browser.mjs';
import { importBundled } from './bundle.mjs';
import { describeRun, historyRow, tables } from './report.mjs';
import { appendHistory, writeTables } from './write.mjs';

/**
 * @typedef {import('./page.ts').FrameCase} FrameCase
 * @typedef {import('./page.ts').FrameFigures} FrameFigures
 * @typedef {import('./motion.ts').MotionCase} MotionCase
 * @typedef {import('./motion.ts').MotionFigures} MotionFigures
 * @typedef {import('./sample.ts').Spread} Spread
 */

const dry = readDry();
const start = performance.now();
const folder = mkdtempSync(path.join(os.tmpdir(), 'ayatori-bench-'));
const character = findCharacter();

/** The stencil quality paints path by path: at a hundred puppets few samples take long enough. */
const frameCases = /** @type {const} */ (['coverage', 'stencil']).flatMap((quality) =>
  /** @type {const} */ (['three', 'all', 'bones']).flatMap((mix) =>
    [1, 10, 100]
      .filter((count) => quality === 'coverage' || mix === 'three' || (mix === 'all' && count < 100))
      .map((count) => ({ quality, mix, count, samples: samplesOf(quality, count) })),
  ),
);

/** @type {readonly FrameCase[]} */
const mohoCases = [1, 10, 100].map((count) => ({ quality: 'coverage', mix: 'main', count, samples: 200 }));

/** @type {readonly MotionCase[]} */
const motionCases = [
  { name: 'flock', count: 12, samples: 100 },
  { name: 'flock', count: 5000, samples: 40 },
  { name: 'rubber band', count: 1, samples: 100 },
];

try {
  const { measureInNode } = await importBundled('bench/node.ts', folder);
  progress('load, compile');
  /** @type {import('./node.ts').NodeFigures} */
  const node = await measureInNode(character);

  const rigs = { baked: node.rig, boned: node.bonedRig, ...(node.moho && { moho: node.moho.rig }) };
  const browser = await BenchBrowser.launch(rigs);
  /** @type {(FrameCase & FrameFigures)[]} */
  const frames = [];
  /** @type {{ count: number, time: Spread, checksum: string }[]} */
  const canvas2d = [];
  /** @type {(MotionCase & MotionFigures)[]} */
  const motions = [];
  /** @type {Spread} */
  let heap;
  try {
    for (const asked of [...frameCases, ...(node.moho ? mohoCases : [])]) {
      progress(`${asked.quality}, ${asked.mix}, ${asked.count}`);
      const found = await browser.withPage(
        (page) => page.evaluate((given) => globalThis.benchPage.measureFrames(given), asked),
        asked.mix === 'bones' ? 'boned' : asked.mix === 'main' ? 'moho' : 'baked',
      );
      frames.push({ ...asked, ...found });
    }
    for (const count of [1, 10, 100]) {
      progress(`Canvas2D, ${count}`);
      const found = await browser.withPage((page) =>
        page.evaluate((given) => globalThis.benchPage.measureCanvas2d(given, 40), count),
      );
      canvas2d.push({ count, ...found });
    }
    for (const asked of motionCases) {
      progress(`${asked.name}, ${asked.count}`);
      const found = await browser.withPage((page) =>
        page.evaluate((given) => globalThis.benchPage.measureMotion(given), asked),
      );
      motions.push({ ...asked, ...found });
    }
    progress('heap');
    heap = await browser.withPage(heapOfPuppet);
  } finally {
    await browser.close();
  }
  progress('bundles');
  const bundles = await measureBundles();
  const seconds = (performance.now() - start) / 1000;
  const results = {
    character: character.name,
    chromium: browser.version,
    seconds,
    node,
    frames,
    canvas2d,
    motions,
    heap,
    bundles,
  };
  process.stdout.write(`${describeRun(results)}\n\n${tables(results)}\n`);
  if (!dry) {
    writeTables(results);
    appendHistory(historyRow(results));
    say('Wrote docs/performance.md and a row of bench/history.csv.');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function readDry() {
  try {
    return parseArgs({ options: { dry: { type: 'boolean', default: false } } }).values.dry;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\nUsage: npm run bench -- [--dry]`, 2);
  }
}

/** A large character where its files are at hand, else the gallery's. */
function findCharacter() {
  const walk = fromRoot('..', 'shared', 'data', 'walk');
  const [list, boned] = [path.join(walk, 'filelist.csv'), path.join(walk, 'path_data.bin')];
  const moho = path.join(walk, 'walk.moho');
  if (existsSync(list) && existsSync(boned)) {
    return { name: 'walk', list, boned, ...(existsSync(moho) && { moho }) };
  }
  const own = fromRoot('examples', 'public', 'characters');
  return { name: 'ito', list: path.join(own, 'ito/filelist.csv'), boned: path.join(own, 'ito-rigged/filelist.csv') };
}

/** @param {'coverage' | 'stencil'} quality @param {number} count */
function samplesOf(quality, count) {
  if (quality === 'coverage') return 200;
  return count === 1 ? 40 : count === 10 ? 10 : 3;
}

/**
 * Bytes of JavaScript heap that one more puppet takes, drawn once: the heap after a collection,
 * before and after a crowd grows.
 *
 * @param {import('playwright-core').Page} page
 */
async function heapOfPuppet(page) {
  const devtools = await page.context().newCDPSession(page);
  const used = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    /** @type {{ usedSize: number, backingStorageSize?: number }} */
    const { usedSize, backingStorageSize = 0 } = await devtools.send('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  };
  const grow = (/** @type {number} */ by) => page.evaluate((given) => globalThis.benchPage.growCrowd(given), by);
  await grow(20);
  const numbers = [];
  let before = await used();
  for (let i = 0; i < 5; i++) {
    await grow(40);
    const after = await used();
    numbers.push((after - before) / 40);
    before = after;
  }
  const sorted = numbers.sort((a, b) => a - b);
  return { low: sorted[1], median: sorted[2], high: sorted[3], samples: sorted.length };
}

async function measureBundles() {
  const stage = `export { Stage } from 'ayatori';`;
  const load = `export { load } from 'ayatori/loader';`;
  const sequence = ['src/loader/sequence/sequence.ts'];
  return {
    core: await bundleSize({ code: stage }),
    loader: await bundleSize({ code: load }),
    both: await bundleSize({ code: stage + load }),
    sequence: await bundleSize({ code: stage + load }, sequence),
    bones: await bundleSize({ code: stage + load }, [...sequence, 'src/bones.ts']),
    renderPage: await bundleSize({ file: fromRoot('src/cli/render-page.ts') }),
  };
}

/** @param {string} what */
function progress(what) {
  say(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${what}`);
}
