// @ts-check
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { fromRoot, root } from '../scripts/lib/paths.mjs';

/**
 * @typedef {import('./sample.ts').Spread} Spread
 * @typedef {import('../scripts/lib/bundle-size.mjs').BundleSize} BundleSize
 *
 * @typedef {object} Results
 * @property {string} character
 * @property {string} chromium
 * @property {number} seconds
 * @property {import('./node.ts').NodeFigures} node
 * @property {(import('./page.ts').FrameCase & import('./page.ts').FrameFigures)[]} frames
 * @property {{ count: number, time: Spread, checksum: string }[]} canvas2d
 * @property {(import('./motion.ts').MotionCase & import('./motion.ts').MotionFigures)[]} motions
 * @property {Spread} heap Bytes.
 * @property {Record<'core' | 'loader' | 'both' | 'sequence' | 'bones' | 'renderPage', BundleSize>} bundles
 */

const mixes = {
  three: 'three actions',
  all: 'all actions',
  bones: 'bones, smart actions and skin',
  main: 'a Moho project, its main timeline',
};

/** One line: what ran where. @param {Results} results */
export function describeRun(results) {
  const { character, chromium, seconds } = results;
  return [
    `${today()}, ayatori ${version()} at ${commit()}`,
    `character \`${character}\``,
    `Node ${process.versions.node}, Chromium ${chromium} with a software GPU`,
    `${os.cpus().length} cores`,
    `${seconds.toFixed(0)} s`,
  ].join('; ');
}

/** The tables of docs/performance.md, in Markdown. @param {Results} results */
export function tables(results) {
  const { node, frames, canvas2d, motions, heap, bundles } = results;
  const baseline = new Map(canvas2d.map(({ count, time }) => [count, time.median]));
  const megabytes = node.bytes / 1e6;
  const perSecond = (/** @type {Spread} */ ms, /** @type {number} */ amount) => ({
    samples: ms.samples,
    median: (amount / ms.median) * 1e3,
    low: (amount / ms.high) * 1e3,
    high: (amount / ms.low) * 1e3,
  });
  return [
    table(
      ['files to tables (Node)', 'unit', 'median', 'quartiles', 'samples', 'checksum'],
      [
        [
          `load: ${node.files} files, ${megabytes.toFixed(1)} MB`,
          'MB/s',
          ...spread(perSecond(node.load, megabytes)),
          code(node.checksums.load),
        ],
        ['the same', 'files/s', ...spread(perSecond(node.load, node.files)), ''],
        ['compile: rig to tables', 'ms', ...spread(node.compile), code(node.checksums.compile)],
        ['tessellate: chords for scale 1', 'ms', ...spread(node.tessellate), code(node.checksums.tessellate)],
        ...mohoRows(node),
      ],
    ),
    table(
      [
        'JavaScript a frame',
        'puppets',
        'ms',
        'quartiles',
        'samples',
        'Canvas2D ÷ it',
        'draws',
        'B sent',
        'MB on the GPU',
        'checksum',
      ],
      [
        ...frames.map(({ quality, mix, count, time, draws, uploadBytes, gpuBytes, checksum }) => [
          `${quality}, ${mixes[mix]}`,
          count,
          ...spread(time),
          digits(/** @type {number} */ (baseline.get(count)) / time.median),
          draws,
          uploadBytes,
          (gpuBytes / 1e6).toFixed(1),
          code(checksum),
        ]),
        ...canvas2d.map(({ count, time, checksum }) => [
          'Canvas2D, one action, no masks',
          count,
          ...spread(time),
          '1',
          '',
          '',
          '',
          code(checksum),
        ]),
      ],
    ),
    table(
      [
        'drawn by code',
        'number',
        'step, ms',
        'quartiles',
        'samples',
        'render, ms',
        'quartiles',
        'samples',
        'draws',
        'B sent',
      ],
      motions.map(({ name, count, step, frame, draws, uploadBytes }) => [
        name,
        count,
        ...spread(step),
        ...spread(frame),
        draws,
        uploadBytes,
      ]),
    ),
    table(
      ['memory', 'unit', 'median', 'quartiles', 'samples'],
      [
        ['JavaScript heap of one more puppet', 'B', ...spread(heap)],
        ...(node.moho ? [['heap of rig and tables of the Moho project (Node)', 'B', node.moho.heap, '', 1]] : []),
      ],
    ),
    table(
      ['bundle', 'raw', 'gzip', 'brotli'],
      [
        ['core: `Stage`', bundles.core],
        ['loader: `load`', bundles.loader],
        ['core and loader', bundles.both],
        ['with what a sequence needs', bundles.sequence],
        ['with bones besides', bundles.bones],
        ['page of the command `render`', bundles.renderPage],
      ].map(([name, size]) => {
        const { raw, gzip, brotli } = /** @type {BundleSize} */ (size);
        return [/** @type {string} */ (name), raw, gzip, brotli];
      }),
    ),
  ].join('\n\n');
}

