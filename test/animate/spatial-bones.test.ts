import { describe, expect, test } from 'vitest';
import { divideRig } from '../../src/engine/animate/divide-rig.ts';
import { Mixer } from '../../src/engine/animate/mixer.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { Skeleton } from '../../src/engine/animate/skeleton.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { withBones } from '../support/bones.ts';
import { sketchRig, withActions } from '../support/sketch.ts';
import { randomSpatialRig, type TransformKey, transformAction, transformTrack, weighted } from '../support/spatial.ts';

const HALF = Math.SQRT1_2;
type Weights = readonly (readonly [number, number])[];
type Keys = Readonly<Record<number, TransformKey>>;

function near(found: ArrayLike<number>, expected: readonly number[], tolerance = 1e-4): void {
  expected.forEach((value, i) => {
    expect(Math.abs(found[i] - value), `${Array.from(found)} is ${expected}`).toBeLessThanOrEqual(tolerance);
  });
}

/** Three bones, one after the other, and a path whose first point is 10, 150. */
function threeBones(weights: Weights, actions: readonly (readonly [string, readonly (Keys | null)[]])[]): Rig {
  const plain = sketchRig([{ d: 'M 10 150 L 60 150' }], { width: 400, height: 400 });
  const acting = withActions(
    plain,
    actions.map(([name, tracks]) =>
      transformAction(
        name,
        40,
        tracks.flatMap((keys, bone) => (keys ? [transformTrack(bone, keys, name === 'step' ? 'step' : 'linear')] : [])),
      ),
    ),
  );
  const rig = withBones(acting, [
    { id: 'A', base: [0, 0], tip: [0, 100], depths: [0, 0] },
    { id: 'B', base: [0, 100], tip: [0, 200], depths: [0, 0], parent: 'A' },
    { id: 'C', base: [0, 200], tip: [50, 200], depths: [0, 0], parent: 'B' },
  ]);
  return weighted(rig, weights, () => 20);
}

interface Setting {
  readonly action: number;
  readonly frame: number;
  readonly weight?: number;
}

function posed(
  rig: Rig,
  settings: readonly Setting[],
  turn?: (skeleton: Skeleton) => void,
): { points: Float64Array; skeleton: Skeleton; pose: Pose } {
  const compiled = compile(rig);
  const pose = new Pose(compiled);
  const skeleton = new Skeleton(compiled);
  turn?.(skeleton);
  for (const { action, frame, weight = 1 } of settings) pose.setAction(action, frame, weight, 40, 'linear');
  skeleton.solve(pose);
  return { points: posePoints(compiled, pose), skeleton, pose };
}

const move = (x: number, y: number, z: number): TransformKey => [x, y, z, 0, 0, 0, 1];
const turnZ = (degrees: number): TransformKey => {
  const half = (degrees * Math.PI) / 360;
  return [0, 0, 0, 0, 0, Math.sin(half), Math.cos(half)];
};
/** The base of A is the origin, so its effect on 10, 150 turns that point about it. */
const turned = (degrees: number): number[] => {
  const angle = (degrees * Math.PI) / 180;
  return [10 * Math.cos(angle) - 150 * Math.sin(angle), 10 * Math.sin(angle) + 150 * Math.cos(angle)];
};

