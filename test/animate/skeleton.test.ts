import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pose } from '../../src/engine/animate/pose.ts';
import { applyRequest, type PoseRequest, resolveRequest } from '../../src/engine/animate/pose-request.ts';
import { Skeleton } from '../../src/engine/animate/skeleton.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { type BoneSketch, boneAction, boneTrack, randomBonedRig, withBones } from '../support/bones.ts';
import { morphTo, sketchRig, withActions } from '../support/sketch.ts';

const square = 'M 10 10 L 20 10 L 20 20 Z';
const plain = withActions(
  sketchRig([
    { d: square, group: 'g' },
    { d: square, group: 'free' },
  ]),
  [],
);

/** Four bones end to end along y = 10, 20 px each, the first one fixed. */
const chain: BoneSketch[] = [0, 1, 2, 3].map((b) => ({
  id: `b${b}`,
  base: [b * 20, 10],
  tip: [b * 20 + 20, 10],
  strength: 0.1 * (b + 1),
  fixed: b === 0,
  ...(b > 0 && { parent: `b${b - 1}` }),
}));

class Posed {
  readonly pose: Pose;
  readonly skeleton: Skeleton;
  readonly compiled;

  constructor(rig: Rig) {
    this.compiled = compile(rig);
    this.pose = new Pose(this.compiled);
    this.skeleton = new Skeleton(this.compiled);
  }

  set(request: PoseRequest): this {
    applyRequest(this.pose, this.skeleton, this.compiled, resolveRequest(this.compiled, request));
    return this;
  }

  tip(bone: number): number[] {
    return [...this.skeleton.ends.subarray(bone * 4 + 2, bone * 4 + 4)];
  }

  get points(): number[] {
    return [...posePoints(this.compiled, this.pose)];
  }
}

const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

test('at rest bones do exactly nothing', () => {
  const rig = randomBonedRig(4);
  const posed = new Posed(rig).set({});
  expect(posed.pose.bones.every((value) => value === 0)).toBe(true);
  // Turned and turned back, too.
  posed.set({ bones: { b1: 30 } });
  expect(posed.pose.bones.some((value) => value !== 0)).toBe(true);
  posed.set({ bones: { b1: 0 } });
  expect(posed.pose.bones.every((value) => value === 0)).toBe(true);
});

test('a pose tells when its bones have changed, and when all are at rest', () => {
  const posed = new Posed(randomBonedRig(4));
  expect(posed.pose.bonesVersion).toBe(0);
  const versions = [30, 40, 0, 30].map((b1) => posed.set({ bones: { b1 } }).pose.bonesVersion);
  expect(versions[2]).toBe(0);
  expect(new Set(versions).size).toBe(4);
  posed.pose.clear();
  expect(posed.pose.bonesVersion).toBe(0);
});

test('four flexi bones have weights that add up to 1: where all move alike, so do the points', () => {
  const rig = withBones(plain, chain, { g: ['b0', 'b1', 'b2', 'b3'] });
  const posed = new Posed(rig);
  const before = posed.set({}).points;
  // The others hang on the first.
  posed.skeleton.moves.set([7, -3]);
  posed.skeleton.solve(posed.pose);
  const count = rig.paths[0].points.length;
  posed.points.slice(0, count).forEach((value, i) => {
    expect(value).toBeCloseTo(before[i] + (i % 2 === 0 ? 7 : -3), 4);
  });
  expect(posed.points.slice(count)).toEqual(before.slice(count));
});

test('a bone that is turned carries its children, and a lone one its points', () => {
  const posed = new Posed(withBones(plain, chain, { g: ['b1'] })).set({ bones: { b1: 90 } });
  expect(distance(posed.tip(1), [20, 30])).toBeLessThan(1e-9);
  expect(distance(posed.tip(3), [20, 70])).toBeLessThan(1e-9);
  // (10, 10) is 10 px before its base.
  expect(distance(posed.points, [20, 0])).toBeLessThan(1e-4);
});

test('a bone between two frames, and at half weight, keeps its length', () => {
  const turned = boneTrack(1, { 1: [0, 0, -20, 20], 2: [0, 0, -40, 0] });
  const rig = withBones({ ...plain, actions: [...plain.actions, boneAction('turn', 2, [turned])] }, chain);
  const posed = new Posed(rig);
  for (const [request, degrees] of [
    [{ turn: 1 }, 90],
    [{ turn: 1.5 }, 135],
    [{ turn: { frame: 1, weight: 0.5 } }, 45],
    [{ turn: { frame: 2, weight: 0.5 } }, 90],
  ] as const) {
    posed.set({ actions: request });
    const at = (degrees * Math.PI) / 180;
    expect(distance(posed.tip(1), [20 + 20 * Math.cos(at), 10 + 20 * Math.sin(at)])).toBeLessThan(1e-9);
  }
});

