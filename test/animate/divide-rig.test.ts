import { describe, expect, test } from 'vitest';
import { divideRig } from '../../src/engine/animate/divide-rig.ts';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { Mixer } from '../../src/engine/animate/mixer.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { validateRig } from '../../src/engine/model/validate.ts';
import { morphPoints } from '../../src/engine/reference/morph.ts';
import { resolveStyle } from '../../src/engine/reference/style.ts';
import { seeded } from '../support/random.ts';
import { randomRig } from '../support/random-rig.ts';

/** What shows of what a mixer plays. */
function shown(rig: Rig, play: (mixer: Mixer) => void) {
  const compiled = compile(rig);
  const mixer = new Mixer(rig);
  const pose = new Pose(compiled);
  play(mixer);
  mixer.apply(pose);
  const orders = new DrawOrders(compiled);
  return {
    points: morphPoints(compiled, pose.actions),
    styles: rig.paths.map((_, path) => resolveStyle(compiled, path, pose.actions)),
    order: [...orders.row(orders.find(pose.actions))],
  };
}

const rig = randomRig({ actions: 5 });
const regions = { left: { groups: ['g0', 'g1'] }, low: { groups: ['g1', 'g2'] } };
const divided = divideRig(rig, regions);

/** Those of the groups' paths, out of numbers of all points. */
function pointsOf(points: Float64Array, groups: readonly string[]) {
  const { firstPoints } = compile(rig);
  return rig.paths.flatMap((path, p) =>
    groups.includes(rig.groups[path.group].id)
      ? [...points.subarray(firstPoints[p] * 2, firstPoints[p] * 2 + path.points.length)]
      : [],
  );
}

describe('a divided rig', () => {
  test('is sound, and its actions have their indices', () => {
    validateRig(divided);
    expect(divided.actions.slice(0, rig.actions.length).map(({ name }) => name)).toEqual(
      rig.actions.map(({ name }) => name),
    );
    expect(divided.actions.length).toBeGreaterThan(rig.actions.length);
    expect(new Mixer(divided).actionStates.map(({ name }) => name)).toEqual(
      new Mixer(rig).actionStates.map(({ name }) => name),
    );
  });

  test('looks the same', () => {
    const random = seeded(4);
    for (let i = 0; i < 20; i++) {
      const settings = rig.actions.slice(1).map(({ frames }) => ({
        frame: random() * frames,
        weight: random() < 0.3 ? 0 : random(),
      }));
      const play = (mixer: Mixer) => {
        for (const [a, state] of mixer.actionStates.entries()) Object.assign(state, settings[a]);
      };
      const [whole, parts] = [shown(rig, play), shown(divided, play)];
      expect(parts.styles).toEqual(whole.styles);
      expect(parts.order.length).toBe(whole.order.length);
      for (const [p, value] of whole.points.entries()) expect(parts.points[p]).toBeCloseTo(value, 4);
    }
  });

  test.each([
    ['override', 'left', ['g0', 'g1'], ['g2', 'g3']],
    ['override', 'low', ['g1', 'g2'], ['g0', 'g3']],
  ] as const)(
    'a layer in mode %s over %s takes the place of what is below there alone',
    (mode, region, inside, outside) => {
      const below = (mixer: Mixer) => mixer.play('action 0', { frame: 3 });
      const above = (mixer: Mixer) => mixer.play('action 1', { frame: 2 });
      const both = shown(divided, (mixer) => {
        below(mixer);
        mixer.layer('top', { mode, region }).play('action 1', { frame: 2 });
      });
      const [rest, lower, upper] = [shown(rig, () => {}), shown(rig, below), shown(rig, above)];
      expect(pointsOf(both.points, inside)).toEqual(pointsOf(upper.points, inside));
      expect(pointsOf(both.points, outside)).toEqual(pointsOf(lower.points, outside));
      expect(pointsOf(upper.points, inside)).not.toEqual(pointsOf(lower.points, inside));
      expect(pointsOf(lower.points, outside)).not.toEqual(pointsOf(rest.points, outside));
    },
  );

  test('an additive layer adds there alone', () => {
    const both = shown(divided, (mixer) => {
      mixer.play('action 0', { frame: 3 });
      mixer.layer('top', { region: 'low' }).play('action 1', { frame: 2 });
    });
    const sum = shown(rig, (mixer) => {
      mixer.play('action 0', { frame: 3 });
      mixer.play('action 1', { frame: 2 });
    });
    const lower = shown(rig, (mixer) => mixer.play('action 0', { frame: 3 }));
    expect(pointsOf(both.points, ['g1', 'g2'])).toEqual(pointsOf(sum.points, ['g1', 'g2']));
    expect(pointsOf(both.points, ['g0', 'g3'])).toEqual(pointsOf(lower.points, ['g0', 'g3']));
  });

  test('bones and what hangs on them', () => {
    const bone = (id: string, parent: number) => ({
      id,
      group: 0,
      parent,
      base: [0, 0] as const,
      tip: [1, 0] as const,
      strength: undefined,
      minAngle: undefined,
      maxAngle: undefined,
      isPin: false,
      fixed: false,
      flexiPoint: undefined,
    });
    // The hand stands before the arm that it hangs on.
    const bones = [bone('hand', 1), bone('arm', 2), bone('chest', -1)];
    const tracks = bones.map((_, i) => ({
      bone: i,
      frames: Int32Array.of(1),
      deltas: Float64Array.of(0, 0, i + 1, 0),
    }));
    const walk = { ...rig.actions[1], kind: 'bone' as const, bones: tracks };
    const { actions } = divideRig({ ...rig, bones, actions: [rig.actions[0], walk] }, { arm: { bones: ['arm'] } });
    expect(actions.map((action) => action.bones.map((track) => bones[track.bone].id))).toEqual([
      [],
      ['chest'],
      ['hand', 'arm'],
    ]);
    expect(actions[2].part).toEqual({ of: 1, regions: 1 });
    const driven = {
      action: 1,
      bone: 0,
      startAngle: 0,
      endAngle: 90,
      frames: 2,
      firstFrame: 0,
      rule: 'nearest' as const,
    };
    const smart = divideRig(
      { ...rig, bones, actions: [rig.actions[0], walk], smartBones: [driven] },
      { arm: { bones: ['arm'] } },
    );
    expect(smart.actions).toEqual([rig.actions[0], walk]);
  });

  test('refuses what it does not know, and to be divided again', () => {
    expect(() => divideRig(rig, { face: { groups: ['g9'] } })).toThrow('the rig has no such group');
    expect(() => divideRig(rig, { face: { bones: ['arm'] } })).toThrow('the rig has no such bone');
    expect(() => divideRig(divided, regions)).toThrow('a rig with left, low');
    const many = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`r${i}`, {}]));
    expect(() => divideRig(rig, many)).toThrow('at most 31 of them; found 32');
  });
});