describe('three bones, worked out by hand', () => {
  // A: by (10, 0, 0), 90° about z: (x, y, z) → (−y, x, z).
  // B: by (0, 0, 5), 90° about x: (x, y, z) → (x, −z, y).
  // C: by (1, 2, 3), 180° about y: (x, y, z) → (−x, y, −z).
  const keys: readonly Keys[] = [
    { 1: [10, 0, 0, 0, 0, HALF, HALF] },
    { 1: [0, 0, 5, HALF, 0, 0, HALF] },
    { 1: [1, 2, 3, 0, 1, 0, 0] },
  ];
  // p = (10, 150, 20).
  // A·p = (10, 0, 0) + (−150, 10, 20)                                             = (−140, 10, 20)
  // B·p = A·[(0, 100, 5) + (10, −20, 50)]  = A·(10, 80, 55), where p − b = (10, 50, 20)
  //     = (10, 0, 0) + (−80, 10, 55)                                              = (−70, 10, 55)
  // C·p = B·[(1, 202, 3) + (−10, −50, −20)] = B·(−9, 152, −17), where p − b = (10, −50, 20)
  //     = A·[(0, 100, 5) + (−9, 17, 52)]   = A·(−9, 117, 57)
  //     = (10, 0, 0) + (−117, −9, 57)                                             = (−107, −9, 57)
  test.each<[string, Weights, readonly [number, number]]>([
    ['A alone', [[0, 1]], [-140, 10]],
    ['B alone', [[1, 1]], [-70, 10]],
    ['C alone', [[2, 1]], [-107, -9]],
    // 0.5·(−140, 10) + 0.3·(−70, 10) + 0.2·(−107, −9) = (−70 − 21 − 21.4, 5 + 3 − 1.8)
    [
      'all three',
      [
        [0, 0.5],
        [1, 0.3],
        [2, 0.2],
      ],
      [-112.4, 6.2],
    ],
    // The last two share it evenly: ((−70 − 107) / 2, (10 − 9) / 2)
    [
      'B and C',
      [
        [1, 0.5],
        [2, 0.5],
      ],
      [-88.5, 0.5],
    ],
  ])('%s', (_, weights, expected) => {
    near(posed(threeBones(weights, [['all', keys]]), [{ action: 1, frame: 1 }]).points, expected);
  });

  test('at rest nothing moves, exactly', () => {
    const still = [move(0, 0, 0), move(0, 0, 0), move(0, 0, 0)].map((key) => ({ 1: key }));
    const rig = threeBones(
      [
        [0, 0.5],
        [1, 0.3],
        [2, 0.2],
      ],
      [['still', still]],
    );
    const { pose } = posed(rig, [{ action: 1, frame: 3 }]);
    expect(pose.bones.every((value) => value === 0)).toBe(true);
  });

  test('a bone that is turned from outside turns in the picture plane about its base, and takes its children along', () => {
    const rig = threeBones([[2, 1]], [['all', keys]]);
    const { points, skeleton } = posed(rig, [{ action: 1, frame: 1 }], ({ turns }) => {
      turns[1] = Math.PI / 2;
    });
    // The base of B is at A·(0, 100, 5) = (−90, 0, 5). C·p is (−107, −9): (−17, −9) away, turned (9, −17) away.
    near(points, [-81, -17]);
    near(skeleton.ends.subarray(4, 6), [-90, 0]);
  });

  test('a bone is moved as its parent sees it, and made larger about its base', () => {
    const turned: Keys = { 1: [10, 0, 0, 0, 0, HALF, HALF] };
    const rig = threeBones([[1, 1]], [['turn', [turned]]]);
    const { points, skeleton } = posed(rig, [{ action: 1, frame: 1 }], ({ moves, scales }) => {
      moves.set([7, 3], 2);
      scales[1] = 2;
    });
    // p − b = (10, 50), doubled and at (0, 100) + (7, 3): (27, 203). A then: (10, 0) + (−203, 27).
    near(points, [-193, 27]);
    // Base and tip: (7, 103) and (7, 303).
    near(skeleton.ends.subarray(4, 8), [-93, 7, -293, 7]);
  });
});

describe('between keys', () => {
  const along = { 5: move(0, 0, 0), 15: move(100, -20, 7), 25: move(100, 40, 7) };
  const A: Weights = [[0, 1]];
  test.each([
    [0, 0, 0],
    [1, 0, 0],
    [5, 0, 0],
    [7.5, 25, -5],
    [10, 50, -10],
    [14.99, 99.9, -19.98],
    [15, 100, -20],
    [20.5, 100, 13],
    [25, 100, 40],
    [40, 100, 40],
  ])('translations go straight: frame %f', (frame, x, y) => {
    near(posed(threeBones(A, [['go', [along]]]), [{ action: 1, frame }]).points, [10 + x, 150 + y]);
  });

  test.each([
    [5, 0],
    [14.999, 0],
    [15, 90],
    [24.5, 90],
    [25, 30],
    [39.5, 30],
  ])('steps hold: frame %f', (frame, degrees) => {
    const keys = { 5: turnZ(0), 15: turnZ(90), 25: turnZ(30) };
    near(posed(threeBones(A, [['step', [keys]]]), [{ action: 1, frame }]).points, turned(degrees));
  });

  test.each([
    [5, 10],
    [6, 20],
    [7.25, 32.5],
    [15, 110],
    [16, 104],
    [20, 80],
  ])('rotations turn evenly: frame %f', (frame, degrees) => {
    const keys = { 5: turnZ(10), 15: turnZ(110), 25: turnZ(50) };
    near(posed(threeBones(A, [['turn', [keys]]]), [{ action: 1, frame }]).points, turned(degrees));
  });

  test('before its first key the first key holds, and frame 0 is rest', () => {
    const rig = threeBones(A, [['late', [{ 10: turnZ(40) }]]]);
    near(posed(rig, [{ action: 1, frame: 1 }]).points, turned(40));
    near(posed(rig, [{ action: 1, frame: 0 }]).points, turned(0));
    near(posed(rig, [{ action: 1, frame: 0.25 }]).points, turned(10));
  });
});