describe('smart actions', () => {
  const rig = (() => {
    const moved = withActions(plain, [
      { name: 'dial', frames: 9, morphs: [morphTo(plain, 0, { 5: 'M 15 10 L 25 10 L 25 20 Z' })] },
      { name: 'second', frames: 9, bones: [boneTrack(3, { 4: [0, 0, -20, 20] })] },
      { name: 'third', frames: 9 },
      boneAction('walk', 2, [boneTrack(1, { 1: [0, 0, -20, -20] })]),
    ]);
    return withBones(moved, chain, {}, [
      { bone: 'b1', action: 'dial', startAngle: 0, endAngle: 180, frames: 9 },
      { bone: 'b1', action: 'second', startAngle: 0, endAngle: 180, frames: 9 },
      { bone: 'b3', action: 'third', startAngle: -180, endAngle: 180, frames: 9 },
    ]);
  })();
  const driven = (request: PoseRequest) => [...new Posed(rig).set(request).skeleton.drivenFrames];

  test('are driven when a bone action plays, not when it is set', () => {
    // b1 turns by 90° counter-clockwise, which moves b3 through the second action.
    expect(driven({ play: { walk: 1 } })).toEqual([-1, 5, 5, 5, -1]);
    expect(driven({ actions: { walk: 1 } })).toEqual([-1, -1, -1, -1, -1]);
    expect(driven({ play: { walk: { frame: 1, weight: 0 } } })).toEqual([-1, -1, -1, -1, -1]);
  });

  test('are driven by a bone that is turned from outside, and by those it carries', () => {
    expect(driven({ bones: { b1: -90 } })).toEqual([-1, 5, 5, 5, -1]);
    expect(driven({ bones: { b3: -90 } })).toEqual([-1, -1, -1, 7, -1]);
  });

  test('keep their frame where they have a weight of their own', () => {
    const posed = new Posed(rig).set({ play: { walk: 1 }, actions: { dial: { frame: 2, weight: 0.5 } } });
    expect(posed.skeleton.drivenFrames[1]).toBe(-1);
    expect([...posed.pose.actions.subarray(4, 8)]).toEqual([2, 3, 0.5, 0]);
  });

  test('give way to what is played after they were driven, and come back when it is over', () => {
    const posed = new Posed(rig).set({ bones: { b1: -90 } });
    const { pose, skeleton } = posed;
    const dial = () => [...pose.actions.subarray(4, 8)];
    expect(dial()).toEqual([5, 6, 1, 0]);
    for (let frame = 0; frame < 3; frame++) {
      pose.setFrames(1, 2, 3, 0, 0.5);
      skeleton.solve(pose);
      expect(dial()).toEqual([2, 3, 0.5, 0]);
      expect(skeleton.drivenFrames[1]).toBe(-1);
    }
    pose.setFrames(1, 0, 0, 0, 0);
    skeleton.solve(pose);
    expect(dial()).toEqual([5, 6, 1, 0]);
  });

  test('move their paths', () => {
    const { points } = new Posed(rig).set({ bones: { b1: -90 } });
    expect(points[0]).toBeCloseTo(15, 2);
  });
});

