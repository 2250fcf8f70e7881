import type { MohoSkeleton } from '../../model/moho.ts';
import type { CycleRule, Drive } from './channel.ts';
import { addActions, evaluateMain } from './channel.ts';
import { identity, inverted, matrixAt, multiplied } from './matrix.ts';

/** Bones of a skeleton at a moment, one row of numbers for each. */
export interface PosedBones {
  /** Own angle, relative to the parent's, radians, never wrapped. */
  readonly angles: Float64Array;
  /** Angles of all parents added. */
  readonly worldAngles: Float64Array;
  /** Six numbers each: bone space → space of the bone layer. */
  readonly matrices: Float64Array;
}

/** The last version in which scaling mode 0 is known to stretch a bone along its axis only. */
const lastAlongOnly = 1039;

/** Own angle without what dials do to it: main timeline, plain actions, and what the caller turned. */
export function baseAngle(
  { bones }: MohoSkeleton,
  bone: number,
  time: number,
  drive: Drive,
  turned: number,
  cycles: CycleRule,
): number {
  const { angle } = bones[bone];
  const out = new Float64Array(1);
  evaluateMain(angle, time, out, 0, cycles);
  addActions(angle, drive, out, 0, 'plain');
  return out[0] + turned;
}

/**
 * Poses a skeleton.
 * @param isPlayed Whether a dial's action is played for itself, and so turns its own bone.
 * @param turned Radians by bone.
 */
export function poseBones(
  { bones, order, dials }: MohoSkeleton,
  time: number,
  drive: Drive,
  isPlayed: (action: number) => boolean,
  turned: Float64Array,
  version: number,
  cycles: CycleRule,
): PosedBones {
  const angles = new Float64Array(bones.length);
  const worldAngles = new Float64Array(bones.length);
  const matrices = new Float64Array(bones.length * 6);
  const own = bones.map(() => new Set<number>());
  for (const { bone, action } of dials) if (!isPlayed(action)) own[bone].add(action);
  const place = new Float64Array(4);
  for (const b of order) {
    const { parent, position, angle, scale, scalingMode } = bones[b];
    evaluateMain(position, time, place, 0, cycles);
    addActions(position, drive, place, 0);
    evaluateMain(angle, time, place, 2, cycles);
    // A dial that its bone drives does not turn the bone in turn.
    addActions({ ...angle, actions: angle.actions.filter(({ action }) => !own[b].has(action)) }, drive, place, 2);
    evaluateMain(scale, time, place, 3, cycles);
    addActions(scale, drive, place, 3);
    angles[b] = place[2] + turned[b];
    worldAngles[b] = angles[b] + (parent < 0 ? 0 : worldAngles[parent]);
    const [cos, sin] = [Math.cos(worldAngles[b]), Math.sin(worldAngles[b])];
    const along = place[3];
    const across = scalingMode === 0 && version > lastAlongOnly ? along : 1;
    let [x, y] = place;
    if (parent >= 0) {
      const m = matrixAt(matrices, parent);
      [x, y] = [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
    }
    matrices.set([along * cos, along * sin, -across * sin, across * cos, x, y], b * 6);
  }
  return { angles, worldAngles, matrices };
}

/** pose · rest⁻¹ of each bone: what moves what a bone carries. Six numbers each. */
export function boneMoves(pose: PosedBones, rest: PosedBones): Float64Array {
  const moves = new Float64Array(pose.matrices.length);
  for (let b = 0; b < moves.length / 6; b++) {
    const back = inverted(matrixAt(rest.matrices, b));
    // A bone of no size at rest carries nothing.
    moves.set(back === undefined ? identity : multiplied(matrixAt(pose.matrices, b), back), b * 6);
  }
  return moves;
}
