import { expect, test } from 'vitest';
import { Pose } from '../../src/engine/animate/pose.ts';
import { cellExtents, packCells, packPages } from '../../src/engine/compile/cell-layout.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { bend } from '../../src/engine/geometry/cubic.ts';
import { morphPoints } from '../../src/engine/reference/morph.ts';
import { resolveStyle } from '../../src/engine/reference/style.ts';
import { seeded } from '../support/random.ts';
import { randomRig } from '../support/random-rig.ts';
import { morphTo, sketchRig, withActions } from '../support/sketch.ts';

/** Laws of the merge, on the tables that the shaders read. */

const rig = randomRig({ seed: 5, motion: 30 });
const compiled = compile(rig);

function randomPose(random: () => number): Pose {
  const pose = new Pose(compiled);
  rig.actions.forEach((action, a) => {
    pose.setAction(
      a,
      random() * action.frames,
      random() < 0.3 ? 0 : random(),
      action.frames,
      random() < 0.5 ? 'hold' : 'linear',
    );
  });
  return pose;
}

test('actions add up: a mix is rest plus what each does alone', () => {
  const random = seeded(1);
  const rest = morphPoints(compiled, new Pose(compiled).actions);
  for (let round = 0; round < 20; round++) {
    const { actions } = randomPose(random);
    const sum = Float64Array.from(rest);
    for (let a = 0; a < rig.actions.length; a++) {
      const alone = new Float32Array(actions.length);
      alone.set(actions.subarray(a * 4, a * 4 + 4), a * 4);
      morphPoints(compiled, alone).forEach((value, i) => {
        sum[i] += value - rest[i];
      });
    }
    morphPoints(compiled, actions).forEach((value, i) => {
      expect(Math.abs(value - sum[i])).toBeLessThan(1e-9);
    });
  }
});

test('frame 0 and weight 0 are rest', () => {
  const rest = morphPoints(compiled, new Pose(compiled).actions);
  const pose = new Pose(compiled);
  for (const [a, action] of rig.actions.entries()) pose.setAction(a, 0, 1, action.frames, 'linear');
  expect(morphPoints(compiled, pose.actions)).toEqual(rest);
  for (const [a, action] of rig.actions.entries()) pose.setAction(a, action.frames, 0, action.frames, 'linear');
  expect(morphPoints(compiled, pose.actions)).toEqual(rest);
});

test('missing frames hold the one before; between two frames linear is linear', () => {
  const base = sketchRig([{ d: 'M 0 0 L 30 0 L 30 30' }]);
  const sketch = withActions(base, [
    { frames: 6, morphs: [morphTo(base, 0, { 2: 'M 10 0 L 40 0 L 40 30', 5: 'M 20 0 L 50 0 L 50 30' })] },
  ]);
  const tables = compile(sketch);
  const x = (frame: number, interpolation: 'hold' | 'linear', weight = 1) => {
    const pose = new Pose(tables);
    pose.setAction(1, frame, weight, 6, interpolation);
    return Math.round(morphPoints(tables, pose.actions)[0] * 100) / 100;
  };
  expect([0, 1, 2, 3, 4, 5, 6, 99].map((frame) => x(frame, 'hold'))).toEqual([0, 0, 10, 10, 10, 20, 20, 20]);
  expect([1.5, 2.5, 4.25, 5.5].map((frame) => x(frame, 'linear'))).toEqual([5, 10, 12.5, 20]);
  expect(x(4.75, 'hold')).toBe(10);
  expect(x(5, 'hold', 0.25)).toBe(5);
});

test('no mix bends a segment more than its chords are made for', () => {
  const random = seeded(2);
  const { points, bends } = compiled.pathSegments;
  for (let round = 0; round < 50; round++) {
    const posed = morphPoints(compiled, randomPose(random).actions);
    points.forEach((point, s) => {
      expect(bend(posed, point)).toBeLessThanOrEqual(bends[s] * (1 + 1e-5) + 0.02);
    });
  }
});

test('no mix leaves the boxes of its cells, nor their sizes', () => {
  const random = seeded(3);
  const { boxes, sizes } = cellExtents(compiled, new Uint8Array(rig.actions.length).fill(1));
  for (let round = 0; round < 50; round++) {
    const posed = morphPoints(compiled, randomPose(random).actions);
    for (let cell = 0; cell < compiled.cells.length / 4; cell++) {
      const path = compiled.cells[cell * 4];
      const first = compiled.firstPoints[path];
      const count = rig.paths[path].points.length / 2;
      for (const axis of [0, 1]) {
        const values = Array.from({ length: count }, (_, i) => posed[(first + i) * 2 + axis]);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(boxes[cell * 4 + axis] - 0.02);
        expect(Math.max(...values)).toBeLessThanOrEqual(boxes[cell * 4 + 2 + axis] + 0.02);
        expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(sizes[cell * 2 + axis] + 0.04);
      }
    }
  }
});

