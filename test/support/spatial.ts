import type { Action, Rig, TransformTrack } from '../../src/engine/model/rig.ts';
import { boneAction, withBones } from './bones.ts';
import { seeded } from './random.ts';
import { randomRig } from './random-rig.ts';
import { withActions } from './sketch.ts';

/** x, y, z, then the quaternion as x, y, z, w. */
export type TransformKey = readonly [number, number, number, number, number, number, number];

export function transformTrack(
  bone: number,
  keys: Readonly<Record<number, TransformKey>>,
  interpolation: TransformTrack['interpolation'] = 'linear',
): TransformTrack {
  const values = Object.values(keys);
  return {
    bone,
    frames: Int32Array.from(Object.keys(keys).map(Number)),
    interpolation,
    translations: Float64Array.from(values.flatMap((key) => key.slice(0, 3))),
    rotations: Float64Array.from(values.flatMap((key) => key.slice(3))),
  };
}

export const transformAction = (name: string, frames: number, transforms: readonly TransformTrack[]): Action => ({
  ...boneAction(name, frames, []),
  transforms,
});

/** Gives the first path weights: one list of pairs of bone and weight for all its points, and a depth for each point. */
export function weighted(
  rig: Rig,
  pairs: readonly (readonly [number, number])[],
  depth: (point: number) => number,
): Rig {
  const [path, ...others] = rig.paths;
  const count = path.points.length / 2;
  const all = Array.from({ length: count }, () => pairs).flat();
  const weights = {
    starts: Uint32Array.from({ length: count + 1 }, (_, i) => i * pairs.length),
    bones: Uint32Array.from(all, ([bone]) => bone),
    weights: Float32Array.from(all, ([, weight]) => weight),
    depths: Float64Array.from({ length: count }, (_, i) => depth(i)),
  };
  return { ...rig, paths: [{ ...path, weights }, ...others] };
}

/** A random rig all of whose paths hang on five bones in space, which two of its actions move. */
export function randomSpatialRig(seed = 1): Rig {
  const random = seeded(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const plain = randomRig({ seed, paths: 16, actions: 3 });
  const bones = Array.from({ length: 5 }, (_, b) => ({
    id: `b${b}`,
    base: [40 + b * 25, 100 + between(-20, 20)] as const,
    tip: [65 + b * 25, 100 + between(-20, 20)] as const,
    depths: [between(-30, 30), between(-30, 30)] as const,
    ...(b > 0 && { parent: `b${b - 1 - Math.floor(random() * Math.min(b, 2))}` }),
  }));
  const boned = withBones(plain, bones);
  // The points of a path hang together, as those of drawings do: pictures of torn ones are all slivers.
  const paths = boned.paths.map((path, p) => {
    const own = [0, 1, 2, 3, 4].slice(p % 3, (p % 3) + (p % 5));
    const slope = between(-0.5, 0.5);
    const lists = Array.from({ length: path.points.length / 2 }, (_, i) => {
      const shares = own.map((bone) => 1 / (20 + Math.abs(path.points[i * 2] - 50 - bone * 25)));
      const sum = shares.reduce((a, b) => a + b, 0);
      return own.map((bone, k) => [bone, shares[k] / sum] as const);
    });
    const starts = [0];
    for (const list of lists) starts.push((starts.at(-1) as number) + list.length);
    return {
      ...path,
      weights: {
        starts: Uint32Array.from(starts),
        bones: Uint32Array.from(lists.flat(), ([bone]) => bone),
        weights: Float32Array.from(lists.flat(), ([, weight]) => weight),
        depths: Float64Array.from(lists, (_, i) => slope * (path.points[i * 2 + 1] - 100)),
      },
    };
  });
  const key = (): TransformKey => {
    const turn = Array.from({ length: 4 }, () => between(-1, 1));
    const length = Math.hypot(...turn);
    return [between(-9, 9), between(-9, 9), between(-9, 9), ...turn.map((v) => v / length)] as unknown as TransformKey;
  };
  const action = (name: string, interpolation: TransformTrack['interpolation']) =>
    transformAction(
      name,
      20,
      bones.map((_, bone) => transformTrack(bone, { 1: key(), [5 + bone]: key(), 17: key() }, interpolation)),
    );
  return withActions({ ...boned, paths }, [
    ...boned.actions.slice(1),
    action('space linear', 'linear'),
    action('space step', 'step'),
  ]);
}
