import type { OwnPoints } from '../animate/own-points.ts';
import type { Pose } from '../animate/pose.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { LAYOUT } from '../compile/layout.ts';
import { morphPoints } from './morph.ts';
import { visitWeights } from './point-weights.ts';

/**
 * The CPU twin of `shaders/bones/skin.glsl`: how bones carry control points. With E_j what bone j does to a point p (the
 * morphed one, with its depth; then seen from the front), p' = p + Σ w_j · (E_j·p − p), where the weights w_j are those
 * of `visitWeights`.
 */
export function skinPoints(compiled: CompiledRig, bones: Float32Array, points: Float64Array): Float64Array {
  let [at, x, y] = [0, 0, 0];
  const addShift = (bone: number, weight: number, depth: number) => {
    const o = bone * 8;
    points[at] += weight * (bones[o] * x + bones[o + 2] * y + bones[o + 4] + bones[o + 6] * depth);
    points[at + 1] += weight * (bones[o + 1] * x + bones[o + 3] * y + bones[o + 5] + bones[o + 7] * depth);
  };
  for (const set of compiled.skinSets) {
    for (const path of set.paths) {
      const texel = path * LAYOUT.PATH_TEXELS * 4;
      const [first, count] = compiled.paths.subarray(texel + 4, texel + 6);
      for (let point = first; point < first + count; point++) {
        at = point * 2;
        x = points[at];
        y = points[at + 1];
        visitWeights(compiled, path, point, x, y, addShift);
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
