import { expect, test } from 'vitest';
import { Pose } from '../../src/engine/animate/pose.ts';
import { Skeleton } from '../../src/engine/animate/skeleton.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { withOwnMotion } from '../../src/loader/rig-json/own-motion.ts';
import { type BoneSketch, boneAction, boneTrack, withBones } from '../support/bones.ts';
import { morphTo, sketchRig, withActions } from '../support/sketch.ts';

/**
 * One pose of a character as path_control computes it, step by step: numbers in px that were worked
 * out by hand. Bones whose way to their place is not part of the example are keyed to it.
 */
const near = (found: readonly number[], expected: readonly number[], tolerance = 0.001): void => {
  expect(found.length).toBe(expected.length);
  found.forEach((value, i) => {
    expect(Math.abs(value - expected[i]), `${found} is ${expected}`).toBeLessThanOrEqual(tolerance);
  });
};

const strength = 0.05;
const bones: (BoneSketch & { readonly now?: readonly [number, number, number, number] })[] = [
  { id: 'B2', base: [239.472, 386.664], tip: [239.472, 327.168], now: [247.512, 391.8, 252.528, 332.496] },
  { id: 'B3', base: [239.472, 327.168], tip: [234.336, 254.328], now: [252.528, 332.496, 251.2393, 259.4554] },
  {
    id: 'B9',
    base: [290.76, 257.424],
    tip: [306.144, 348.696],
    now: [290.52, 260.376, 330.072, 344.088],
    parent: 'B3',
    flexiPoint: { point: 0, bones: ['B2', 'B3'] },
  },
  { id: 'B11', base: [306.144, 348.696], tip: [313.32, 414.36], now: [342.7081, 354.7153, 357.2736, 419.1799] },
  { id: 'dial', base: [551.28, 215.376], tip: [551.28, 145], now: [551.28, 215.376, 492.024, 176.544] },
];

function example(): { rig: Rig; pose: Pose; skeleton: Skeleton } {
  const plain = sketchRig([{ d: 'M 290.88 459.792 L 300 470', group: 'left_arm', fill: null, stroke: [0, 0, 0, 1] }]);
  const smart = morphTo(plain, 0, { 63: 'M 291.6 459.072 L 300 470' });
  const acting = withActions(plain, [
    { name: 'arm', frames: 100, morphs: [smart] },
    boneAction(
      'walk',
      24,
      bones.map(({ base, tip, now = [...base, ...tip] }, b) =>
        boneTrack(b, { 24: [now[0] - base[0], now[1] - base[1], now[2] - tip[0], now[3] - tip[1]] }),
      ),
    ),
  ]);
  const rig = withBones(
    acting,
    bones.map(({ now: _, ...bone }) => ({ strength, ...bone })),
    { left_arm: ['B9', 'B11'] },
    [{ bone: 'dial', action: 'arm', startAngle: 90, endAngle: 180, frames: 100, firstFrame: 0, rule: 'ancestor' }],
  );
  const compiled = compile(rig);
  const pose = new Pose(compiled);
  const skeleton = new Skeleton(compiled);
  pose.setAction(2, 24, 1, 24, 'hold');
  skeleton.drives = true;
  skeleton.solve(pose);
  return { rig, pose, skeleton };
}

const { rig, pose, skeleton } = example();

function effect(bone: number): number[] {
  const [a, b, c, d, e, f] = pose.bones.subarray(bone * 8, bone * 8 + 6);
  return [a + 1, b, c, d + 1, e, f];
}

const carried = (bone: number, x: number, y: number): number[] => {
  const [a, b, c, d, e, f] = effect(bone);
  return [a * x + c * y + e, b * x + d * y + f];
};

test('1: the effect of a bone that turns and gets longer scales along y', () => {
  near(effect(1).slice(0, 4), [0.998609, 0.052728, -0.05275, 0.999035], 2e-6);
  near(effect(1).slice(4), [30.6473, -6.983]);
});

test('2: the effect of the bone below', () => {
  near(effect(0).slice(0, 4), [0.996442, 0.08428, -0.084308, 0.996773], 2e-6);
  near(effect(0).slice(4), [41.491, -13.7989]);
});

test('3: a bone is carried by its parent', () => {
  near(carried(1, 290.52, 260.376), [307.0283, 268.4601]);
  near(carried(1, 330.072, 344.088), [342.1094, 354.1768]);
});

test('4: its flexi point lands between two bones', () => {
  near([...skeleton.ends.subarray(8, 12)], [307.6364, 268.9965, 342.7175, 354.7132]);
});

test('5: the angle of a bone becomes the frame of its action', () => {
  near([skeleton.angles[4]], [-2.561482], 1e-6);
  expect(skeleton.drivenFrames[1]).toBe(63);
});

test('6: the action moves the point', () => {
  expect(pose.actions[4]).toBe(63);
  const point = posePoints(compile({ ...rig, groups: rig.groups.map((group) => ({ ...group, flexi: [] })) }), pose);
  near([point[0], point[1]], [291.6, 459.072]);
});

test('7 and 8: two bones carry it, each by its weight', () => {
  near(carried(2, 291.6, 459.072), [352.7823, 465.6578], 0.002);
  near(carried(3, 291.6, 459.072), [340.7498, 466.0856], 0.002);
  const point = posePoints(compile(rig), pose);
  near([point[0], point[1]], [342.7499, 466.0145]);
});

test("9: the parent's motion is taken out of a key", () => {
  const [b3, b9] = [rig.bones[1], rig.bones[2]];
  const rest3 = { ...b3, base: [239.472, 327.168] as const, tip: [234.359, 254.35] as const };
  const rest9 = { ...b9, parent: 0, base: [290.769, 257.436] as const, tip: [306.144, 348.696] as const };
  // B3 turns as in step 1; of B9 the base is what the example follows.
  const turned = boneTrack(0, { 25: [252.528 - 239.472, 332.496 - 327.168, 16.909, 5.188] });
  const tip: [number, number] = [345.3, 351.9];
  const track = boneTrack(1, { 25: [307.437 - 290.769, 265.591 - 257.436, tip[0] - 306.144, tip[1] - 348.696] });
  const [, own] = withOwnMotion(boneAction('walk', 25, [turned, track]), [rest3, rest9]).bones;
  near([...own.deltas.subarray(0, 2)], [-0.241, 2.967]);
  // The tip goes back by the same way and then by the turn of B3 about the base.
  const turn = Math.atan2(254.35 - 327.168, 234.359 - 239.472) - Math.atan2(259.538 - 332.496, 251.268 - 252.528);
  const [dx, dy] = [tip[0] - 307.437, tip[1] - 265.591];
  const base = [290.769 - 0.241, 257.436 + 2.967];
  near(
    [...own.deltas.subarray(2)],
    [
      base[0] + Math.cos(turn) * dx - Math.sin(turn) * dy - 306.144,
      base[1] + Math.sin(turn) * dx + Math.cos(turn) * dy - 348.696,
    ],
  );
});
