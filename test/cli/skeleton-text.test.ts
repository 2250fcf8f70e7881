import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { freshenCommand } from '../../scripts/lib/build.mjs';
import { findChromium } from '../../src/cli/chromium.mjs';
import { ayatori, temporaryFolder, write } from './support.ts';

const folder = temporaryFolder();

/** A red square of 10 px in the middle of 40 × 20 px, which the action `slide` turns upright about its left edge. */
const text = `picture 40 20 20 10 1
outline square
fill #ff0000
vertex 0 -5
vertex 10 -5
vertex 10 5
vertex 0 5
armature rig
bone root - 0 0 0 10 0 0
weight 0 1 1 1 2 1 3 0.5
action slide
keyframe 1 root 0 0 0 1 0 0 0
keyframe 3 root -20 0 0 1 0 0 0 nobody 0 0 0 1 0 0 0
action round
keyframe 1 root 0 0 0 0 0 1 0
`;
let file = '';
beforeAll(() => {
  file = write(folder, 'square.skel.txt', text);
});

describe('text skeletons on the command line', () => {
  test('inspect', async () => {
    const { code, out, err } = await ayatori(['inspect', file, '--json']);
    expect(code).toBe(0);
    const { problems, ...summary } = JSON.parse(out);
    expect(summary).toMatchObject({ name: 'square', width: 40, height: 20, paths: 1, bones: 1, boneNames: ['root'] });
    expect(`${err}${JSON.stringify(problems)}`).toContain('do not add up to one');
    expect(`${err}${JSON.stringify(problems)}`).toContain('there is no bone of this name');
  });

  test('pose', async () => {
    const { code, out } = await ayatori(['pose', file, '--action', 'slide=2', '--json']);
    expect(code).toBe(0);
    const { bones, paths } = JSON.parse(out);
    expect(bones.root).toEqual({ from: [10, 10], to: [20, 10] });
    expect(paths[0].points.slice(0, 2)).toEqual([10, 15]);
    const round = JSON.parse((await ayatori(['pose', file, '--action', 'round=1', '--json'])).out);
    // Half a turn about y: what was right is left of the axis.
    expect(round.bones.root).toEqual({ from: [20, 10], to: [10, 10] });
  });
});

const chromium = findChromium();
if (chromium === undefined) process.stderr.write('render: skipped, no Chrome or Chromium was found\n');

describe.skipIf(chromium === undefined)('text skeletons rendered', { timeout: 60_000 }, () => {
  beforeAll(() => freshenCommand(), 60_000);

  test('a pose', async () => {
    const out = path.join(folder, 'slid.png');
    const { code } = await ayatori(['render', file, '--action', 'slide=3', '--size', '40x20', '--out', out]);
    expect(code).toBe(0);
    const { data } = PNG.sync.read(readFileSync(out));
    const pixel = (x: number, y: number) => [...data.subarray((y * 40 + x) * 4).subarray(0, 4)];
    expect(pixel(5, 10)).toEqual([255, 0, 0, 255]);
    expect(pixel(25, 10)).toEqual([0, 0, 0, 0]);
  });
});
