import { expect, test } from 'vitest';
import { compile } from '../../src/engine/compile/compile.ts';
import { type Action, groupRef, type NodeRef, type Rig } from '../../src/engine/model/rig.ts';
import { summarizeRig } from '../../src/engine/reference/rig-summary.ts';
import { morphTo, sketchRig, withActions } from '../support/sketch.ts';

const order = (name: string, group: number, frame: number, children: readonly NodeRef[]): Partial<Action> => ({
  name,
  kind: 'bone',
  frames: frame,
  orders: [{ group, frames: Int32Array.of(frame), values: [children] }],
});

test('sums up a rig', () => {
  const still = sketchRig(
    [
      { d: 'M 0 0 L 30 0 L 30 30 Z M 10 10 L 16 10', group: 'legs', fill: [1, 0, 0, 1] },
      { d: 'M 0 0 L 1 0', group: 'legs' },
      { d: 'M 50 50 L 70 70', group: 'arm', fill: null, stroke: [0, 0, 1, 1] },
      { d: 'M 0 0 L 90 0 L 90 90 Z', group: 'arm', role: 'clip' },
    ],
    { masks: [{ id: 'window', paths: [3], masks: [] }] },
  );
  const moved = withActions(still, [
    {
      name: 'bend',
      frames: 4,
      morphs: [
        morphTo(still, 2, { 2: 'M 50 50 L 70 90' }),
        // The clip path moves too, and does not count.
        morphTo(still, 3, { 1: 'M 0 0 L 90 0 L 90 80 Z' }),
      ],
      styles: [
        { path: 0, property: 'fill', frames: Int32Array.of(1), values: [null] },
        { path: 2, property: 'strokeWidth', frames: Int32Array.of(1), values: [3] },
      ],
    },
    order('swap', 0, 5, [groupRef(2), groupRef(1)]),
    order('turn', 1, 1, [1, 0]),
    order('back', 0, 1, [groupRef(1), groupRef(2)]),
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
    smartBones: [{ action: 1, bone: 0, startAngle: 90, endAngle: 180, frames: 4, firstFrame: 1, rule: 'nearest' }],
  };
  const { deltaBytes, ...summary } = summarizeRig(compile(rig));
  expect(summary).toEqual({
    name: 'sketch',
    width: 100,
    height: 100,
    fps: 24,
    groups: 2,
    groupIds: ['legs', 'arm'],
    paths: 3,
    fills: 2,
    strokes: 1,
    contours: 4,
    segments: 5,
    points: 19,
    actions: [
      { name: 'base', kind: 'base', frames: 1, changedPaths: 0 },
      {
        name: 'bend',
        kind: 'morph',
        frames: 4,
        changedPaths: 2,
        smart: { bone: 'bone_arm', startAngle: 90, endAngle: 180, frames: 4 },
      },
      { name: 'swap', kind: 'bone', frames: 5, changedPaths: 0 },
      { name: 'turn', kind: 'bone', frames: 1, changedPaths: 0 },
      { name: 'back', kind: 'bone', frames: 1, changedPaths: 0 },
    ],
    bones: 1,
    boneNames: ['bone_arm'],
    smartBones: 1,
    masks: 1,
    // Rest, arm before legs, and legs turned; never two actions together.
    drawOrders: 3,
  });
  expect(deltaBytes).toBeGreaterThan(0);
  expect(summarizeRig(compile(still)).deltaBytes).toBe(0);
});
