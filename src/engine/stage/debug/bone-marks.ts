import type { Bone } from '../../model/rig.ts';
import { css, type Pen, type Rgb } from './pen.ts';

/** Tells neighbours apart, also for most who see colours otherwise. */
const COLORS: readonly Rgb[] = [
  [230, 85, 20],
  [0, 114, 190],
  [0, 150, 95],
  [204, 60, 140],
  [150, 105, 0],
  [110, 70, 200],
  [0, 150, 175],
  [190, 30, 45],
];

export const boneColor = (bone: number): Rgb => COLORS[bone % COLORS.length];

/** Where a bone is, rig px. */
export interface BoneEnds {
  readonly baseX: number;
  readonly baseY: number;
  readonly tipX: number;
  readonly tipY: number;
}

/** How far a bone's strength reaches: a capsule around it. @param radius Rig px. */
export function drawZone(pen: Pen, { baseX, baseY, tipX, tipY }: BoneEnds, radius: number, color: Rgb): void {
  if (radius <= 0) return;
  const along = Math.atan2(tipY - baseY, tipX - baseX);
  pen.shape((context) => {
    context.arc(baseX, baseY, radius, along + Math.PI / 2, along - Math.PI / 2);
    context.arc(tipX, tipY, radius, along - Math.PI / 2, along + Math.PI / 2);
    context.closePath();
  });
  pen.fill(css(color, 0.1));
  pen.line(css(color, 0.75), 1, { halo: false, dash: [4, 4] });
}

/** Between which directions a bone may point. @param parentAngle Radians. */
export function drawLimits(pen: Pen, bone: Bone, ends: BoneEnds, parentAngle: number, color: Rgb): void {
  const { minAngle = -180, maxAngle = 180 } = bone;
  if (maxAngle - minAngle >= 360) return;
  const radius = Math.min(26 * pen.grain, Math.hypot(ends.tipX - ends.baseX, ends.tipY - ends.baseY) * 0.7);
  const angle = (limit: number) => parentAngle + (limit * Math.PI) / 180;
  pen.shape((context) => {
    context.moveTo(ends.baseX, ends.baseY);
    context.arc(ends.baseX, ends.baseY, radius, angle(minAngle), angle(maxAngle));
    context.closePath();
  });
  pen.fill(css(color, 0.25));
  pen.line(css(color, 0.9), 1);
}

/** The bone as a kite from base to tip. A pin is a cross in a ring, a fixed bone has a square base. */
export function drawBone(pen: Pen, { isPin, fixed }: Bone, ends: BoneEnds, color: Rgb, faint: boolean): void {
  const { baseX, baseY, tipX, tipY } = ends;
  const paint = css(color, faint ? 0.35 : 1);
  const [dx, dy] = [tipX - baseX, tipY - baseY];
  const length = Math.hypot(dx, dy);
  if (!isPin && length > 0) {
    const half = Math.min(6 * pen.grain, length * 0.16) / length;
    const [x, y] = [baseX + dx * 0.2, baseY + dy * 0.2];
    pen.shape((context) => {
      context.moveTo(baseX, baseY);
      context.lineTo(x - dy * half, y + dx * half);
      context.lineTo(tipX, tipY);
      context.lineTo(x + dy * half, y - dx * half);
      context.closePath();
    });
    pen.line(paint, 1.5, { halo: !faint });
    pen.fill(css(color, faint ? 0.2 : 0.6));
  }
  pen.mark(fixed ? 'box' : 'dot', baseX, baseY, isPin ? 13 : 7, paint, isPin);
  if (isPin) pen.mark('cross', baseX, baseY, 13, paint);
  else if (length > 0) pen.mark('dot', tipX, tipY, 4, paint);
}

/** A point that a bone's tip reaches for. @param weight 0 to 1. */
export function drawTarget(pen: Pen, { tipX, tipY }: BoneEnds, x: number, y: number, weight: number, color: Rgb): void {
  pen.shape((context) => {
    context.moveTo(tipX, tipY);
    context.lineTo(x, y);
  });
  pen.line(css(color, weight), 1.25, { dash: [3, 3] });
  pen.mark('dot', x, y, 15, css(color, weight), true);
  pen.mark('cross', x, y, 21, css(color, weight));
}
