import { expect, test } from 'vitest';
import { BoneState } from '../../src/engine/animate/bone-state.ts';
import { Skeleton } from '../../src/engine/animate/skeleton.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { withBones } from '../support/bones.ts';
import { sketchRig } from '../support/sketch.ts';

function bone(): BoneState {
  const rig = withBones(sketchRig([{ d: 'M 0 0 L 9 0 L 9 9 Z', group: 'g' }]), [
    { id: 'hand', base: [0, 0], tip: [10, 0] },
  ]);
  const host = { toStage: (x: number, y: number) => ({ x, y }) };
  return new BoneState('hand', 0, new Skeleton(compile(rig)), host, () => {});
}

test('a target that moves leaves a fade going, and a weight that was given', () => {
  const hand = bone().reach(1, 1, { fade: 1 });
  hand.advance(0.25);
  hand.reach(2, 3);
  expect([hand.targetX, hand.targetY, hand.reachWeight]).toEqual([2, 3, 0.25]);
  hand.advance(0.25);
  expect(hand.reachWeight).toBe(0.5);
  hand.advance(1);
  expect(hand.reachWeight).toBe(1);
  const weak = bone().reach(1, 1, { weight: 0.4 }).reach(2, 2);
  expect(weak.reachWeight).toBe(0.4);
});

test('reaching again after letting go, or while letting go, is whole', () => {
  const hand = bone().reach(1, 1, { weight: 0.4 }).release();
  expect([hand.reachWeight, hand.isReaching]).toEqual([0, false]);
  expect(hand.reach(1, 1).reachWeight).toBe(1);
  hand.release(1);
  hand.advance(0.5);
  expect(hand.reachWeight).toBe(0.5);
  expect(hand.reach(1, 1).reachWeight).toBe(1);
});
