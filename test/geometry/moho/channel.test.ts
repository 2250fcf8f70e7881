import { describe, expect, test } from 'vitest';
import {
  addActions,
  type Drive,
  evaluateKeys,
  evaluateMain,
  evaluateText,
  evaluateValues,
} from '../../../src/engine/geometry/moho/channel.ts';
import { type MohoChannel, type MohoKeys, MohoMode, type MohoText } from '../../../src/engine/model/moho.ts';
import { curveOf, type Key, keysOf, radians } from '../../support/moho-model.ts';

function valueAt(keys: MohoKeys, frame: number, components = 1): number[] {
  const out = new Float64Array(components);
  evaluateKeys(keys, components, frame, out);
  return [...out];
}

describe('smooth keys', () => {
  test('slopes are those of the neighbours, and clamped', () => {
    const frames = [0, 84, 100, 144, 200];
    const x = [-0.1, -0.096283, -0.100768, -0.124678, -0.1];
    const y = [-0.125, -0.122522, -0.137471, -0.117445, -0.125];
    const keys = keysOf(frames.map((frame, i): Key => [frame, [x[i], y[i]]]));
    for (const [frame, px, py] of [
      [42, -0.098141, -0.123761],
      [92, -0.097594, -0.130246],
      [122, -0.115326, -0.127679],
      [172, -0.112285, -0.121222],
    ]) {
      const [vx, vy] = valueAt(keys, frame, 2);
      expect(Math.abs(vx - px)).toBeLessThan(1e-6);
      expect(Math.abs(vy - py)).toBeLessThan(1e-6);
    }
  });

  test('a step of a millionth is flat', () => {
    const y = [-0.307244, -0.307244, -0.272861, -0.272862, -0.383485, -0.335973, -0.316891, -0.307244];
    const keys = keysOf([0, 1, 17, 50, 100, 144, 170, 200].map((frame, i): Key => [frame, y[i]]));
    for (const [frame, value] of [
      [64, -0.292129],
      [30, -0.272861],
      [120, -0.367677],
    ]) {
      expect(Math.abs(valueAt(keys, frame)[0] - value)).toBeLessThan(1.5e-6);
    }
  });

  test('a slope is at most three times that of its segment', () => {
    const keys = keysOf([
      [0, 0],
      [10, 0.1],
      [20, 10],
      [30, 10.1],
    ]);
    // 0.05 of the way, less an eighth of the length times the slope of 3 · 0.01.
    expect(valueAt(keys, 5)[0]).toBeCloseTo(0.05 - 0.125 * 10 * 0.03, 12);
    expect(valueAt(keys, 15)[0]).toBeCloseTo(5.05, 12);
  });

  test('before the first key and after the last the value stays', () => {
    const keys = keysOf([
      [10, 1],
      [20, 2],
    ]);
    expect(valueAt(keys, -5)).toEqual([1]);
    expect(valueAt(keys, 15)).toEqual([1.5]);
    expect(valueAt(keys, 99)).toEqual([2]);
  });
});

/** B2 of a walk: goes round from frame 1 to 35 until frame 165. */
const swing = (): Key[] => [
  [0, radians(90)],
  [1, radians(90)],
  [18, radians(82.378)],
  [35, radians(90), MohoMode.cycle, -1, 1],
  [165, radians(85.183)],
  [174, radians(80.295)],
  [233, radians(84.485)],
];

describe('cycles', () => {
  test('repeat from the frame that they name until the next key', () => {
    const keys = keysOf(swing());
    for (const [frame, value] of [
      [10, 1.498417],
      [35, 1.570796],
      [36, 1.570796],
      [71, 1.570796],
      [164, 1.475324],
      [165, 1.486727],
      [170, 1.436005],
    ]) {
      expect(Math.abs(valueAt(keys, frame)[0] - value)).toBeLessThan(5e-6);
    }
    expect(valueAt(keys, 36)).toEqual(valueAt(keys, 1));
    expect(valueAt(keys, 45)).toEqual(valueAt(keys, 10));
  });

  test('go back by so many frames where they name none', () => {
    const named = keysOf(swing());
    const counted = keysOf(swing().map((key): Key => (key[2] === undefined ? key : [key[0], key[1], key[2], 34, -1])));
    for (const frame of [36, 50, 71, 100.5]) expect(valueAt(counted, frame)).toEqual(valueAt(named, frame));
  });

  test('accumulate where that is asked for', () => {
    const keys = keysOf([
      [0, 0],
      [1, 1, MohoMode.linear],
      [3, 3, MohoMode.cycle, -1, 1],
    ]);
    const out = new Float64Array(1);
    const accumulated = [4, 5, 6, 7].map((frame) => {
      evaluateKeys(keys, 1, frame, out, 0, 'accumulate');
      return out[0];
    });
    expect(accumulated).toEqual([4, 5, 6, 7]);
    expect([4, 5, 6, 7].map((frame) => valueAt(keys, frame)[0])).toEqual([1, 2, 3, 1]);
  });

  test('that lead nowhere or to themselves end', () => {
    const wrong = keysOf([
      [0, 1, MohoMode.cycle, -1, 5],
      [10, 2, MohoMode.cycle, NaN, NaN],
    ]);
    expect(valueAt(wrong, 5)).toEqual([1]);
    expect(valueAt(wrong, 500)).toEqual([2]);
    const nested = keysOf([1, 2, 3, 4, 5].map((frame): Key => [frame * 10, frame, MohoMode.cycle, -1, 0]));
    expect(Number.isFinite(valueAt(nested, 1e8)[0])).toBe(true);
  });
});

