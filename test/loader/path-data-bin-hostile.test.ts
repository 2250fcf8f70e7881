import { describe, expect, test, vi } from 'vitest';
import { type Loaded, type LoadOptions, load, memorySource } from '../../src/loader/index.ts';
import { character, group, groups, path, still, withGroup, withPath } from '../support/bin-character.ts';
import { watchBlockedTime } from '../support/blocked-time.ts';
import { checkRig } from '../support/check-rig.ts';
import { type BinCommand, type BinDescription, type BinGroup, encodeBin, type List } from '../support/path-data-bin.ts';
import { within } from '../support/within.ts';
import { errorOf } from './inputs.ts';

vi.setConfig({ testTimeout: 120_000 });

const most = 65_535;
const times = <T>(count: number, item: T | ((i: number) => T)): T[] =>
  Array.from({ length: count }, (_, i) => (item instanceof Function ? item(i) : item));

const loadFile = (file: BinDescription | Uint8Array, options: LoadOptions = {}): Promise<Loaded> => {
  const bytes = file instanceof Uint8Array ? file : encodeBin(file);
  return load('a.bin', { ...options, source: memorySource([['a.bin', bytes]]) });
};
const refused = async (file: BinDescription, options?: LoadOptions) => {
  const bytes = encodeBin(file);
  return await within(2, () => errorOf(loadFile(bytes, options)));
};
/** What many faults or parts come to. */
const survived = async (file: BinDescription) => {
  const bytes = encodeBin(file);
  const { rig, report } = await within(2, () => loadFile(bytes));
  checkRig(rig);
  expect(report.problems.length).toBeLessThan(2000);
  return rig;
};
const hint = (limit: string) => `(raise limits.${limit} if the input is trusted)`;

/** Children of each group, at most 255, for a tree of so many. */
const wide = (count: number, make: (i: number, children: List<number>) => BinGroup): BinGroup[] =>
  times(count, (i) =>
    make(
      i,
      times(255, (k) => 255 * i + k + 1).filter((child) => child < count),
    ),
  );

describe('a few bytes that say much', () => {
  const commands: BinCommand[] = [['M', 0, 0], ...times(most - 1, (): BinCommand => ['L', 1, 1])];
  const everywhere = (numbers: List<number>): List<List<number>> => new Array(most).fill(numbers);
  const frames = 2000;
  const [one, other] = [everywhere([1, 1]), everywhere([2, 2])];
  const jumping = {
    name: 'wave',
    id: 1,
    totalFrames: most,
  };
  const file = (changes: Parameters<typeof withPath>[1]): BinDescription => ({
    ...withPath(groups.body, changes),
    actions: [{ name: 'base', id: 0, totalFrames: 1 }, jumping],
  });

  test('as long differences in every frame', async () => {
    const deltas = { actions: [[], times(frames, (i) => (i % 2 === 0 ? one : other))] };
    const long = file({ data: commands, deltas });
    expect(encodeBin(long).length).toBeLessThan(400_000);
    expect(await refused(long)).toBe(
      `AyatoriError: a.bin: more bytes of keys for each byte of the file than allowed; expected at most 200 ${hint('archiveRatio')}`,
    );
    expect(await refused(long, { limits: { deltaBytes: 1e6 } })).toBe(
      `AyatoriError: a.bin: more bytes of differences from rest than allowed; expected at most 1000000 ${hint('deltaBytes')}`,
    );
  });

  test('as equal differences, which are not kept', async () => {
    const copy = [...one];
    const equal = times(frames, (i) => (i % 2 === 0 ? one : copy));
    expect(await refused(file({ data: commands, deltas: { actions: [[], equal] } }))).toContain('archiveRatio');
  });

  test('as differences of closes, which have no points', async () => {
    const closes: BinCommand[] = [['M', 0, 0], ...times(most - 1, (): BinCommand => ['Z'])];
    const none: List<List<number>> = [[1, 1], ...new Array(most - 1).fill(undefined)];
    const copy = [...none];
    const deltas = { actions: [[], times(frames, (i) => (i % 2 === 0 ? none : copy))] };
    expect(await refused(file({ data: closes, deltas }))).toContain('archiveRatio');
  });

  test('as one path for many', async () => {
    const same: List<ReturnType<typeof path>> = new Array(most).fill(path('M 0 0 L 3 3'));
    const crowd = { ...character, groups: character.groups.map((each) => ({ ...each, paths: same })) };
    expect(await refused(crowd)).toBe(
      `AyatoriError: a.bin: more paths than allowed; expected at most 200000 ${hint('paths')}`,
    );
    const keyed = path('M 0 0 L 3 3', { width: { actions: times(255, () => [1, 2]) } });
    const actions = times(255, (i) => ({ name: `${i}`, id: i, totalFrames: 2 }));
    expect(await refused({ ...withGroup(groups.body, { paths: new Array(most).fill(keyed) }), actions })).toContain(
      'archiveRatio',
    );
  });

  test('as many frames', async () => {
    const actions = times(255, (i) => ({ name: `${i}`, id: i, totalFrames: most }));
    expect(await refused({ ...character, actions })).toBe(
      `AyatoriError: a.bin: more frames than allowed; expected at most 100000; found 131070 ${hint('files')}`,
    );
  });

  test('as one list of frames for many actions', async () => {
    const actions = times(255, (i) => ({ name: `${i}`, id: i, totalFrames: 392 }));
    const list = times(most, (i) => i % 7);
    const shared = path('M 0 0 L 3 3', { width: { actions: [[1], ...new Array(254).fill(list)] } });
    const many = withGroup(groups.body, { paths: times(20, () => ({ ...shared })) });
    expect(await refused({ ...many, actions })).toContain('deltaBytes');
  });

  test('as the order of many paths', async () => {
    const children = { actions: [[[1, 2]], times(most, (i) => (i % 2 === 0 ? [1, 2] : [2, 1]))] };
    const crowd = withGroup(groups.body, { paths: new Array(most).fill(path('M 0 0 L 3 3')), children });
    expect(await refused({ ...crowd, actions: file({}).actions })).toContain('archiveRatio');
  });

  test('as control points', async () => {
    expect(await refused(file({ data: commands }), { limits: { points: 100_000 } })).toBe(
      `AyatoriError: a.bin: more control points than allowed; expected at most 100000 ${hint('points')}`,
    );
  });
});

