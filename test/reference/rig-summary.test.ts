import { expect, test } from 'vitest';
import { compile } from '../../src/engine/compile/compile.ts';
import { groupRef, type Rig } from '../../src/engine/model/rig.ts';
import { summarizeRig } from '../../src/engine/reference/rig-summary.ts';
import { morphTo, sketchRig, withActions } from '../support/sketch.ts';

test('sums up a rig', () => {
  const still = sketchRig(
    [
      { d: 'M 0 0 L 30 0 L 30 30 Z M 10 10 L 16 10', group: 'legs', fill: [1, 0, 0, 1] },
      { d: 'M 50 50 L 70 70', group: 'arm', fill: null, stroke: [0, 0, 1, 1] },
      { d: 'M 0 0 L 90 0 L 90 90 Z', group: 'arm', role: 'clip' },
    ],
    { masks: [{ id: 'window', paths: [2], masks: [] }] },
  );
  const swap = [groupRef(2), groupRef(1)];
  const moved = withActions(still, [
    {
      name: 'bend',
      frames: 4,
      morphs: [morphTo(still, 1, { 2: 'M 50 50 L 70 90' })],
      styles: [
        { path: 0, property: 'fill', frames: Int32Array.of(1), values: [null] },
        { path: 1, property: 'strokeWidth', frames: Int32Array.of(1), values: [3] },
      ],
    },
    {
      name: 'swap',
      kind: 'bone',
      frames: 9,
      orders: [{ group: 0, frames: Int32Array.of(2, 5), values: [swap, [groupRef(1), groupRef(2)]] }],
    },
    { name: 'swap again', frames: 1, orders: [{ group: 0, frames: Int32Array.of(1), values: [swap] }] },
  ]);
  const rig: Rig = {
    ...moved,
    bones: [
      {
        id: 'bone_arm',
        group: 2,
        parent: -1,
        base: [0, 0],
        tip: [1, 0],
        strength: undefined,
        minAngle: undefined,
        maxAngle: undefined,
        isPin: false,
        fixed: false,
        flexiPoint: undefined,
      },
    ],
    smartBones: [{ action: 1, bone: 0, startAngle: 90, endAngle: 180, frames: 4 }],
  };
  const { deltaBytes, ...summary } = summarizeRig(compile(rig));
  expect(summary).toEqual({
    name: 'sketch',
    width: 100,
    height: 100,
    fps: 24,
    groups: 2,
    groupIds: ['legs', 'arm'],
    paths: 2,
    fills: 1,
    strokes: 1,
    contours: 3,
    segments: 4,
    points: 15,
    actions: [
      { name: 'base', kind: 'base', frames: 1, changedPaths: 0 },
      {
        name: 'bend',
        kind: 'morph',
        frames: 4,
        changedPaths: 2,
        smart: { bone: 'bone_arm', startAngle: 90, endAngle: 180, frames: 4 },
      },
      { name: 'swap', kind: 'bone', frames: 9, changedPaths: 0 },
      { name: 'swap again', kind: 'morph', frames: 1, changedPaths: 0 },
    ],
    bones: 1,
    boneNames: ['bone_arm'],
    smartBones: 1,
    masks: 1,
    // Rest, and legs before arm: the third key is rest again.
    drawOrders: 2,
  });
  expect(deltaBytes).toBeGreaterThan(0);
  expect(summarizeRig(compile(still)).deltaBytes).toBe(0);
});
