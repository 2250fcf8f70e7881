import { describe, expect, test } from 'vitest';
import { boneMoves, type PosedBones, poseBones } from '../../../src/engine/geometry/moho/bones.ts';
import { elbowPair, elbowSkin } from '../../../src/engine/geometry/moho/elbow.ts';
import { flexiWeights, type Skin, skinPoint, weightedSkin } from '../../../src/engine/geometry/moho/flexi.ts';
import { idleDrive } from '../../../src/engine/geometry/moho/prepare.ts';
import { boneOf, still } from '../../support/moho-model.ts';

const toPixels = ([x, y]: Float64Array) => [x * 1.996175 * 360 + 240, 360 - y * 1.996175 * 360];

const near = (found: ArrayLike<number>, expected: readonly number[], tolerance: number) =>
  expect(Math.hypot(found[0] - expected[0], found[1] - expected[1]), `${found} is not ${expected}`).toBeLessThan(
    tolerance,
  );

/** Bones at given places: base and world angle. */
function posed(...bones: [x: number, y: number, angle: number][]): PosedBones {
  const worldAngles = Float64Array.from(bones, ([, , angle]) => angle);
  const matrices = bones.flatMap(([x, y, angle]) => [
    Math.cos(angle),
    Math.sin(angle),
    -Math.sin(angle),
    Math.cos(angle),
    x,
    y,
  ]);
  return { angles: worldAngles, worldAngles, matrices: Float64Array.from(matrices) };
}

describe('a skeleton', () => {
  const pose = (version: number) =>
    poseBones(
      {
        bones: [
          boneOf({ parent: 1, position: still(1, 0), angle: still(Math.PI / 2) }),
          boneOf({ position: still(2, 3), angle: still(Math.PI / 2), scale: still(2) }),
        ],
        order: [1, 0],
        dials: [],
      },
      0,
      idleDrive(0),
      () => false,
      new Float64Array(2),
      version,
      'plain',
    );

  test('a scaled parent moves its child and does not scale it; scale is along the bone', () => {
    const { matrices, worldAngles } = pose(1039);
    expect(worldAngles[0]).toBeCloseTo(Math.PI, 12);
    expect([...matrices].map((number) => Math.round(number * 1e9) / 1e9 + 0)).toEqual([
      -1, 0, 0, -1, 2, 5, 0, 2, -1, 0, 2, 3,
    ]);
  });

  test('in later versions scale is the same both ways', () => {
    expect(pose(1045).matrices[8]).toBeCloseTo(-2, 12);
  });

  test('at rest nothing moves', () => {
    const rest = pose(1039);
    const moves = boneMoves(rest, rest);
    for (let i = 0; i < moves.length; i++) expect(moves[i]).toBeCloseTo([1, 0, 0, 1, 0, 0][i % 6], 12);
  });
});

describe('two flexi bones of an arm', () => {
  const rest = posed([-0.086348, 0.122742, 4.484914], [-0.122028, -0.031399, 5.039789]);
  const pose = posed([-0.082208, 0.120946, 4.412705], [-0.128916, -0.03022, 5.235743]);
  const bones = [boneOf({ length: 0.158217, strength: 0.273817 }), boneOf({ length: 0.079887, strength: 0.360426 })];
  const points = Float64Array.of(-0.083333, 0.153703);

  test('weights fall off with distance and strength', () => {
    const weights = flexiWeights(points, [0, 1], bones, rest);
    expect(weights[0]).toBeCloseTo(0.95498, 4);
    expect(weights[1]).toBeCloseTo(0.04502, 4);
    const out = new Float64Array(2);
    weightedSkin(weights, [0, 1], boneMoves(pose, rest))(0, points[0], points[1], out, 0);
    near(out, [-0.07922, 0.151936], 2e-6);
    near(toPixels(out), [183.071, 250.815], 0.001);
  });

  test('a bone alone carries rigidly, even without a length', () => {
    expect([...flexiWeights(points, [1], [bones[0], boneOf({ length: 0, strength: 0 })], rest)]).toEqual([1]);
  });

  test('what dials do is turned with the skin, not stretched', () => {
    const skin: Skin = (_, x, y, out, at) => {
      const turn = -0.088632;
      // Twice as large as it was, which must not matter.
      out[at] = 0.154982 + 2 * (Math.cos(turn) * (x - 0.144444) - Math.sin(turn) * (y + 0.025925));
      out[at + 1] = -0.041795 + 2 * (Math.sin(turn) * (x - 0.144444) + Math.cos(turn) * (y + 0.025925));
    };
    const out = new Float64Array(2);
    skinPoint(skin, skin, 0, 0.144444, -0.025925, -0.111516, -0.007718, out, 0);
    near(out, [0.043221, -0.039612], 2e-6);
    near(toPixels(out), [271.06, 388.466], 0.002);
  });
});

describe('an elbow', () => {
  const [ex, ey] = [0.092056, 0.015699];
  const rest = posed([0.070648, 0.142723, 4.879359], [ex, ey, 11.104517]);
  const pose = posed([0.066669, 0.142723, 4.981935], [0.100971, 0.018559, 10.96743]);
  const skin = elbowSkin([0, 1], rest, pose, boneMoves(pose, rest));

  test.each([
    ['inner side, parent', -0.015976, -0.03497, 284.958, 337.822],
    ['inner side, child', 0.022934, -0.036899, 285.512, 365.179],
    ['outer side', -0.006217, 0.028698, 332.192, 339.858],
    ['beyond the joint', 0.026314, 0.019552, 326.073, 365.961],
  ])('%s', (_, x, y, px, py) => {
    const [cos, sin] = [Math.cos(11.104517), Math.sin(11.104517)];
    const out = new Float64Array(2);
    skin(0, ex + x * cos - y * sin, ey + x * sin + y * cos, out, 0);
    near(toPixels(out), [px, py], 0.002);
  });

  test('needs two bones, one the parent of the other', () => {
    const bones = [boneOf({}), boneOf({ parent: 0 }), boneOf({})];
    expect(elbowPair([1, 0], bones)).toEqual([0, 1]);
    expect(elbowPair([1, 2], bones)).toBeUndefined();
    expect(elbowPair([0, 1, 2], bones)).toBeUndefined();
  });
});
