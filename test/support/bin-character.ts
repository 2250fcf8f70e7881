import type { Animated, BinDescription, BinGroup, BinPath, List } from './path-data-bin.ts';
import { commands } from './path-data-bin.ts';

/** A small character as a `path_data.bin` holds it: 100 × 50 px, so that 300 units are a px. */

export const unitsPerPx = 300;
const side = 100;

export const still = <T>(value: T): Animated<T> => ({ value });
/** Numbers in px for each command of a path. */
export const moved = (...numbers: number[][]): List<List<number>> =>
  numbers.map((each) => each.map((px) => px * unitsPerPx));

export const path = (text: string, changes: Partial<BinPath> = {}): BinPath => ({
  mask: -1,
  evenOdd: false,
  data: commands(text, side),
  width: still(0),
  fill: still([255, 0, 51] as const),
  stroke: still(null),
  deltas: still([]),
  ...changes,
});

export const group = (id: string, changes: Partial<BinGroup> = {}): BinGroup => ({
  id,
  mask: -1,
  paths: [],
  flexi: [],
  children: still([]),
  ...changes,
});

const none: List<List<never>> = [];
const empty: undefined[] = [];

/** Numbers of the groups. */
export const groups = { body: 0, arm: 1, eye: 2, shape: 3, bones: 4, hip: 5, hand: 6 } as const;

/** Its actions: `base`, `wave` (smart, driven by the hand), `walk` (moves bones and the order). */
export const character: BinDescription = {
  name: 'small',
  width: 100,
  height: 50,
  actions: [
    { name: 'base', id: 0, totalFrames: 1 },
    { name: 'wave', id: 1, totalFrames: 4, smart: { bone: groups.hand, frames: 4, startAngle: 90, endAngle: -90 } },
    { name: 'walk', id: 2, totalFrames: 6 },
  ],
  roots: [groups.body],
  groups: [
    group('body', {
      paths: [path('M 0 0 L 30 0 L 30 30 Z', { evenOdd: true })],
      children: {
        actions: [
          [[groups.arm, groups.eye, groups.shape, groups.bones]],
          none,
          [undefined, undefined, [groups.eye, groups.arm, groups.shape, groups.bones], ...empty],
        ],
      },
    }),
    group('arm', {
      flexi: [groups.hip, groups.hand],
      paths: [
        path('M 10 10 C 11 10 12 11 12 12 Z M 20 20 L 23 20', {
          width: { actions: [[1.5], [1.5, undefined, 2.5, undefined]] },
          stroke: still([0, 0, 255] as const),
          fill: { actions: [[[255, 255, 255]], [[255, 255, 255], [255, 255, 255], null, undefined]] },
          deltas: {
            actions: [
              [moved([0, 0], [0, 0, 0, 0, 0, 0], [], [0, 0], [0, 0])],
              [
                moved([0, 0], [0, 0, 0, 0, 0, 0], [], [0, 0], [0, 0]),
                moved([1, 0], [1, 0, 1, 0, 1, 0], [], [0, 3], [3, 3]),
                undefined,
                moved([2, 0], [2, 0, 2, 0, 2, 0], [], [0, 3], [3, 3]),
              ],
            ],
          },
        }),
      ],
    }),
    group('eye', { mask: groups.shape, paths: [path('M 5 5 L 6 6 Z', { mask: groups.shape })] }),
    group('shape', { paths: [path('M 0 0 L 9 0 L 9 9 Z'), path('M 0 0 L 9 9', { fill: still(null) })] }),
    group('bones', { children: still([groups.hip, groups.hand]), bone: {} }),
    group('bone_hip', {
      paths: [path('M 50 25 L 50 15')],
      bone: { isPin: true, fixed: true, strength: 0.5 },
    }),
    group('bone_hand', {
      paths: [
        path('M 50 15 L 60 15', {
          deltas: {
            actions: [
              none,
              none,
              [undefined, moved([0, 1], [0, 2]), undefined, moved([0, 1], [0, 2]), moved([0, 0], [0, 0])],
            ],
          },
        }),
      ],
      bone: {
        parent: groups.hip,
        strength: 0.25,
        maxAngle: 45,
        minAngle: -30,
        flexiPoint: { point: 1, bones: [groups.hip] },
      },
    }),
  ],
};

/** The character with some of a group changed. */
export function withGroup(number: number, changes: Partial<BinGroup>): BinDescription {
  return { ...character, groups: character.groups.map((each, i) => (i === number ? { ...each, ...changes } : each)) };
}

/** With some of a group's first path changed. */
export function withPath(number: number, changes: Partial<BinPath>): BinDescription {
  const [first, ...others] = character.groups[number].paths;
  return withGroup(number, { paths: [{ ...(first as BinPath), ...changes }, ...others] });
}
