import type { OwnPoints } from '../animate/own-points.ts';
import type { Pose } from '../animate/pose.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { LAYOUT } from '../compile/layout.ts';
import { squaredDistanceToSegment } from '../geometry/distance.ts';
import { morphPoints } from './morph.ts';

/**
 * The CPU twin of `shaders/bones/skin.glsl`: how bones carry control points. With E_j what bone j does to
 * a point p (the morphed one, with its depth; then seen from the front) and n bones, p' = p + Σ w_j · (E_j·p − p), where w_j is given, or
 *
 *     I_j = strength_j · (distance of p from bone j at rest)²     w_j = (1 − I_j / Σ I) / (n − 1)
 *
 * which is path_control's rule for two bones, made a partition of unity for more. One bone has the
 * weight 1. Where Σ I is 0 the point stays.
 */
export function skinPoints(compiled: CompiledRig, bones: Float32Array, points: Float64Array): Float64Array {
  const { paths, skinSets } = compiled;
  for (const set of skinSets) {
    for (const path of set.paths) {
      const texel = path * LAYOUT.PATH_TEXELS * 4;
      const [first, count, skin, size] = paths.subarray(texel + 4, texel + 8);
      for (let point = first; point < first + count; point++) {
        if ((size & LAYOUT.SKIN_WEIGHTED) !== 0) skinByWeights(compiled, bones, points, point);
        else skinByDistance(compiled, bones, points, point, skin, size);
      }
    }
  }
  return points;
}

/** What control points depend on: a pose, and points that are not the rig's. */
export type PosedPoints = Pick<Pose, 'actions' | 'bones'> & { readonly own?: OwnPoints | null };

/** Control points of a pose, rig px: x, y for each point of each path. */
export function posePoints(
  compiled: CompiledRig,
  pose: PosedPoints,
  out: Float64Array = new Float64Array(compiled.pointCount * 2),
): Float64Array {
  if (compiled.curves) {
    compiled.curves.posePoints(compiled, pose.actions, pose.bones, out);
    return out;
  }
  return skinPoints(compiled, pose.bones, morphPoints(compiled, pose.actions, out, pose.own));
}

/** Adds to a point what a bone does to it, as far as it was at x, y, so far behind the picture plane. */
function addShift(
  bones: Float32Array,
  bone: number,
  weight: number,
  x: number,
  y: number,
  depth: number,
  points: Float64Array,
  point: number,
): void {
  const o = bone * 8;
  points[point * 2] += weight * (bones[o] * x + bones[o + 2] * y + bones[o + 4] + bones[o + 6] * depth);
  points[point * 2 + 1] += weight * (bones[o + 1] * x + bones[o + 3] * y + bones[o + 5] + bones[o + 7] * depth);
}

function skinByWeights(compiled: CompiledRig, bones: Float32Array, points: Float64Array, point: number): void {
  const { influences } = compiled;
  const [x, y] = [points[point * 2], points[point * 2 + 1]];
  const first = compiled.points[point * 4 + 3];
  if (first < 0) return;
  const [depth, count] = [influences[first * 2], influences[first * 2 + 1]];
  for (let k = first + 1; k <= first + count; k++) {
    addShift(bones, influences[k * 2], influences[k * 2 + 1], x, y, depth, points, point);
  }
}

function skinByDistance(
  compiled: CompiledRig,
  bones: Float32Array,
  points: Float64Array,
  point: number,
  first: number,
  count: number,
): void {
  const { influences } = compiled;
  const [x, y] = [points[point * 2], points[point * 2 + 1]];
  if (count === 1) {
    addShift(bones, influences[first * 2], 1, x, y, 0, points, point);
    return;
  }
  const pull = (k: number) =>
    influences[k * 2 + 1] * squaredDistanceToSegment(compiled.boneRests, influences[k * 2] * 4, x, y);
  let total = 0;
  for (let k = first; k < first + count; k++) total += pull(k);
  if (total === 0) return;
  for (let k = first; k < first + count; k++) {
    addShift(bones, influences[k * 2], (1 - pull(k) / total) / (count - 1), x, y, 0, points, point);
  }
}
