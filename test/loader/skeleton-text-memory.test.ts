import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';

const SLOW = { timeout: 180_000 };

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ayatori-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { ssr: fromRoot('src/loader/node.ts'), outDir: folder, emptyOutDir: false, minify: false },
    ssr: { noExternal: true },
  });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A text of about so many bytes: half of it outlines and weights, half of it keyframes. */
async function writeText(file: string, bytes: number): Promise<void> {
  const stream = createWriteStream(file);
  let written = 0;
  const write = async (text: string) => {
    written += text.length;
    if (!stream.write(text)) await once(stream, 'drain');
  };
  let vertices = 0;
  const weights: string[] = [];
  while (written < bytes * 0.25) {
    const lines = [`outline part${vertices}`];
    for (let i = 0; i < 999; i++)
      lines.push(`vertex ${(i * 0.123456).toFixed(6)} ${(vertices * 1e-5).toFixed(6)} 0.25`);
    await write(`${lines.join('\n')}\ncurve closed\n`);
    vertices += 999;
  }
  await write('armature rig\n');
  for (let bone = 0; bone < 30; bone++) {
    await write(`bone bone${bone} ${bone === 0 ? '-' : `bone${bone - 1}`} 0 ${bone} 0 0 ${bone + 1} 0\n`);
    for (let v = bone % 15; v < vertices; v += 15) {
      weights.push(`${v} 0.5`);
      if (weights.length === 20) await write(`weight ${weights.splice(0).join(' ')}\n`);
    }
    await write(`weight ${weights.splice(0).join(' ')}\n`);
  }
  for (let action = 0; written < bytes; action++) {
    await write(`action act${action}\n`);
    for (let frame = 1; frame <= 2000 && written < bytes; frame++) {
      const keys = Array.from({ length: 30 }, (_, b) => `bone${b} 0.012345 ${frame * 1e-4} 0 0.8 0 0 -0.6`);
      await write(`keyframe ${frame} ${keys.join(' ')}\n`);
    }
  }
  stream.end();
  await once(stream, 'finish');
}

const child = `
import { load } from 'LOADER';
const { rig, report } = await load(process.argv[1]);
console.log(JSON.stringify({
  problems: report.problems.length,
  bytes: report.bytes,
  milliseconds: report.milliseconds,
  bones: rig.bones.length,
  points: rig.paths.reduce((sum, { points }) => sum + points.length / 2, 0),
  keys: rig.actions.reduce((sum, { transforms = [] }) => sum + transforms.reduce((n, { frames }) => n + frames.length, 0), 0),
  mostBytes: process.resourceUsage().maxRSS * 1024,
}));`;

async function measure(bytes: number) {
  const file = path.join(folder, `${bytes}.skel.txt`);
  await writeText(file, bytes);
  const loader = pathToFileURL(path.join(folder, 'node.js')).href;
  const script = child.replace('LOADER', loader);
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, file], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout);
}

test('a text of 50 MB loads within 300 MB of memory, in time in line with its size', SLOW, async () => {
  const small = await measure(5e6);
  const large = await measure(50e6);
  const mega = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.info(
    `text skeletons: ${mega(large.bytes)} MB in ${mega(large.mostBytes)} MB and ${large.milliseconds.toFixed(0)} ms; ` +
      `${mega(small.bytes)} MB in ${mega(small.mostBytes)} MB and ${small.milliseconds.toFixed(0)} ms`,
  );
  expect(large).toMatchObject({ problems: 0, bones: 30 });
  expect(large.bytes).toBeGreaterThan(50e6);
  expect(large.points).toBeGreaterThan(300_000);
  expect(large.keys).toBeGreaterThan(300_000);
  expect(large.mostBytes).toBeLessThan(300 * 2 ** 20);
  expect(large.milliseconds).toBeLessThan(30 * small.milliseconds);
});