describe('many groups', () => {
  const of = (made: BinGroup[]): BinDescription => ({ ...character, actions: [], roots: [0], groups: made });

  test('in one another are refused', async () => {
    const chain = times(most, (i) => group('g', { children: still([i + 1]) }));
    expect(await refused(of(chain))).toBe(
      `AyatoriError: a.bin: more groups inside one another than allowed; expected at most 1000; found 1001 ${hint('depth')}`,
    );
  });

  test('beside one another are read', async () => {
    const rig = await survived(of(wide(most, (i, children) => group(`${i}`, { children: still(children) }))));
    expect(rig.groups.length).toBe(1 + most);
  });

  test('in no list are read', async () => {
    const rig = await survived(of(times(20_000, (i) => group(`${i}`, { paths: [path('M 0 0 L 1 1')] }))));
    expect(rig.paths.map(({ role }) => role).filter((role) => role === 'drawn').length).toBe(1);
  });

  test('that all mask one another are refused', async () => {
    const masked = wide(most, (i, children) =>
      group(`${i}`, { mask: Math.floor(i / 2), children: still(children), paths: [path('M 0 0 L 1 1')] }),
    );
    expect(await refused(of(masked))).toBe(
      `AyatoriError: a.bin: more groups and paths in masks than allowed; expected at most 200000 ${hint('paths')}`,
    );
  });

  test('that are all bones, carried by each other, are read', async () => {
    const count = 20_000;
    const bones = wide(count, (i, children) =>
      group(`bone${i}`, {
        paths: [path('M 0 0 L 1 1')],
        flexi: [i, i + 1, i + 2],
        children: still(children),
        bone: { parent: (i + 1) % count, flexiPoint: { point: 0, bones: [i, i + 3] } },
      }),
    );
    const rig = await survived(of(bones));
    expect(rig.bones.length).toBe(count);
  });

  test('with faults are reported in bounds', async () => {
    await survived(
      of(
        wide(30_000, (_, children) =>
          group('bone', {
            mask: 9,
            flexi: [1, 2, 3, most],
            children: still([...children, 0, 1, most].slice(-255)),
            paths: [path('L 3 3'), path('M 0 0')],
            bone: { parent: 7, strength: Number.NaN },
          }),
        ),
      ),
    );
  });
});

test('many colours are read in slices', async () => {
  const fill = (p: number) => ({
    actions: [[[0, 0, 0] as const], times(most, (i) => [i & 255, p, i >> 8] as const)],
  });
  const actions = [
    { name: 'base', id: 0, totalFrames: 1 },
    { name: 'glow', id: 1, totalFrames: most },
  ];
  const paths = times(6, (p) => path('M 0 0 L 3 3', { fill: fill(p) }));
  const bytes = encodeBin({ ...withGroup(groups.body, { paths }), actions });
  const stop = watchBlockedTime();
  const { rig } = await within(2, () => loadFile(bytes));
  const blocked = stop();
  checkRig(rig);
  expect(blocked).toBeLessThan(50);
  const { styles } = rig.actions[1];
  expect(styles.slice(0, 6).map(({ frames }) => frames.length)).toEqual(times(6, most - 1));
});