/** How many cells stand on the busiest px of a layout. */
function busiest({ width, height, places }: { width: number; height: number; places: Uint16Array }): number {
  const taken = new Uint8Array(width * height);
  for (let cell = 0; cell < places.length / 4; cell++) {
    const [x, y, w, h] = places.subarray(cell * 4, cell * 4 + 4);
    for (let j = y; j < y + h; j++) for (let i = x; i < x + w; i++) taken[j * width + i]++;
  }
  return Math.max(...taken);
}

test('places of cells do not overlap; there is no layout where they do not fit', () => {
  const extents = cellExtents(compiled, new Uint8Array(rig.actions.length));
  const layout = packCells(extents, [1, 0, 0, 1], [202, 202], 4096);
  expect(layout).toBeDefined();
  if (layout) expect(busiest(layout)).toBe(1);
  expect(packCells(extents, [1, 0, 0, 1], [202, 202], 128)).toBeUndefined();
});

test('pages hold every item once, in order, each with its cells at full size', () => {
  const extents = cellExtents(compiled, new Uint8Array(rig.actions.length));
  const order = Uint32Array.from({ length: compiled.items.length / 4 }, (_, i) => i);
  const pages = packPages(compiled, extents, [1, 0, 0, 1, 0, 0], [200, 200], order, 128);
  expect(pages.length).toBeGreaterThan(1);
  let slot = 0;
  for (const page of pages) {
    expect(page.firstSlot).toBe(slot);
    expect(Math.max(page.width, page.height)).toBeLessThanOrEqual(128);
    expect(busiest(page)).toBe(1);
    for (let i = 0; i < page.slotCount; i++, slot++) {
      const cell = compiled.items[order[slot] * 4];
      const width = Math.min(extents.boxes[cell * 4 + 2], 201) - Math.max(extents.boxes[cell * 4], -1);
      expect(page.places[cell * 4 + 2]).toBeGreaterThanOrEqual(width);
    }
  }
  expect(slot).toBe(order.length);
});

test('what lies off the canvas takes no room', () => {
  const extents = cellExtents(compiled, new Uint8Array(rig.actions.length));
  const order = Uint32Array.from({ length: compiled.items.length / 4 }, (_, i) => i);
  expect(packPages(compiled, extents, [1, 0, 0, 1, 5000, 0], [200, 200], order, 128).length).toBe(1);
});

test('a colour is that of the last action in the list with a key; widths and visibility likewise', () => {
  const red = [1, 0, 0, 1] as const;
  const blue = [0, 0, 1, 1] as const;
  const base = sketchRig([{ d: 'M 0 0 L 9 0 L 9 9 Z', group: 'g', fill: red }]);
  const sketch = withActions(base, [
    {
      frames: 9,
      styles: [
        { path: 0, property: 'fill', frames: Int32Array.of(3, 6), values: [blue, null] },
        { path: 0, property: 'strokeWidth', frames: Int32Array.of(4), values: [7] },
      ],
      visibility: [{ group: 1, frames: Int32Array.of(2, 5), values: [false, true] }],
    },
    { frames: 9, styles: [{ path: 0, property: 'fill', frames: Int32Array.of(5), values: [red] }] },
  ]);
  const tables = compile(sketch);
  const at = (first: number, second: number, weight = 1) => {
    const pose = new Pose(tables);
    pose.setAction(1, first, weight, 9, 'linear');
    pose.setAction(2, second, 1, 9, 'linear');
    return resolveStyle(tables, 0, pose.actions);
  };
  expect(at(0, 0)).toEqual({ fill: red, stroke: null, strokeWidth: 1, visible: true });
  expect(at(3.9, 0)).toMatchObject({ fill: blue, strokeWidth: 1, visible: false });
  expect(at(4, 5)).toMatchObject({ fill: red, strokeWidth: 7, visible: false });
  expect(at(9, 4)).toMatchObject({ fill: null, visible: true });
  expect(at(9, 4, 0)).toMatchObject({ fill: red, strokeWidth: 1 });
});
