import { boneOrder } from '../model/bone-order.ts';
import type { Rig } from '../model/rig.ts';
import { FrameRows } from './frame-rows.ts';
import { type CompiledSpatial, compileSpatial } from './spatial.ts';

/** Lists of numbers, one a bone: those of bone b are `items[starts[b]]` up to `items[starts[b + 1]]`. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly items: Float64Array;
}

/** The bones of a rig as the evaluator of `animate/skeleton.ts` reads them. Lengths in px, angles in radians, y down. */
export interface CompiledSkeleton {
  readonly count: number;
  /** Bones in the order of evaluation; see `boneOrder`. */
  readonly order: Uint32Array;
  readonly parents: Int32Array;
  /** Base x, base y, angle, length at rest. A bone without length has the angle 0. */
  readonly rest: Float64Array;
  /** The bones that skin a bone's flexi point, each with its strength. */
  readonly carriers: Lists;
  /** Which point that is: 0 base, 1 tip. */
  readonly flexiPoints: Uint8Array;
  /** The flexi bones of the bone's own group: they skin both its ends. Each with its strength. */
  readonly skinners: Lists;
  /** Indices of the smart bones that a bone drives. */
  readonly drives: Lists;
  /** For each bone its tracks, three numbers each: action, first of its frame rows, first of its keys. */
  readonly tracks: Lists;
  /** As `CompiledRig.frameRows`: for each frame 0 = still at rest, k = key k − 1. */
  readonly frameRows: Uint16Array;
  /** Four numbers a key, all differences from rest: base x, base y, angle, length. Angles go on from key to key without jumps. */
  readonly keys: Float64Array;
  /** Actions that move bones. */
  readonly actions: Uint32Array;
  /** The bones that move in space, or null. */
  readonly spatial: CompiledSpatial | null;
}

export function compileSkeleton(rig: Rig): CompiledSkeleton {
  const { bones, groups, actions, smartBones } = rig;
  const { order, flexiCycles } = boneOrder(rig);
  const cyclic = new Set(flexiCycles.map(({ bone, by }) => `${bone} ${by}`));
  const carrying = (bone: number, by: readonly number[]) =>
    by.flatMap((each) => (cyclic.has(`${bone} ${each}`) ? [] : [each, bones[each].strength ?? 0]));
  const rest = new Float64Array(bones.length * 4);
  bones.forEach(({ base, tip }, b) => {
    const [dx, dy] = [tip[0] - base[0], tip[1] - base[1]];
    rest.set([base[0], base[1], Math.atan2(dy, dx), Math.hypot(dx, dy)], b * 4);
  });

  const rows = new FrameRows();
  const keys: number[] = [];
  const tracks: number[][] = bones.map(() => []);
  const moving = new Set<number>();
  const drivers = new Set(smartBones.map(({ action, bone }) => `${action} ${bone}`));
  actions.forEach((action, a) => {
    if (action.transforms !== undefined) moving.add(a);
    for (const { bone, frames, deltas } of action.bones) {
      // How a smart action was recorded by turning its own bone says nothing on top of that turn.
      if (drivers.has(`${a} ${bone}`)) continue;
      moving.add(a);
      tracks[bone].push(a, rows.add(frames, action.frames), keys.length / 4);
      pushKeys(rest.subarray(bone * 4, bone * 4 + 4), deltas, keys);
    }
  });
  return {
    count: bones.length,
    order: Uint32Array.from(order),
    parents: Int32Array.from(bones, ({ parent }) => parent),
    rest,
    carriers: lists(bones.map(({ flexiPoint }, b) => carrying(b, flexiPoint?.bones ?? []))),
    flexiPoints: Uint8Array.from(bones, ({ flexiPoint }) => flexiPoint?.point ?? 0),
    skinners: lists(bones.map(({ group }, b) => carrying(b, groups[group].flexi))),
    drives: lists(bones.map((_, b) => smartBones.flatMap(({ bone }, s) => (bone === b ? [s] : [])))),
    tracks: lists(tracks),
    frameRows: rows.toArray(),
    keys: Float64Array.from(keys),
    actions: Uint32Array.from(moving),
    spatial: compileSpatial(rig),
  };
}

function pushKeys(rest: Float64Array, deltas: Float64Array, keys: number[]): void {
  const [, , restAngle, restLength] = rest;
  const [restX, restY] = [Math.cos(restAngle) * restLength, Math.sin(restAngle) * restLength];
  let turn = 0;
  for (let k = 0; k < deltas.length; k += 4) {
    const x = restX + deltas[k + 2] - deltas[k];
    const y = restY + deltas[k + 3] - deltas[k + 1];
    const length = Math.hypot(x, y);
    if (length > 0) turn += wrapAngle(Math.atan2(y, x) - restAngle - turn);
    keys.push(deltas[k], deltas[k + 1], turn, length - restLength);
  }
}

/** The same angle from −π to π. */
export function wrapAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

function lists(all: readonly (readonly number[])[]): Lists {
  const starts = new Uint32Array(all.length + 1);
  all.forEach((each, i) => {
    starts[i + 1] = starts[i] + each.length;
  });
  return { starts, items: Float64Array.from(all.flat()) };
}