describe('reaching', () => {
  const rig = withBones(plain, chain, { g: ['b3'] });

  test('brings the tip to the point; a fixed bone stays', () => {
    const posed = new Posed(rig).set({ ik: { b3: [50, 40] } });
    expect(distance(posed.tip(3), [50, 40])).toBeLessThan(0.1);
    expect(posed.tip(0)).toEqual([20, 10]);
    expect(distance(posed.tip(0), posed.tip(1))).toBeCloseTo(20, 6);
  });

  test('stretches toward what is too far', () => {
    const posed = new Posed(rig).set({ ik: { b3: [20, 500] } });
    expect(distance(posed.tip(3), [20, 70])).toBeLessThan(0.1);
  });

  test('turns no more bones than its chain has, and no pins', () => {
    const short = new Posed(rig).set({ ik: { b3: { x: 50, y: 40, chain: 1 } } });
    expect(short.tip(2)).toEqual([60, 10]);
    const pinned = new Posed(
      withBones(
        plain,
        chain.map((bone) => ({ ...bone, isPin: bone.id === 'b2' })),
      ),
    );
    pinned.set({ ik: { b3: [40, 45] } });
    expect(distance(pinned.tip(3), [40, 45])).toBeLessThan(0.1);
    expect(pinned.skeleton.angles[2]).toBeCloseTo(pinned.skeleton.angles[1], 9);
  });

  test('half way at half its weight, several at once, and the rest pose at none', () => {
    const whole = new Posed(rig).set({ ik: { b3: [50, 40] } });
    const half = new Posed(rig).set({ ik: { b3: { x: 50, y: 40, weight: 0.5 } } });
    for (const bone of [1, 2, 3]) {
      const own = (posed: Posed) => posed.skeleton.angles[bone] - posed.skeleton.angles[bone - 1];
      expect(own(half)).toBeCloseTo(own(whole) / 2, 6);
    }
    expect(new Posed(rig).set({ ik: { b3: { x: 50, y: 40, weight: 0 } } }).tip(3)).toEqual([80, 10]);
    const forked = withBones(plain, [...chain, { id: 'other', base: [40, 10], tip: [40, 40], parent: 'b1' }]);
    const both = new Posed(forked).set({ ik: { b3: [60, 35], other: [15, 40] } });
    expect(distance(both.tip(3), [60, 35])).toBeLessThan(0.1);
    expect(distance(both.tip(4), [15, 40])).toBeLessThan(0.1);
  });

  test('keeps to the limits of angles', () => {
    const limited = chain.map((bone) => ({ ...bone, minAngle: -20, maxAngle: 30 }));
    const posed = new Posed(withBones(plain, limited));
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 150 }), fc.integer({ min: -100, max: 150 }), (x, y) => {
        posed.set({ ik: { b3: [x, y] } });
        for (const bone of [1, 2, 3]) {
          const angle = ((posed.skeleton.angles[bone] - posed.skeleton.angles[bone - 1]) * 180) / Math.PI;
          expect(angle).toBeGreaterThanOrEqual(-20 - 1e-6);
          expect(angle).toBeLessThanOrEqual(30 + 1e-6);
        }
      }),
      { numRuns: 100, seed: 2 },
    );
  });

  test('comes to its point through flexi points and stretched bones', () => {
    const bones: BoneSketch[] = [
      ...chain.slice(0, 2),
      { id: 'b2', base: [45, 12], tip: [60, 10], parent: 'b1', flexiPoint: { point: 0, bones: ['b0', 'b1'] } },
      { id: 'b3', base: [60, 10], tip: [80, 10], parent: 'b2' },
    ];
    const posed = new Posed(withBones(plain, bones));
    posed.skeleton.scales[2] = 1.4;
    posed.skeleton.solve(posed.pose, [{ bone: 3, x: 45, y: 40, weight: 1, chain: Infinity }]);
    expect(distance(posed.tip(3), [45, 40])).toBeLessThan(0.1);
  });
});

test('a pose is what it is, whatever was before', () => {
  const rig = randomBonedRig(2);
  const ids = rig.bones.map(({ id }) => id);
  const number = fc.integer({ min: -200, max: 200 });
  const request: fc.Arbitrary<PoseRequest> = fc.record({
    play: fc.dictionary(fc.constant('walk'), fc.double({ min: 0, max: 12, noNaN: true }), { maxKeys: 1 }),
    bones: fc.dictionary(fc.constantFrom(...ids), number, { maxKeys: 3 }),
    ik: fc.dictionary(fc.constantFrom(...ids), fc.tuple(number, number), { maxKeys: 2 }),
  });
  const used = new Posed(rig);
  fc.assert(
    fc.property(request, request, (before, after) => {
      used.set(before).set(after);
      const fresh = new Posed(rig).set(after);
      expect([...used.pose.bones]).toEqual([...fresh.pose.bones]);
      expect([...used.pose.actions]).toEqual([...fresh.pose.actions]);
    }),
    { numRuns: 60, seed: 6 },
  );
});

test('no finite input gives a number that is none', () => {
  const wild = fc.constantFrom(0, -0, 1e-300, 1e-9, 1, -50, 1e4, -1e8, 1e8);
  const bones = fc.tuple(
    ...[0, 1, 2, 3].map((b) =>
      fc.record({
        id: fc.constant(`b${b}`),
        base: fc.tuple(wild, wild),
        tip: fc.tuple(wild, wild),
        strength: fc.constantFrom(0, 1, 1e-300, 1e30, -1),
        ...(b > 0 && { parent: fc.constant(`b${b - 1}`) }),
        minAngle: fc.constantFrom(undefined, -400, 0),
        maxAngle: fc.constantFrom(undefined, 0, 1e8),
        isPin: fc.boolean(),
      }),
    ),
  );
  fc.assert(
    fc.property(bones, wild, wild, wild, wild, (sketches, angle, scale, x, y) => {
      const rig = withBones(plain, sketches as BoneSketch[], { g: ['b0', 'b1', 'b2'], free: ['b3'] });
      const posed = new Posed(rig);
      posed.skeleton.turns.fill(angle);
      posed.skeleton.scales.fill(Math.abs(scale));
      posed.skeleton.moves.fill(x);
      posed.skeleton.solve(posed.pose, [{ bone: 3, x, y, weight: 1, chain: Infinity }]);
      expect(posed.skeleton.ends.every(Number.isFinite)).toBe(true);
      expect(posed.skeleton.angles.every(Number.isFinite)).toBe(true);
    }),
    { numRuns: 300, seed: 9 },
  );
});
