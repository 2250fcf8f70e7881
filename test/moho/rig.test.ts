import { describe, expect, test } from 'vitest';
import { divideRig } from '../../src/engine/animate/divide-rig.ts';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { OwnPoints } from '../../src/engine/animate/own-points.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { PathCurve, Rig } from '../../src/engine/model/rig.ts';
import { decodeRig, encodeRig } from '../../src/engine/model/transfer.ts';
import { hitTest } from '../../src/engine/reference/hit-test.ts';
import { visitWeights } from '../../src/engine/reference/point-weights.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { summarizeRig } from '../../src/engine/reference/rig-summary.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { farthest, mohoPair, PosePair } from '../support/moho-poses.ts';
import { channel, partOf, smallProject, twoDolls } from '../support/moho-project.ts';
import { seeded } from '../support/random.ts';

const small = () => mohoPair('small.mohoproj', JSON.stringify(smallProject()));

describe('a rig of a Moho project', () => {
  test.each([
    ['as bytes', (rig: Rig) => decodeRig(encodeRig(rig))],
    ['as a clone', (rig: Rig) => structuredClone(rig)],
  ])('poses the same %s', async (_, copy) => {
    const { compiled, prepared } = await small();
    const [own, other] = [new PosePair(compiled, prepared), new PosePair(compile(copy(compiled.rig)), prepared)];
    for (let i = 0; i < 5; i++) {
      own.mix(seeded(i));
      other.mix(seeded(i));
      expect(posePoints(other.compiled, other.pose)).toEqual(posePoints(own.compiled, own.pose));
    }
  });

  test('has all its bones, which turn what they carry', async () => {
    const { compiled } = await small();
    expect(compiled.rig.bones.map(({ id }) => id)).toEqual(['upper', 'lower', 'dial']);
    const orders = new DrawOrders(compiled);
    const still = posedPicture(compiled, orders, {});
    const turned = posedPicture(compiled, orders, { bones: { upper: 90 } });
    expect(turned.bones.upper.from).toEqual(still.bones.upper.from);
    const length = still.bones.upper.to[0] - still.bones.upper.from[0];
    // Degrees go clockwise on screen.
    expect(turned.bones.upper.to[1]).toBeCloseTo(still.bones.upper.from[1] + length, 4);
    expect(turned.bones.lower.from[1]).toBeCloseTo(turned.bones.upper.to[1], 4);
  });

  test('moves and stretches bones by px and factors', async () => {
    const pair = await small();
    const { skeleton, pose } = pair;
    skeleton.solve(pose);
    const before = skeleton.ends.slice();
    skeleton.moves.set([3, 4]);
    skeleton.scales[0] = 2;
    skeleton.solve(pose);
    expect(skeleton.ends[0] - before[0]).toBeCloseTo(3, 4);
    expect(skeleton.ends[1] - before[1]).toBeCloseTo(4, 4);
    expect(skeleton.ends[2] - skeleton.ends[0]).toBeCloseTo(2 * (before[2] - before[0]), 4);
    // A child is moved in the axes of its parent.
    skeleton.reset();
    skeleton.turns[0] = Math.PI / 2;
    skeleton.solve(pose);
    const turned = skeleton.ends.slice();
    skeleton.moves.set([0, 0, 5, 0]);
    skeleton.solve(pose);
    expect(skeleton.ends[4] - turned[4]).toBeCloseTo(0, 4);
    expect(skeleton.ends[5] - turned[5]).toBeCloseTo(5, 4);
  });

  test('lets bones reach for a target, and the rest follow', async () => {
    const { compiled, skeleton, pose } = await small();
    skeleton.solve(pose);
    const rest = posePoints(compiled, pose);
    const [x, y] = [skeleton.ends[0] + 12, skeleton.ends[1] + 25];
    skeleton.solve(pose, [{ bone: 1, x, y, weight: 1, chain: 2 }]);
    expect(skeleton.ends[6]).toBeCloseTo(x, 3);
    expect(skeleton.ends[7]).toBeCloseTo(y, 3);
    expect(farthest(posePoints(compiled, pose), rest).distance).toBeGreaterThan(5);
    skeleton.solve(pose);
    expect(posePoints(compiled, pose)).toEqual(rest);
  });

  test('forgets what a dial chose when its bone turns back', async () => {
    const { skeleton, pose, compiled } = await small();
    skeleton.solve(pose);
    const rest = posePoints(compiled, pose);
    skeleton.turns[2] = -0.7;
    skeleton.solve(pose);
    expect(Array.from(skeleton.drivenFrames)).toEqual([-1, -1, 4]);
    expect(farthest(posePoints(compiled, pose), rest).distance).toBeGreaterThan(1);
    skeleton.turns[2] = 0;
    skeleton.solve(pose);
    expect(posePoints(compiled, pose)).toEqual(rest);
  });

  test('takes fractions of dials where that is asked for', async () => {
    const source = memorySource([['small.mohoproj', JSON.stringify(smallProject())]]);
    const { rig } = await load('small.mohoproj', { source, smartBones: 'continuous' });
    const compiled = compile(rig);
    const at = (degrees: number) => posedPicture(compiled, new DrawOrders(compiled), { bones: { dial: degrees } });
    expect(at(-40.5).actions.dial).toBeCloseTo(4.5, 5);
    const anchorAt = (degrees: number) =>
      at(degrees)
        .paths.find(({ group }) => group === 'limb')
        ?.points.slice(0, 2) ?? [];
    const [before, between, after] = [-36, -40.5, -45].map(anchorAt);
    expect(after[1] - before[1]).toBeGreaterThan(0.5);
    expect(between[1]).toBeCloseTo((before[1] + after[1]) / 2, 3);
  });

  test('lets an action that plays keep its frame, whatever its bone says', async () => {
    const { skeleton, pose } = await small();
    skeleton.turns[2] = -0.7;
    skeleton.solve(pose);
    pose.setFrames(2, 9, 9, 0, 0.5);
    skeleton.solve(pose);
    expect(Array.from(pose.actions.subarray(8, 12))).toEqual([9, 9, 0.5, 0]);
    expect(skeleton.drivenFrames[2]).toBe(-1);
  });

  test('has a frame for each bone layer whose dial an action is', async () => {
    const pair = await mohoPair('dolls.mohoproj', JSON.stringify(twoDolls()));
    const { compiled, pose, skeleton } = pair;
    expect(compiled.rig.actions.map(({ name }) => name)).toEqual(['main', 'dial', 'dial in right', 'dial elsewhere']);
    const right = compiled.rig.bones.findLastIndex(({ id }) => id === 'dial');
    skeleton.turns[right] = -0.7;
    skeleton.solve(pose);
    expect(Array.from(skeleton.drivenFrames)).toEqual([-1, -1, 4, -1]);
    // Played by name it plays everywhere.
    const orders = new DrawOrders(compiled);
    const { paths } = posedPicture(compiled, orders, { actions: { dial: 10 } });
    const rest = posedPicture(compiled, orders, {}).paths;
    const moved = paths.map(({ points }, i) => farthest(points, rest[i].points).distance > 1);
    expect(moved).toEqual([true, true, true]);
    const random = seeded(2);
    for (let i = 0; i < 20; i++) {
      const exact = pair.exact(pair.mix(random, false));
      expect(farthest(posePoints(compiled, pose), exact).distance).toBeLessThan(0.001);
    }
  });

  test('is summarized with the paths whose curves an action changes', async () => {
    const { compiled } = await small();
    const changed = summarizeRig(compiled).actions.map(({ name, kind, changedPaths }) => [name, kind, changedPaths]);
    // The dial moves the limb and the white of the face; the timeline switches the mouth.
    expect(changed).toEqual([
      ['main', 'bone', 2],
      ['wave', 'bone', 0],
      ['dial', 'morph', 2],
    ]);
  });

  test('counts a path among the changed ones also where it only becomes smaller', async () => {
    const project = smallProject();
    const mesh = partOf(project, 'layers', 0, 'layers', 0, 'mesh');
    // Handles of corners stay on the sides.
    for (let i = 0; i < 4; i++) Object.assign(partOf(mesh, 'curves', 0, 'points', i), { smoothness: 0 });
    const { pose } = partOf(mesh, 'points', 0, 'position', 'actions', 0);
    Object.assign(pose as object, channel('Vec2', [0, { x: -0.5, y: -0.1 }], [10, { x: -0.3, y: -0.1 }]));
    const { compiled } = await mohoPair('small.mohoproj', JSON.stringify(project));
    expect(summarizeRig(compiled).actions.find(({ name }) => name === 'dial')?.changedPaths).toBe(2);
    const limb = compiled.rig.paths.findIndex(({ group }) => compiled.rig.groups[group].id === 'limb');
    expect(compiled.curves?.reachOf(limb, [0, 0, 1])).toMatchObject({ left: 0, right: 0, wider: 0 });
  });

  test('is picked and looked into where it is', async () => {
    const { compiled, pose, skeleton } = await small();
    const orders = new DrawOrders(compiled);
    skeleton.solve(pose);
    const groupAt = (x: number, y: number) =>
      compiled.rig.groups[compiled.rig.paths[hitTest(compiled, orders, pose, x, y)]?.group]?.id;
    expect(groupAt(90, 50)).toBe('limb');
    skeleton.turns[0] = Math.PI / 2;
    skeleton.solve(pose);
    expect(groupAt(90, 50)).not.toBe('limb');
    const carriers = (name: string) => {
      const path = compiled.rig.paths.findIndex(({ group }) => compiled.rig.groups[group].id === name);
      const found: [number, number][] = [];
      visitWeights(compiled, path, compiled.firstPoints[path], 0, 0, (bone, weight) => found.push([bone, weight]));
      return found;
    };
    expect(carriers('shut')).toEqual([[0, 1]]);
    expect(carriers('limb').map(([bone]) => bone)).toEqual([0, 1]);
    expect(carriers('limb').reduce((sum, [, weight]) => sum + weight, 0)).toBeCloseTo(1, 6);
  });

  test('says what it cannot', async () => {
    const { compiled } = await small();
    expect(() => divideRig(compiled.rig, { face: { groups: ['face'] } })).toThrow(/found a Moho project/);
    expect(() => new OwnPoints(compiled).checkPath(0)).toThrow(/rebuilt in every pose/);
  });

  test.each<[string, (rig: Rig) => Rig, RegExp]>([
    ['an action too few', (rig) => ({ ...rig, actions: rig.actions.slice(1), smartBones: [] }), /actions is not valid/],
    ['no bones', (rig) => ({ ...rig, bones: [], smartBones: [] }), /bones is not valid/],
    ['a path without a curve', (rig) => withCurve(rig, undefined), /paths\[0\].curve.layer/],
    ['a layer that is no mesh', (rig) => withCurve(rig, { layer: 0 }), /paths\[0\].curve.layer/],
    [
      'points of another mesh',
      (rig) => withCurve(rig, { points: new Uint32Array(13).fill(99) }),
      /paths\[0\].curve.points/,
    ],
    ['too few points', (rig) => withCurve(rig, { points: new Uint32Array(3) }), /paths\[0\].curve.points/],
  ])('is refused with %s', async (_, spoil, message) => {
    const { compiled } = await small();
    expect(() => compile(spoil(compiled.rig))).toThrow(message);
  });
});

function withCurve(rig: Rig, change: Partial<PathCurve> | undefined): Rig {
  const [{ curve, ...first }, ...others] = rig.paths;
  const changed = curve !== undefined && change !== undefined ? { ...first, curve: { ...curve, ...change } } : first;
  return { ...rig, paths: [changed, ...others] };
}

test('bends anchors by bones of single points, elbows and layers that stand between', async () => {
  const json = smallProject();
  const limb = partOf(json, 'layers', 0, 'layers', 0);
  Object.assign(limb, {
    flexi_bone_elbow: true,
    transforms: { translation: { x: 0.05, y: 0.02 }, scale: { x: 1.1, y: 0.9 }, rotation_z: 0.1, flip_h: true },
  });
  const points = partOf(limb, 'mesh', 'points') as unknown as Record<string, unknown>[];
  points[2].parent = 1;
  const pair = await mohoPair('elbow.mohoproj', JSON.stringify(json));
  const random = seeded(4);
  let worst = 0;
  for (let i = 0; i < 60; i++) {
    const exact = pair.exact(pair.mix(random));
    worst = Math.max(worst, farthest(posePoints(pair.compiled, pair.pose), exact).distance);
  }
  expect(worst).toBeLessThan(0.001);
});
