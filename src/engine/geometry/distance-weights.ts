import { squaredDistanceToSegment } from './distance.ts';

/**
 * How much of a point each of n bones carries, by path_control's rule for two bones, made a partition of unity for more:
 *
 *     I_j = strength_j · (distance of the point from bone j at rest)²     w_j = (1 − I_j / Σ I) / (n − 1)
 *
 * One bone has the weight 1. All weights are 0, and the point stays, where Σ I is 0 or one bone alone has no strength.
 *
 * @param influences Bone and strength of each, from `from` on.
 * @param count Bones, at least 1.
 * @param rests Base x, base y, tip x, tip y of each bone at rest, rig px.
 * @param x Where the point is, rig px.
 * @param out Gets the weights, from its start on.
 */
export function weighByDistance(
  influences: ArrayLike<number>,
  from: number,
  count: number,
  rests: ArrayLike<number>,
  x: number,
  y: number,
  out: number[],
): void {
  let total = 0;
  for (let k = 0; k < count; k++) {
    const at = from + k * 2;
    out[k] = influences[at + 1] * squaredDistanceToSegment(rests, influences[at] * 4, x, y);
    total += out[k];
  }
  for (let k = 0; k < count; k++) out[k] = total === 0 ? 0 : (1 - out[k] / total) / (count - 1);
  if (count === 1) out[0] = influences[from + 1] === 0 ? 0 : 1;
}
