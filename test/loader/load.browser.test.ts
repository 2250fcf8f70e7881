import { describe, expect, test } from 'vitest';
import { fetchSource, load, memorySource, type Source } from '../../src/loader/index.ts';
import { loadFrames, loadPicture, messages, svg } from './inputs.ts';

test('frames load in a page, and the page gets its turns', async () => {
  const curve = (x: number) => `<path d="M ${x} 0 C ${`${x} 1 2 3 4 5 `.repeat(2000)}"/>`;
  let turns = 0;
  let isLoading = true;
  const turn = () => {
    turns++;
    if (isLoading) requestAnimationFrame(turn);
  };
  requestAnimationFrame(turn);
  const loaded = await loadFrames(Array.from({ length: 60 }, (_, x) => svg(curve(x))));
  isLoading = false;
  expect(messages(loaded)).toEqual([]);
  expect(loaded.rig.actions[1].morphs[0].frames.length).toBe(59);
  expect(turns).toBeGreaterThan(3);
});

test('a page fetches what few characters need when one comes: names of colours, style sheets, rig files', async () => {
  const style = '<style>.a { stroke: lime }</style>';
  const bone = (id: string) => `<g id="${id}"><path d="M0,0L9,9"/></g>`;
  const content = JSON.stringify({ bones: { bone2: { parent: 'bone1', strength: 2 } } });
  const picture = `${style}${bone('bone1')}${bone('bone2')}<g id="g"><path class="a" fill="red" d="M0,0L9,9"/></g>`;
  const loaded = await loadPicture(svg(picture), { rigFiles: [{ content }] });
  expect(messages(loaded)).toEqual([]);
  const [path] = loaded.rig.paths;
  expect([path.style.fill, path.style.stroke]).toEqual([
    [1, 0, 0, 1],
    [0, 1, 0, 1],
  ]);
  expect(loaded.rig.bones).toMatchObject([{ parent: -1 }, { parent: 0, strength: 2 }]);
});

test('dropped files are read to their end though all is collected that nobody holds while they come', async () => {
  const collect = (globalThis as { gc?: () => void }).gc as () => void;
  const content = new Uint8Array(150_000).fill(65);
  const source = memorySource(Array.from({ length: 200 }, (_, i) => [`${i}`, new Blob([content])] as const));
  const sizes: number[] = [];
  for (let i = 0; i < 200; i++) {
    void source.read(`${i}`, { maxBytes: 1e6 }).then((bytes) => sizes.push(bytes?.length ?? 0));
    if (i % 4 === 3) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, i % 3));
    }
  }
  await expect.poll(() => sizes.length, { timeout: 10_000 }).toBe(200);
  expect(new Set(sizes)).toEqual(new Set([content.length]));
});

describe.skipIf(!globalThis.__SHARED_DATA__)('the walk data (needs ../shared)', () => {
  /** The walk character with another list of actions. */
  function walkWith(list: string): Source {
    const files = fetchSource('/shared/walk');
    const lists = memorySource([['filelist.csv', list]]);
    return {
      name: 'walk',
      read: async (path, options) => (await lists.read(path, options)) ?? files.read(path, options),
    };
  }

  test('loads over the network, whose files cannot be listed', async () => {
    const prefix = (name: string) => `./resource/walk_${name}/walk_${name}_`;
    const rows = [`BASE, 1, base, ${prefix('base')}`, `SMRT, 100, 目, ${prefix('目')}`];
    const loaded = await load(walkWith(rows.join('\n')), { rigFiles: [] });
    expect(messages(loaded)).toEqual([]);
    const { rig, report } = loaded;
    expect(rig.paths.filter(({ role }) => role === 'drawn').length).toBe(323);
    expect(rig.actions.map(({ name, frames, morphs }) => [name, frames, morphs.length])).toEqual([
      ['base', 0, 0],
      ['目', 100, 2],
    ]);
    expect(report.files).toBe(102);
  });
});
