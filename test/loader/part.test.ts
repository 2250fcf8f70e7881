import { expect, test, vi } from 'vitest';
import { load, memorySource } from '../../src/loader/index.ts';
import { fetchPart } from '../../src/loader/part.ts';

// As in a page that is open while its files are replaced.
vi.mock('../../src/loader/svg/extras.ts', () => {
  throw new TypeError('there is no such file any more');
});

vi.mock('../../src/loader/rig-json/rig-json.ts', () => {
  throw new TypeError('there is no such file any more');
});

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4">${inside}</svg>`;
const plain = svg('<g id="a"><path d="M0,0L1,1"/></g>');

test('a part of the library that cannot be fetched is told by a typed error', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const fault = fetchPart(() => Promise.reject(cause));
  await expect(fault).rejects.toMatchObject({
    cause,
    problem: { code: 'part-missing', found: cause.message, hint: expect.stringContaining('publish all files') },
  });
});

test('without the part for what Moho seldom writes, what it writes loads', async () => {
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  const { rig, report } = await load('a.svg', { source: memorySource([['a.svg', doctype + plain]]) });
  expect(rig.paths).toHaveLength(1);
  expect(report.problems).toEqual([]);
});

test.each([
  ['a style sheet', svg('<style>path { fill: #f00 }</style><g id="a"><path d="M0,0L1,2"/></g>')],
  ['the name of a colour', svg('<g id="a"><path d="M0,0L1,1" fill="red"/></g>')],
  ['an arc', svg('<g id="a"><path d="M0,0a1 1 0 1 0 1 1"/></g>')],
  ['a gradient', svg('<linearGradient><stop/></linearGradient><g id="a"><path d="M0,0L1,2"/></g>')],
  ['what is repeated', svg('<g id="a"><path id="p" d="M0,0L1,1"/><use href="#p"/></g>')],
  ['a picture in the picture', svg('<svg><g id="a"><path d="M0,0L1,2"/></g></svg>')],
  ['another shape', svg('<g id="a"><circle r="3"/></g>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY e "a">]>${svg('<g id="&e;"><path d="M0,0L1,1"/></g>')}`],
])('without it, %s is no fault of the file', async (_, picture) => {
  const missing = { problem: { code: 'part-missing' } };
  await expect(load('a.svg', { source: memorySource([['a.svg', picture]]) })).rejects.toMatchObject(missing);
  const files = [
    ['filelist.csv', 'BASE, 1, base, ./base_\nSMRT, 1, walk, ./walk_\n'],
    ['base_00001.svg', plain],
    ['walk_00001.svg', picture],
  ] as const;
  await expect(load('filelist.csv', { source: memorySource(files) })).rejects.toMatchObject(missing);
});

test('without the part for rig files, what has none loads, with its bones as they are drawn', async () => {
  const bones = svg('<g id="bone1"><path d="M1,2L3,4"/></g><g id="bone2"><path d="M1,2L1,2"/></g>');
  const { rig, report } = await load(memorySource([['a.svg', bones]]), { rigFiles: 'beside' });
  const plain = { parent: -1, isPin: false, fixed: false, base: [1, 2] };
  expect(rig.bones).toMatchObject([
    { ...plain, id: 'bone1', group: 1, tip: [3, 4] },
    { ...plain, id: 'bone2', group: 2, tip: [1, 2] },
  ]);
  expect(Object.keys(rig.bones[0]).sort()).toEqual(
    ['base', 'fixed', 'flexiPoint', 'group', 'id', 'isPin', 'maxAngle', 'minAngle', 'parent', 'strength', 'tip'].sort(),
  );
  expect(report.problems).toMatchObject([{ code: 'bone-length', bone: 'bone2' }]);
});

test('what has some fails, wherever they are', async () => {
  const missing = { problem: { code: 'part-missing' } };
  const files = memorySource([
    ['a.svg', plain],
    ['bones.json', '{}'],
  ]);
  await expect(load(files, { rigFiles: 'beside' })).rejects.toMatchObject(missing);
  await expect(load(files, { rigFiles: ['bones.json'] })).rejects.toMatchObject(missing);
  await expect(load(files)).resolves.toMatchObject({ rig: { bones: [] } });
});
