import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { freshenCommand } from '../../scripts/lib/build.mjs';
import { findChromium } from '../../src/cli/chromium.mjs';
import { ayatori, temporaryFolder, write, writeSequence } from './support.ts';

const folder = temporaryFolder();
const at = (name: string) => path.join(folder, name);

function readPicture(name: string) {
  const { width, height, data } = PNG.sync.read(readFileSync(at(name)));
  return { width, height, pixel: (x: number, y: number) => [...data.subarray((y * width + x) * 4).subarray(0, 4)] };
}

const chromium = findChromium();
if (chromium === undefined) process.stderr.write('render: skipped, no Chrome or Chromium was found\n');

describe.skipIf(chromium === undefined)('render', { timeout: 60_000 }, () => {
  let list = '';
  beforeAll(async () => {
    list = writeSequence(folder);
    await freshenCommand();
  }, 60_000);

  test('draws a pose over the asked size, on nothing', async () => {
    const args = ['--size', '80x60', '--action', 'slide=2', '--out', at('new/slide.png')];
    expect(await ayatori(['render', list, ...args])).toEqual({ code: 0, out: '', err: '' });
    const { width, height, pixel } = readPicture('new/slide.png');
    expect([width, height]).toEqual([80, 60]);
    // 2 px wide and 3 px high for each px of the character.
    for (const [x, y] of [
      [0, 0],
      [79, 0],
      [0, 59],
      [79, 59],
      [40, 30],
      [7, 11],
      [50, 23],
    ]) {
      expect(pixel(x, y)).toEqual([0, 0, 0, 0]);
    }
    expect(pixel(8, 12)).toEqual([255, 0, 0, 255]);
    expect(pixel(31, 47)).toEqual([255, 0, 0, 255]);
    expect(pixel(48, 24)).toEqual([0, 0, 255, 128]);
    expect(pixel(71, 59)).toEqual([0, 0, 255, 128]);
  });

  test('draws the jobs of a file, goes on after a bad one and ends with 1', async () => {
    const base = readFileSync(at('base/base_00001.svg'), 'utf8');
    const wide = write(folder, 'single.svg', base.replace('#ff0000', '#00ff00').replace('"40px"', '"80px"'));
    const jobs = [
      { out: at('slid.png'), actions: { slide: 2 } },
      { out: at('rest.png') },
      { out: at('stencil.png'), actions: { slide: 2 }, quality: 'stencil' },
      { out: at('bad.png'), actions: { slid: 1 } },
      { out: at('single.png'), src: wide, width: 20, height: 10 },
      { out: at('huge.png'), width: 100_000 },
      { out: at('none.png'), src: at('none.svg') },
      { actions: {} },
      { out: at('held.png'), actions: { slide: { frame: 1.5 } }, interpolation: 'hold' },
      { out: at('green.png'), actions: { slide: 2 }, numbering: 'ancestor' },
    ];
    const file = write(folder, 'jobs.jsonl', jobs.map((job) => JSON.stringify(job)).join('\n'));
    const { code, out, err } = await ayatori(['render', list, '--size', '40x20', '--jobs', file]);
    expect([code, out]).toEqual([1, '']);
    expect(err.trimEnd().split('\n').sort()).toEqual([
      expect.stringMatching(/jobs\.jsonl:4: action slid: the rig has no such action.*did you mean slide\?/),
      expect.stringMatching(/jobs\.jsonl:6: the picture is too large; expected at most \d+ px.*found 100000 × 20 px/),
      expect.stringMatching(/jobs\.jsonl:7: .*none\.svg: there is no such file/),
      expect.stringMatching(/jobs\.jsonl:8: "out" is missing/),
    ]);
    expect([existsSync(at('bad.png')), existsSync(at('huge.png'))]).toEqual([false, false]);
    const blue = [0, 0, 255, 128];
    const nothing = [0, 0, 0, 0];
    const rest = readPicture('rest.png');
    expect([rest.width, rest.height]).toEqual([40, 20]);
    expect([rest.pixel(10, 10), rest.pixel(30, 5), rest.pixel(30, 18)]).toEqual([[255, 0, 0, 255], blue, nothing]);
    for (const name of ['slid.png', 'stencil.png']) {
      const slid = readPicture(name);
      expect([slid.pixel(30, 5), slid.pixel(30, 18)]).toEqual([nothing, blue]);
    }
    expect(readPicture('held.png').pixel(30, 5)).toEqual(blue);
    const single = readPicture('single.png');
    expect([single.width, single.height]).toEqual([20, 10]);
    expect([single.pixel(2, 5), single.pixel(5, 5)]).toEqual([[0, 255, 0, 255], nothing]);
    // As the ancestor counts, frame 2 is file 3.
    expect(readPicture('green.png').pixel(30, 10)).toEqual([0, 255, 0, 128]);
  });
});
