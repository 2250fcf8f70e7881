import type { Action, Bone, BoneTrack, FrameRule, Rig } from '../../src/engine/model/rig.ts';
import { groupRef } from '../../src/engine/model/rig.ts';
import { seeded } from './random.ts';
import { randomRig } from './random-rig.ts';

type Point = readonly [x: number, y: number];

export interface BoneSketch extends Partial<Omit<Bone, 'parent' | 'flexiPoint' | 'group'>> {
  readonly id: string;
  readonly base: Point;
  readonly tip: Point;
  readonly parent?: string;
  readonly flexiPoint?: { readonly point: 0 | 1; readonly bones: readonly string[] };
}

export interface SmartSketch {
  readonly bone: string;
  readonly action: string;
  readonly startAngle: number;
  readonly endAngle: number;
  readonly frames: number;
  readonly firstFrame?: number;
  readonly rule?: FrameRule;
}

/** Gives a rig bones, each in a group of its own, which bend the groups of the given ids. */
export function withBones(
  rig: Rig,
  sketches: readonly BoneSketch[],
  flexi: Readonly<Record<string, readonly string[]>> = {},
  smart: readonly SmartSketch[] = [],
): Rig {
  const find = (id: string) => {
    const index = sketches.findIndex((bone) => bone.id === id);
    if (index < 0) throw new Error(`the sketch has no bone ${id}`);
    return index;
  };
  const first = rig.groups.length;
  const bones = sketches.map(
    ({ parent, flexiPoint, ...bone }, b): Bone => ({
      strength: undefined,
      minAngle: undefined,
      maxAngle: undefined,
      isPin: false,
      fixed: false,
      ...bone,
      group: first + b,
      parent: parent === undefined ? -1 : find(parent),
      flexiPoint: flexiPoint && { point: flexiPoint.point, bones: flexiPoint.bones.map(find) },
    }),
  );
  // In the first group, as random rigs change the order of those in the picture.
  const holder = Math.min(1, first - 1);
  const own = bones.map(({ id }) => ({ id, parent: holder, children: [], masks: [], flexi: [] }));
  const groups = [...rig.groups, ...own].map((group, g) => ({
    ...group,
    children: g === holder ? [...group.children, ...own.map((_, b) => groupRef(first + b))] : group.children,
    flexi: (flexi[group.id] ?? []).map(find),
  }));
  const smartBones = smart.map(({ bone, action, firstFrame = 1, rule = 'nearest', ...rest }) => ({
    ...rest,
    bone: find(bone),
    action: rig.actions.findIndex(({ name }) => name === action),
    firstFrame,
    rule,
  }));
  return { ...rig, groups, bones, smartBones };
}

/** A track of a bone: at each frame what its ends differ by from rest. */
export function boneTrack(bone: number, keys: Readonly<Record<number, readonly [...Point, ...Point]>>): BoneTrack {
  return {
    bone,
    frames: Int32Array.from(Object.keys(keys).map(Number)),
    deltas: Float64Array.from(Object.values(keys).flat()),
  };
}

const EMPTY = { morphs: [], styles: [], visibility: [], orders: [], bones: [] };

/** A bone action. */
export const boneAction = (name: string, frames: number, bones: readonly BoneTrack[]): Action => ({
  ...EMPTY,
  name,
  kind: 'bone',
  frames,
  bones,
});

/**
 * A random rig with a chain of four bones and one that drives: its groups are carried by one, two
 * and four bones, one path by given weights; `walk` moves the bones, and two of them drive actions.
 */
export function randomBonedRig(seed = 1): Rig {
  const random = seeded(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const rig = randomRig({ seed, paths: 24, actions: 5 });
  const chain = Array.from(
    { length: 4 },
    (_, b): BoneSketch => ({
      id: `b${b}`,
      base: [40 + b * 30, 100 + between(-5, 5)],
      tip: [68 + b * 30, 100 + between(-5, 5)],
      strength: between(0.05, 0.4),
      ...(b > 0 && { parent: `b${b - 1}` }),
    }),
  );
  const boned = withBones(
    rig,
    [
      ...chain,
      { id: 'arm', base: [100, 100], tip: [130, 140], parent: 'b1', flexiPoint: { point: 0, bones: ['b0', 'b2'] } },
      { id: 'dial', base: [20, 20], tip: [30, 20] },
    ],
    { g0: ['b0'], g1: ['b1', 'b2'], g2: ['b0', 'b1', 'b2', 'b3'] },
    [
      { bone: 'arm', action: 'action 0', startAngle: -90, endAngle: 90, frames: rig.actions[1].frames },
      {
        bone: 'dial',
        action: 'action 1',
        startAngle: -180,
        endAngle: 180,
        frames: rig.actions[2].frames,
        rule: 'continuous',
      },
    ],
  );
  const weighted = boned.paths.findIndex(({ group }) => boned.groups[group].id === 'g3');
  const count = boned.paths[weighted].points.length / 2;
  const starts = [0];
  const bones: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < count; i++) {
    const own = [0, 1, 2, 3, 4].slice(0, i % 6);
    const shares = own.map(() => random() + 0.1);
    const sum = shares.reduce((a, b) => a + b, 0);
    bones.push(...own);
    weights.push(...shares.map((share) => share / sum));
    starts.push(bones.length);
  }
  const paths = boned.paths.map((path, p) =>
    p === weighted
      ? {
          ...path,
          weights: {
            starts: Uint32Array.from(starts),
            bones: Uint32Array.from(bones),
            weights: Float32Array.from(weights),
          },
        }
      : path,
  );
  const frames = 12;
  const tracks = boned.bones.map((_, bone) =>
    boneTrack(
      bone,
      Object.fromEntries(
        Array.from({ length: frames }, (_, f) => [
          f + 1,
          [between(-8, 8), between(-8, 8), between(-25, 25), between(-25, 25)] as const,
        ]),
      ),
    ),
  );
  return { ...boned, paths, actions: [...boned.actions, boneAction('walk', frames, tracks)] };
}
