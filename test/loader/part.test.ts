import { expect, test, vi } from 'vitest';
import { load, memorySource } from '../../src/loader/index.ts';
import { fetchPart } from '../../src/loader/part.ts';

// As in a page that is open while its files are replaced.
vi.mock('../../src/loader/svg/css.ts', () => {
  throw new TypeError('there is no such file any more');
});

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4">${inside}</svg>`;
const plain = svg('<g id="a"><path d="M0,0L1,1"/></g>');
const styled = svg('<style>path { fill: #f00 }</style><g id="a"><path d="M0,0L1,2"/></g>');

test('a part of the library that cannot be fetched is told by a typed error', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const fault = fetchPart(() => Promise.reject(cause));
  await expect(fault).rejects.toMatchObject({
    cause,
    problem: { code: 'part-missing', found: cause.message, hint: expect.stringContaining('publish all files') },
  });
});

test('without the part for style sheets, what has none loads', async () => {
  const { rig, report } = await load('a.svg', { source: memorySource([['a.svg', plain]]) });
  expect(rig.paths).toHaveLength(1);
  expect(report.problems).toEqual([]);
});

test('what has one fails, and is no fault of a frame', async () => {
  const missing = { problem: { code: 'part-missing' } };
  await expect(load('a.svg', { source: memorySource([['a.svg', styled]]) })).rejects.toMatchObject(missing);
  const files = [
    ['filelist.csv', 'BASE, 1, base, ./base_\nSMRT, 1, walk, ./walk_\n'],
    ['base_00001.svg', plain],
    ['walk_00001.svg', styled],
  ] as const;
  await expect(load('filelist.csv', { source: memorySource(files) })).rejects.toMatchObject(missing);
});
