import { expect, test } from 'vitest';
import { load, memorySource, type Source } from '../../src/loader/index.ts';
import { smallProject } from '../support/moho-project.ts';
import { encodeBin } from '../support/path-data-bin.ts';
import { errorOf, square, svg } from './inputs.ts';

const bin = encodeBin({ name: 'a', width: 9, height: 9, actions: [], roots: [], groups: [] });

const inputs: [last: string, files: [path: string, content: string | Uint8Array][]][] = [
  ['a.svg', [['a.svg', svg(`<path d="${square}"/>`)]]],
  [
    'm_00001.svg',
    [
      ['filelist.csv', 'BASE,1,rest,r_\nSMRT,1,move,m_\n'],
      ['r_00001.svg', svg(`<path d="${square}"/>`)],
      ['m_00001.svg', svg(`<path d="${square}"/>`)],
    ],
  ],
  ['path_data.bin', [['path_data.bin', bin]]],
  ['a.skel.txt', [['a.skel.txt', 'armature a\nbone b - 0 0 0 0 1 0\n']]],
  ['a.mohoproj', [['a.mohoproj', JSON.stringify(smallProject())]]],
];

test.each(inputs)('a load given up while it waits for %s gives nothing and tells nothing more', async (last, files) => {
  const source = memorySource(files);
  const whole: string[] = [];
  await load({ ...source }, { onProgress: ({ file }) => whole.push(file) });
  expect(whole.at(-1)).toBe(last);

  const controller = new AbortController();
  const late: Source = {
    ...source,
    read: async (path, options) => {
      const bytes = await source.read(path, options);
      if (path === last) controller.abort();
      return bytes;
    },
  };
  const told: string[] = [];
  const loading = load(late, { signal: controller.signal, onProgress: ({ file }) => told.push(file) });
  expect(await errorOf(loading)).toBe('AyatoriError: the load was aborted');
  expect(told).toEqual(whole.slice(0, -1));
});
