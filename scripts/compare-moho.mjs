// @ts-check
/**
 * `node scripts/compare-moho.mjs FOLDER`: compares `walk.moho` in the folder, drawn by the loader's own
 * evaluation, with every SVG frame that Moho exported into the folders `walk_NAME` beside it. Prints a
 * table, the paths that the exporter traced in its own way, and every fault; ends with 1 if there is one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { say, stop } from './lib/log.mjs';
import { fromRoot, root } from './lib/paths.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) stop('The argument is the folder of walk.moho.', 2);
const began = performance.now();
/** @type {{ module: typeof import('../test/support/compare-moho.ts') }} */
const { module: compare } = await runnerImport(fromRoot('test', 'support', 'compare-moho.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
});
const { addResults, compareFrame, momentOf, prepare, readMoho } = compare;
const project = await readMoho(readFileSync(path.join(folder, 'walk.moho')));
const prepared = prepare(project);

const names = readdirSync(folder)
  .filter((name) => name.startsWith('walk_'))
  .map((name) => name.slice('walk_'.length).normalize('NFC'));
const isMain = (/** @type {string} */ name) => momentOf(project, name, 1).frame !== 0;
names.sort((a, b) => Number(b === 'base') - Number(a === 'base') || Number(isMain(a)) - Number(isMain(b)));

const columns = ['Frames', 'Files', 'Paths', '< 0.01 px', '< 0.1 px', '< 1 px', 'mean', 'worst, quirk excluded'];
const line = (/** @type {readonly unknown[]} */ cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
line(columns);
line(columns.map(() => '---'));
/** @param {string} name @param {number} files @param {import('../test/support/compare-moho.ts').FrameResult} result */
function row(name, files, { paths, within, sum, points, greatest }) {
  const { hundredth, tenth, one } = within;
  line([name, files, paths, hundredth, tenth, one, (sum / points).toFixed(5), `${greatest.toFixed(4)} px`]);
}

const all = [];
/** @type {Map<string, { count: number, greatest: number, frames: string[] }>} */
const quirks = new Map();
/** @type {string[]} */
const faults = [];
let files = 0;
for (const name of names) {
  const results = [];
  const inside = path.join(folder, `walk_${name}`);
  for (const file of readdirSync(inside).sort()) {
    const frame = Number(/(\d+)\.svg$/.exec(file)?.[1]);
    const result = compareFrame(
      prepared,
      momentOf(project, name, frame),
      readFileSync(path.join(inside, file), 'utf8'),
    );
    for (const fault of result.faults) faults.push(`${file}: ${fault}`);
    for (const quirk of result.quirks) {
      const known = quirks.get(quirk.name) ?? { count: 0, greatest: 0, frames: [] };
      quirks.set(quirk.name, known);
      known.count++;
      known.greatest = Math.max(known.greatest, quirk.distance);
      if (known.frames.length < 3) known.frames.push(`${name} ${frame}`);
    }
    results.push(result);
  }
  files += results.length;
  row(name, results.length, addResults(results));
  all.push(...results);
}
row('all', files, addResults(all));
for (const [name, { count, greatest, frames }] of quirks) {
  say(
    `Traced by the exporter in its own way: ${name} in ${count} frames (${frames.join(', ')} …), ${greatest.toFixed(3)} px at most.`,
  );
}
for (const fault of faults.slice(0, 50)) say(`Fault: ${fault}`);
say(`${files} frames, ${faults.length} faults, ${((performance.now() - began) / 1000).toFixed(1)} s.`);
process.exitCode = faults.length > 0 || files === 0 ? 1 : 0;
