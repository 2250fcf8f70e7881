import type { MohoBone } from '../../model/moho.ts';
import type { PosedBones } from './bones.ts';

/** Where a point is taken to learn how its surroundings turn. */
export const probe = 0.001;

/** Moves a point at rest: x, y → out[at], out[at + 1]. `index` is that of the point. */
export type Skin = (index: number, x: number, y: number, out: Float64Array, at: number) => void;

/** Distance of a point from a bone at rest, ends included. */
function boneDistance(x: number, y: number, length: number, matrix: ArrayLike<number>): number {
  const [baseX, baseY] = [matrix[4], matrix[5]];
  const size = Math.hypot(matrix[0], matrix[1]);
  const [axisX, axisY] = size === 0 ? [0, 0] : [matrix[0] / size, matrix[1] / size];
  const along = Math.min(length * size, Math.max(0, (x - baseX) * axisX + (y - baseY) * axisY));
  return Math.hypot(x - baseX - along * axisX, y - baseY - along * axisY);
}

/**
 * Weights of some bones at points at rest: L / (1 + 1000·(d²/s)²) of each bone, with its length L,
 * strength s and distance d, made to add up to 1. Verified for pairs of bones.
 * @param points x, y, … at rest.
 * @returns One row of weights, one for each bone, for each point.
 */
export function flexiWeights(
  points: Float64Array,
  chosen: readonly number[],
  bones: readonly MohoBone[],
  rest: PosedBones,
): Float64Array {
  const weights = new Float64Array((points.length / 2) * chosen.length);
  // Bones without a length count alike where there are no others.
  const isFlat = chosen.every((b) => bones[b].length === 0);
  for (let p = 0; p < points.length / 2; p++) {
    let sum = 0;
    const row = p * chosen.length;
    for (const [i, b] of chosen.entries()) {
      const { length, strength } = bones[b];
      const matrix = rest.matrices.subarray(b * 6, b * 6 + 6);
      const d = boneDistance(points[p * 2], points[p * 2 + 1], length, matrix);
      const fall = (d * d) / Math.max(strength, 1e-9);
      const weight = (isFlat ? 1 : length) / (1 + 1000 * fall * fall);
      weights[row + i] = weight;
      sum += weight;
    }
    for (let i = 0; i < chosen.length; i++) weights[row + i] = sum > 0 ? weights[row + i] / sum : 1 / chosen.length;
  }
  return weights;
}

/** Points moved by a mix of bones. */
export function weightedSkin(weights: Float64Array, chosen: readonly number[], moves: Float64Array): Skin {
  return (index, x, y, out, at) => {
    let [sumX, sumY] = [0, 0];
    for (let i = 0; i < chosen.length; i++) {
      const weight = weights[index * chosen.length + i];
      const m = chosen[i] * 6;
      sumX += weight * (moves[m] * x + moves[m + 2] * y + moves[m + 4]);
      sumY += weight * (moves[m + 1] * x + moves[m + 3] * y + moves[m + 5]);
    }
    out[at] = sumX;
    out[at + 1] = sumY;
  };
}

/**
 * Stage 2 for one point: skin(p0) + Rot(φ)·δ. What dials do to a point on flexi bones is turned as
 * the skin turns around the point, and neither stretched nor weighed anew. Verified.
 * @param probed Moves a point beside p0, with weights of its own.
 */
export function skinPoint(
  skin: Skin,
  probed: Skin,
  index: number,
  x: number,
  y: number,
  dx: number,
  dy: number,
  out: Float64Array,
  at: number,
): void {
  skin(index, x, y, out, at);
  if (dx === 0 && dy === 0) return;
  const [sx, sy] = [out[at], out[at + 1]];
  probed(index, x + probe, y, out, at);
  const length = Math.hypot(out[at] - sx, out[at + 1] - sy);
  const cos = length === 0 ? 1 : (out[at] - sx) / length;
  const sin = length === 0 ? 0 : (out[at + 1] - sy) / length;
  out[at] = sx + cos * dx - sin * dy;
  out[at + 1] = sy + sin * dx + cos * dy;
}
