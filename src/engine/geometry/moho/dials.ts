import type { MohoDial, MohoKeys } from '../../model/moho.ts';
import { evaluateKeys } from './channel.ts';

/** `nearest`: whole frames, as in Moho; `continuous`: also what is between them. */
export type DialRule = 'nearest' | 'continuous';

/** The angles of a dial at each frame of its action, from 0. */
export interface DialTable {
  readonly angles: Float64Array;
  /** Of all but frame 0. */
  readonly least: number;
  readonly greatest: number;
}

/** More frames than these no dial has. */
const mostFrames = 100_000;
/** Angles that differ less are the same; files have six digits. */
const same = 1e-7;

export function dialTable(curve: MohoKeys): DialTable {
  const last = Math.floor(curve.frames[curve.frames.length - 1] ?? 0);
  const frames = Math.min(mostFrames, Math.max(0, last));
  const angles = new Float64Array(frames + 1);
  for (let frame = 0; frame <= frames; frame++) evaluateKeys(curve, 1, frame, angles, frame);
  let [least, greatest] = [Infinity, -Infinity];
  for (let frame = 1; frame <= frames; frame++) {
    least = Math.min(least, angles[frame]);
    greatest = Math.max(greatest, angles[frame]);
  }
  return { angles, least, greatest };
}

/**
 * The frame of a dial's action at an angle of its bone, radians, never wrapped: the frame from 1 on
 * whose angle is nearest, the later of two. Undefined where the dial has no say: at its rest angle
 * when that lies outside of the other angles.
 */
export function dialFrame({ angles, least, greatest }: DialTable, angle: number, rule: DialRule): number | undefined {
  if (angles.length < 2) return undefined;
  if (Math.abs(angle - angles[0]) < same && (angles[0] < least - same || angles[0] > greatest + same)) return undefined;
  let best = 1;
  for (let frame = 2; frame < angles.length; frame++) {
    if (Math.abs(angles[frame] - angle) <= Math.abs(angles[best] - angle) + same) best = frame;
  }
  return rule === 'nearest' ? best : best + shareAround(angles, best, angle);
}

/** How far from a frame, towards one of its neighbours, the angle lies; from -1 to 1. */
function shareAround(angles: Float64Array, frame: number, angle: number): number {
  const from = angles[frame];
  for (const step of [-1, 1]) {
    const to = angles[frame + step];
    if (to === undefined || to === from) continue;
    const share = (angle - from) / (to - from);
    if (share > 0 && share < 1) return step * share;
  }
  return 0;
}

/** Whether an angle lies on the side of the other one of two opposite dials. Not verified. */
export function isOpposite(own: DialTable, other: DialTable, angle: number): boolean {
  const side = (table: DialTable): number => (table.greatest + table.least) / 2 - table.angles[0];
  const turned = angle - own.angles[0];
  return side(own) * side(other) < 0 && turned * side(own) < 0;
}

/** Tables of the dials of a skeleton, in their order. */
export const dialTables = (dials: readonly MohoDial[]): DialTable[] => dials.map(({ curve }) => dialTable(curve));