/** @param {import('./node.ts').NodeFigures} node */
function mohoRows({ moho, load, compile }) {
  if (moho === undefined) return [];
  const { bytes, open, checksum } = moho;
  return [
    [`Moho project of ${(bytes / 1e3).toFixed(0)} KB to tables`, 'ms', ...spread(open), code(checksum)],
    ['its exported frames to tables ÷ it', '', digits((load.median + compile.median) / open.median), '', '', ''],
  ];
}

/**
 * The main figures, for comparing over time.
 *
 * @param {Results} results
 * @returns {Record<string, string | number>}
 */
export function historyRow({ character, node, frames, canvas2d, motions, heap, bundles }) {
  const frame = (/** @type {string} */ quality, /** @type {string} */ mix, /** @type {number} */ count) => {
    const found = frames.find((each) => each.quality === quality && each.mix === mix && each.count === count);
    if (!found) throw new Error(`there is no figure of ${quality}, ${mix}, ${count}`);
    return found;
  };
  const motion = (/** @type {string} */ name, /** @type {number} */ count) => {
    const found = motions.find((each) => each.name === name && each.count === count);
    if (!found) throw new Error(`there is no figure of ${name}, ${count}`);
    return found;
  };
  const crowd = frame('coverage', 'three', 100);
  return {
    date: today(),
    version: version(),
    commit: commit(),
    machine: machine(),
    character,
    'load MB/s': digits(node.bytes / 1e3 / node.load.median),
    'compile ms': digits(node.compile.median),
    'tessellate ms': digits(node.tessellate.median),
    'coverage 1 ms': digits(frame('coverage', 'three', 1).time.median),
    'coverage 10 ms': digits(frame('coverage', 'three', 10).time.median),
    'coverage 100 ms': digits(crowd.time.median),
    'coverage all 100 ms': digits(frame('coverage', 'all', 100).time.median),
    'bones 1 ms': digits(frame('coverage', 'bones', 1).time.median),
    'bones 10 ms': digits(frame('coverage', 'bones', 10).time.median),
    'bones 100 ms': digits(frame('coverage', 'bones', 100).time.median),
    'stencil 10 ms': digits(frame('stencil', 'three', 10).time.median),
    'canvas2d 100 ms': digits(
      /** @type {{ time: Spread }} */ (canvas2d.find(({ count }) => count === 100)).time.median,
    ),
    'flock 5000 step ms': digits(motion('flock', 5000).step.median),
    'flock 5000 render ms': digits(motion('flock', 5000).frame.median),
    'rubber band ms': digits(motion('rubber band', 1).frame.median),
    ...(node.moho && {
      'moho to tables ms': digits(node.moho.open.median),
      'moho 100 ms': digits(frame('coverage', 'main', 100).time.median),
      'moho sum': node.moho.checksum,
    }),
    'draws 100': crowd.draws,
    'sent 100 B': crowd.uploadBytes,
    'GPU 100 B': crowd.gpuBytes,
    'heap a puppet B': Math.round(heap.median),
    'gzip B': bundles.both.gzip,
    'rig sum': node.checksums.load,
    'tables sum': node.checksums.compile,
    'picture sum': crowd.checksum,
  };
}

/** @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
function table(head, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** @param {Spread} spread */
function spread({ median, low, high, samples }) {
  return [digits(median), `${digits(low)}–${digits(high)}`, samples];
}

/** Three significant digits, and never an exponent. @param {number} value */
function digits(value) {
  if (value === 0) return '0';
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(places, 4));
}

/** @param {string} text */
const code = (text) => `\`${text}\``;

const today = () => new Date().toISOString().slice(0, 10);

/** @returns {string} */
const version = () => JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version;

/** The commit that is checked out, with a `+` where files differ from it. */
function commit() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'package-lock.json') !== '';
    return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '');
  } catch {
    return 'unknown';
  }
}

/** Four digits that are the same for rows that can be compared. */
function machine() {
  const cpus = os.cpus();
  const facts = [os.platform(), os.arch(), cpus.length, cpus[0]?.model, Math.round(os.totalmem() / 2 ** 30)];
  return createHash('sha256').update(facts.join()).digest('hex').slice(0, 4);
}