describe('quaternions', () => {
  const A: Weights = [[0, 1]];
  const opposite = (key: TransformKey) => key.map((v, i) => (i < 3 ? v : -v)) as unknown as TransformKey;

  test('of opposite signs take the short way', () => {
    for (const [first, second] of [
      [turnZ(10), opposite(turnZ(70))],
      [opposite(turnZ(10)), turnZ(70)],
      // −150° to 150° goes by 60° through 180°, not by 300° through 0°.
    ]) {
      const rig = threeBones(A, [['turn', [{ 1: first, 11: second }]]]);
      near(posed(rig, [{ action: 1, frame: 6 }]).points, turned(40));
    }
    const rig = threeBones(A, [['turn', [{ 1: turnZ(-150), 11: turnZ(150) }]]]);
    near(posed(rig, [{ action: 1, frame: 3.5 }]).points, turned(-165));
    near(
      posed(threeBones(A, [['one', [{ 1: opposite(turnZ(60)) }]]]), [{ action: 1, frame: 1, weight: 0.5 }]).points,
      turned(30),
    );
  });

  test('of half a turn keep their way, however they were rounded', () => {
    for (const noise of [0, 1e-17, -1e-17, 4e-7, -4e-7]) {
      const half: TransformKey = [0, 0, 0, 0, 0, Math.sqrt(1 - noise * noise), noise];
      const keyed = threeBones(A, [['half', [{ 1: turnZ(0), 11: half }]]]);
      near(posed(keyed, [{ action: 1, frame: 3 }]).points, turned(36), 1e-3);
      near(posed(keyed, [{ action: 1, frame: 8.5 }]).points, turned(135), 1e-3);
      near(posed(keyed, [{ action: 1, frame: 11 }]).points, turned(180), 1e-3);
      near(posed(keyed, [{ action: 1, frame: 11, weight: 0.5 }]).points, turned(90), 1e-3);
    }
  });

  test('mix: translations add up, rotations multiply in list order', () => {
    const rig = threeBones(A, [
      ['first', [{ 1: [8, 0, 0, 0, 0, HALF, HALF] }]],
      ['second', [{ 1: [0, 4, 0, HALF, 0, 0, HALF] }]],
    ]);
    const both = posed(rig, [
      { action: 1, frame: 1 },
      { action: 2, frame: 1 },
    ]).points;
    // Rz·Rx·(10, 150, 20) = Rz·(10, −20, 150) = (20, 10, 150); and (8, 4, 0).
    near(both, [28, 14]);
    const half = posed(rig, [
      { action: 1, frame: 1, weight: 0.5 },
      { action: 2, frame: 1, weight: 0.25 },
    ]).points;
    // Rx(22.5°)·p = (10, 150 cos − 20 sin, …) = (10, 130.9283), then Rz(45°), and (4, 1).
    const y = 150 * Math.cos(Math.PI / 8) - 20 * Math.sin(Math.PI / 8);
    near(half, [(10 - y) * HALF + 4, (10 + y) * HALF + 1]);
  });
});

test('a bone reaches in the picture plane, on top of its actions', () => {
  const rig = threeBones([[2, 1]], [['lean', [{ 1: turnZ(20) }, { 1: turnZ(-15) }]]]);
  const compiled = compile(rig);
  const pose = new Pose(compiled);
  const skeleton = new Skeleton(compiled);
  pose.setAction(1, 1, 1, 40, 'hold');
  skeleton.solve(pose, [{ bone: 2, x: 120, y: 130, weight: 1, chain: 3 }]);
  near(skeleton.ends.subarray(10, 12), [120, 130], 0.01);
});

test('a rig that is divided by bones moves as it did', () => {
  const rig = randomSpatialRig(4);
  const divided = divideRig(rig, { arm: { bones: ['b2'] } });
  expect(divided.actions.length).toBeGreaterThan(rig.actions.length);
  const play = (each: Rig) => {
    const compiled = compile(each);
    const mixer = new Mixer(each);
    const pose = new Pose(compiled);
    mixer.play('space linear', { frame: 7.3, weight: 0.8 });
    mixer.play('space step', { frame: 12, weight: 0.6 });
    mixer.apply(pose);
    new Skeleton(compiled).solve(pose);
    return posePoints(compiled, pose);
  };
  near(play(divided), [...play(rig)], 1e-6);
});

describe('rigs that do not fit', () => {
  const rig = threeBones([[0, 1]], [['turn', [{ 1: turnZ(10) }]]]);
  const change = (action: object): Rig => ({
    ...rig,
    actions: rig.actions.map((each, a) => (a === 1 ? { ...each, ...action } : each)),
  });
  const [track] = rig.actions[1].transforms ?? [];

  test.each<[string, Rig, RegExp]>([
    [
      'a quaternion that is too long',
      change({ transforms: [{ ...track, rotations: Float64Array.of(0, 0, 1, 1) }] }),
      /rotations\[0\].*length 1/,
    ],
    ['too few numbers', change({ transforms: [{ ...track, translations: Float64Array.of(1) }] }), /translations.*3/],
    ['a bone that is not there', change({ transforms: [{ ...track, bone: 7 }] }), /bone.*0 to 2/],
    [
      'a bone in the plane',
      {
        ...rig,
        bones: rig.bones.map((bone, b) => (b === 0 ? { ...bone, depths: undefined } : bone)),
      } as unknown as Rig,
      /depths/,
    ],
    [
      'depths of other points',
      {
        ...rig,
        paths: rig.paths.map((path) => ({
          ...path,
          ...(path.weights && { weights: { ...path.weights, depths: new Float64Array(1) } }),
        })),
      },
      /weights\.depths.*4 numbers/,
    ],
  ])('%s', (_, spoilt, message) => {
    expect(() => compile(spoilt)).toThrow(message);
  });
});