describe('modes without a verified curve', () => {
  const modes = Object.entries(MohoMode).filter(([name]) => !['cycle', 'pose'].includes(name));
  test.each(modes)('%s goes from key to key', (name, mode) => {
    const keys = keysOf([
      [0, 0, mode, 0, 1],
      [10, 4],
      [20, 4],
    ]);
    expect(valueAt(keys, 0)).toEqual([0]);
    expect(valueAt(keys, 10)).toEqual([4]);
    if (name === 'step') expect(valueAt(keys, 9.99)).toEqual([0]);
    else expect(Math.abs(valueAt(keys, 9.9999)[0] - 4)).toBeLessThan(0.01);
  });

  test('Bézier handles bend the way', () => {
    const straight = {
      ...keysOf([
        [0, 0, MohoMode.bezier],
        [10, 10, MohoMode.bezier],
      ]),
      handles: Float64Array.from([1, 1, 1 / 3, 1 / 3, 1, 1, 1 / 3, 1 / 3]),
    };
    expect(valueAt(straight, 4)[0]).toBeCloseTo(4, 9);
    const flat = { ...straight, handles: Float64Array.from([0, 0, 1 / 3, 1 / 3, 0, 0, 1 / 3, 1 / 3]) };
    // Both handles level, a third of the way: the same as smooth.
    expect(valueAt(flat, 4)[0]).toBeCloseTo(10 * (3 * 0.16 - 2 * 0.064), 9);
  });

  test('noise is the same every time and bounded', () => {
    const keys = keysOf([
      [0, 0, MohoMode.noisy, 0.5, 1],
      [100, 0],
    ]);
    const once = Array.from({ length: 200 }, (_, i) => valueAt(keys, i / 2)[0]);
    expect(once).toEqual(Array.from({ length: 200 }, (_, i) => valueAt(keys, i / 2)[0]));
    expect(Math.max(...once.map(Math.abs))).toBeLessThanOrEqual(0.5);
    expect(new Set(once).size).toBeGreaterThan(50);
  });
});

describe('actions', () => {
  const channel: MohoChannel = {
    components: 1,
    main: keysOf([
      [0, 5],
      [3, 7, MohoMode.pose, 1, 0.5],
      [13, 9],
    ]),
    actions: [
      curveOf(4, [
        [0, 0, MohoMode.linear],
        [10, 10],
      ]),
      curveOf(2, [
        [0, 1, MohoMode.linear],
        [10, 21],
      ]),
    ],
  };
  const drive: Drive = {
    frames: Float64Array.from([0, 0, 2, 0, 5]),
    weights: Float64Array.from([1, 1, 0.5, 1, 2]),
    dials: Uint8Array.from([0, 0, 0, 0, 1]),
  };
  const mainAt = (frame: number): number => {
    const out = new Float64Array(1);
    evaluateMain(channel, frame, out);
    return out[0];
  };

  test('a pose key plays the action that it counts in its own channel, from frame 1 on', () => {
    expect(mainAt(0)).toBe(5);
    expect([3, 4, 12].map(mainAt)).toEqual([3, 5, 21]);
    expect(mainAt(13)).toBe(9);
  });

  test('one pose key alone plays too', () => {
    const alone = { ...channel, main: keysOf([[1, 0, MohoMode.pose, 1, 0.5]]) };
    const out = evaluateValues(
      { components: 1, rest: Float64Array.of(3), moving: [{ index: 0, channel: alone }] },
      5,
      { ...drive, weights: new Float64Array(5) },
      'plain',
    );
    expect([...out]).toEqual([11]);
  });

  test('differences from their own frame 0 are added, weighted', () => {
    const sums = (['all', 'dials', 'plain'] as const).map((which) => {
      const out = Float64Array.of(100);
      addActions(channel, drive, out, 0, which);
      return out[0];
    });
    expect(sums).toEqual([112, 110, 102]);
  });

  test('text is held, repeated by cycles, and replaced by what has a say', () => {
    const text = (keys: readonly Key[], texts: readonly string[]) => ({ ...keysOf(keys), values: texts });
    const order: MohoText = {
      main: text(
        [
          [0, 0],
          [4, 0],
          [8, 0, MohoMode.cycle, -1, 4],
        ],
        ['a', 'b', 'c'],
      ),
      actions: [
        {
          action: 2,
          keys: text(
            [
              [0, 0],
              [2, 0],
            ],
            ['x', 'y'],
          ),
        },
      ],
    };
    const idle: Drive = { ...drive, weights: new Float64Array(5) };
    expect([0, 3.9, 4, 8, 9, 13].map((frame) => evaluateText(order, frame, idle))).toEqual([
      'a',
      'a',
      'b',
      'c',
      'b',
      'c',
    ]);
    expect(evaluateText(order, 0, drive)).toBe('y');
  });
});
