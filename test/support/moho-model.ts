import { evaluateKeys } from '../../src/engine/geometry/moho/channel.ts';
import {
  type MohoBone,
  type MohoChannel,
  type MohoKeys,
  type MohoMesh,
  MohoMode,
  type MohoNumberCurve,
  type MohoValues,
} from '../../src/engine/model/moho.ts';

/** Parts of a Moho project for tests. */

export type Key = readonly [frame: number, value: number | readonly number[], mode?: number, v1?: number, v2?: number];

/** Keys that are smooth where they say nothing else. */
export function keysOf(keys: readonly Key[]): MohoKeys {
  return {
    frames: Float64Array.from(keys, ([frame]) => frame),
    values: Float64Array.from(keys.flatMap(([, value]) => value)),
    modes: Uint8Array.from(keys, ([, , mode = MohoMode.smooth]) => mode),
    parameters: Float64Array.from(keys.flatMap(([, , , v1 = 0.1, v2 = 0.5]) => [v1, v2])),
  };
}

/** What an action does to a channel. */
export function curveOf(action: number, keys: readonly Key[]): MohoNumberCurve {
  const own = keysOf(keys);
  const rest = new Float64Array(own.values.length / own.frames.length);
  evaluateKeys(own, rest.length, 0, rest);
  return { action, keys: own, rest };
}

export const still = (...value: number[]): MohoChannel => ({
  components: value.length,
  main: keysOf([[0, value]]),
  actions: [],
});

export const values = (components: number, rest: readonly number[]): MohoValues => ({
  components,
  rest: Float64Array.from(rest),
  moving: [],
});

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export function boneOf(bone: Partial<MohoBone>): MohoBone {
  return {
    name: '',
    parent: -1,
    length: 0.1,
    strength: 0.1,
    scalingMode: 0,
    position: still(0, 0),
    angle: still(0),
    scale: still(1),
    ...bone,
  };
}

/** A mesh of one curve through points of its own. */
export function meshOf(
  points: readonly (readonly [number, number])[],
  closed: boolean,
  more: Partial<MohoMesh> = {},
): MohoMesh {
  const count = points.length;
  const all = (value: number) => values(1, Array(count).fill(value));
  return {
    pointCount: count,
    positions: values(2, points.flat()),
    widths: all(1),
    pointBones: new Int32Array(count).fill(-1),
    curves: [{ start: 0, count, closed }],
    curvePoints: Uint32Array.from(points.keys()),
    smoothness: all(0.3),
    weightIn: all(1),
    weightOut: all(1),
    offsetIn: all(0),
    offsetOut: all(0),
    segmentsOn: new Uint8Array(count).fill(1),
    shapes: [],
    ...more,
  };
}
