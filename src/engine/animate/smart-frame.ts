import type { SmartBone } from '../model/rig.ts';

const TURN = 2 * Math.PI;

/**
 * The frame of a smart bone's action at an angle of the bone.
 *
 * @param angle Angle of the bone now, radians, clockwise on screen, not wrapped: it may have gone round.
 * @param restAngle Angle at rest. It says which round of the range is meant.
 * @returns A frame from 0; whole unless the rule is `continuous`.
 */
export function smartFrame(smart: SmartBone, angle: number, restAngle: number): number {
  const { frames, firstFrame, rule } = smart;
  const start = (smart.startAngle * Math.PI) / 180;
  const end = (smart.endAngle * Math.PI) / 180;
  if (rule === 'ancestor') return ancestorFrame(start, end, frames, firstFrame, -angle);
  if (start === end) return firstFrame;
  const at = -angle + roundOf(Math.min(start, end), Math.max(start, end), -restAngle);
  const share = Math.min(Math.max((at - start) / (end - start), 0), 1) * (frames - 1);
  return firstFrame + (rule === 'nearest' ? Math.floor(share + 0.5) : share);
}

/** The whole turns that bring the angle at rest into the range, or nearest to it. */
function roundOf(low: number, high: number, rest: number): number {
  const up = Math.ceil((low - rest) / TURN - 1e-9) * TURN;
  const above = rest + up - high;
  return above <= 1e-9 || above <= low - (rest + up - TURN) ? up : up - TURN;
}

/**
 * As path_control computes it: a range that runs backwards counts from its end, frames are rounded
 * towards the start, and outside the range the action is at rest. Its frames are one lower than files.
 */
function ancestorFrame(start: number, end: number, frames: number, firstFrame: number, angle: number): number {
  const range = end - start;
  let at = angle - TURN * Math.round(angle / TURN) - Math.min(start, end);
  if (at < 0) at += TURN;
  // It goes round once only: a range beyond a full turn is never reached.
  if (at < 0 || (range < 0 ? at >= -range : at > range)) return 0;
  const steps = range === 0 ? 0 : Math.trunc((at / range) * (frames - 1));
  return firstFrame + (range < 0 ? frames + steps : steps + 1);
}
