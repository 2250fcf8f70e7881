import { describe, expect, test } from 'vitest';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { tessellate } from '../../src/engine/compile/tessellate.ts';
import { contourSigns } from '../../src/engine/geometry/orientation.ts';
import type { Action, Contour, Group, Path, Rig } from '../../src/engine/model/rig.ts';
import { groupRef } from '../../src/engine/model/rig.ts';
import { resolveStyle } from '../../src/engine/reference/style.ts';
import { sketchRig, withActions } from '../support/sketch.ts';
import { within } from '../support/within.ts';

/** Rigs of hostile size compile in bounded time and memory, or are refused. */

const SQUARE = 'M 0 0 L 10 0 L 10 10 Z';

/** `depth` groups inside one another, and `count` paths in the innermost. */
function nested(depth: number, count: number, parts: { group?: Partial<Group>; path?: Partial<Path> } = {}): Rig {
  const flat = sketchRig([{ d: SQUARE }]);
  const groups = Array.from(
    { length: depth },
    (_, g): Group => ({
      id: `g${g}`,
      parent: g - 1,
      children: g < depth - 1 ? [groupRef(g + 1)] : Array.from({ length: count }, (_, p) => p),
      masks: [],
      flexi: [],
      ...parts.group,
    }),
  );
  const paths = Array.from(
    { length: count },
    (_, index): Path => ({ ...flat.paths[0], group: depth - 1, index, ...parts.path }),
  );
  return { ...flat, groups, paths };
}

/** `count` groups beside one another, each with so many paths. */
function wide(count: number, each: number): Rig {
  const flat = sketchRig([{ d: SQUARE }]);
  const inGroup = (g: number) => Array.from({ length: each }, (_, index) => g * each + index);
  const groups = Array.from(
    { length: count },
    (_, g): Group => ({ id: `g${g}`, parent: 0, children: inGroup(g), masks: [], flexi: [] }),
  );
  const root = { ...flat.groups[0], children: groups.map((_, g) => groupRef(g + 1)) };
  const paths = groups.flatMap((_, g) =>
    Array.from({ length: each }, (_, index): Path => ({ ...flat.paths[0], group: g + 1, index })),
  );
  return { ...flat, groups: [root, ...groups], paths };
}

const hidden = (group: number, frame = 1) => ({ group, frames: Int32Array.of(frame), values: [false] });

describe('visibility', () => {
  test('of many groups beside one another touches each path once', async () => {
    const rig = withActions(wide(10_000, 1), [{ visibility: Array.from({ length: 10_000 }, (_, i) => hidden(i + 1)) }]);
    const compiled = await within(2, () => compile(rig));
    expect(compiled.styles.length).toBe(4 * 10_000);
    const pose = new Pose(compiled);
    pose.setAction(1, 1, 1, 1, 'hold');
    expect([0, 9999].map((path) => resolveStyle(compiled, path, pose.actions).visible)).toEqual([false, false]);
  });

  test('of many groups around many paths is refused', () => {
    const rig = withActions(nested(2000, 10_000), [
      { visibility: Array.from({ length: 2000 }, (_, group) => hidden(group)) },
    ]);
    expect(() => compile(rig)).toThrow(
      'the rig needs more texels of styles than a table holds; expected at most 4194304; found 4194305 or more',
    );
  });
});

describe('masks', () => {
  test('around many paths are gathered once', async () => {
    const masks = Array.from({ length: 2000 }, (_, m) => ({ id: '', paths: [0], masks: m > 0 ? [m - 1] : [] }));
    const rig = { ...nested(1000, 20_000, { group: { masks: [1999] } }), masks };
    const compiled = await within(2, () => compile(rig));
    expect(compiled.masks.length).toBe(2000);
  });

  test('of very many kinds are refused', () => {
    const masks = Array.from({ length: 4000 }, (_, m) => ({
      id: '',
      paths: [0],
      masks: m > 0 && m < 3000 ? [m - 1] : [],
    }));
    const rig = nested(1, 10_000, { group: { masks: [2999] } });
    const paths = rig.paths.map((path, p) => ({ ...path, masks: [3000 + (p % 1000), 3000 + ((p * 7) % 999)] }));
    expect(() => compile({ ...rig, paths, masks })).toThrow('the rig needs more texels of masks than a table holds');
  });
});

test('tracks of very many kinds of keys are refused', () => {
  const plain = wide(1, 400);
  const rig = withActions(plain, [
    {
      frames: 100_000,
      styles: plain.paths.map((_, path) => ({
        path,
        property: 'fill',
        frames: Int32Array.of(path + 1),
        values: [null],
      })),
    },
  ]);
  expect(() => compile(rig)).toThrow(
    'the rig needs more frames of tracks than a table holds; expected at most 4194304; found',
  );
});

test('orders of very long actions take no more than their keys', async () => {
  const orders: Action['orders'] = Array.from({ length: 1000 }, (_, g) => ({
    group: g + 1,
    frames: Int32Array.of(1, 500_000),
    values: [
      [2 * g + 1, 2 * g],
      [2 * g, 2 * g + 1],
    ],
  }));
  const compiled = compile(withActions(wide(1000, 2), [{ frames: 1_000_000, orders }]));
  const drawOrders = await within(2, () => new DrawOrders(compiled));
  const pose = new Pose(compiled);
  const firstTwo = (frame: number) => {
    pose.setAction(1, frame, 1, 1_000_000, 'hold');
    return [...drawOrders.row(drawOrders.find(pose.actions)).subarray(0, 2)];
  };
  expect([0, 1, 499_999, 500_000, 1_000_000].map(firstTwo)).toEqual([
    [0, 1],
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
  ]);
});

describe('contours', () => {
  const rings = (count: number, segments: number): { points: Float64Array; contours: Contour[] } => {
    const points = new Float64Array(count * (3 * segments + 1) * 2).map((_, i) => (i * 7919) % 100);
    const contours = Array.from({ length: count }, (_, c) => ({
      start: c * (3 * segments + 1),
      segments,
      closed: true,
    }));
    return { points, contours };
  };

  test.each([
    [100_000, 3],
    [1000, 100],
  ])('%i of %i segments are turned in bounded time', async (count, segments) => {
    const { points, contours } = rings(count, segments);
    const signs = await within(1, () => contourSigns(points, contours, 'evenodd'));
    expect(signs.length).toBe(count);
  });
});

test('curves of hostile size have no more chords than memory holds', async () => {
  const curve = `M 0 0 ${'C 1e29 -1e29 -1e29 1e29 0 0 '.repeat(20_000)}`;
  const compiled = compile(sketchRig([{ d: curve }]));
  const { vertexCount, edges } = await within(4, () => tessellate(compiled, 100));
  expect(vertexCount).toBeLessThan(2 ** 21);
  expect(vertexCount).toBeGreaterThan(2 ** 19);
  expect(edges.length).toBe(vertexCount * 4);
  const plain = compile(sketchRig([{ d: 'M 0 0 C 0 100 100 100 100 0' }]));
  expect(tessellate(plain, 1).vertexCount).toBe(34);
});
