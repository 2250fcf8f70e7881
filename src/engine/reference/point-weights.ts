import type { CompiledRig } from '../compile/compiled-rig.ts';
import { LAYOUT } from '../compile/layout.ts';
import { weighByDistance } from '../geometry/distance-weights.ts';

/**
 * Which bones carry a control point and how much: by the weights given for it, else by `weighByDistance`.
 *
 * @param point Index among all points of the rig.
 * @param x Where the actions have it, before bones carry it, rig px.
 * @param visit Called for each bone, with how far behind the picture plane the point is, rig px; the weights add up to 1. Not
 *   called where the point stays.
 */
export function visitWeights(
  compiled: CompiledRig,
  path: number,
  point: number,
  x: number,
  y: number,
  visit: (bone: number, weight: number, depth: number) => void,
): void {
  const { influences, boneRests, points, paths, curves } = compiled;
  if (curves !== null) {
    curves.visitWeights(compiled, point, (bone, weight) => visit(bone, weight, 0));
    return;
  }
  const texel = path * LAYOUT.PATH_TEXELS * 4;
  const [skin, size] = [paths[texel + 6], paths[texel + 7]];
  if ((size & LAYOUT.SKIN_WEIGHTED) !== 0) {
    const first = points[point * 4 + 3];
    if (first < 0) return;
    const [depth, count] = [influences[first * 2], influences[first * 2 + 1]];
    for (let k = first + 1; k <= first + count; k++) visit(influences[k * 2], influences[k * 2 + 1], depth);
    return;
  }
  if (size === 0) return;
  weighByDistance(influences, skin * 2, size, boneRests, x, y, weights);
  for (let k = 0; k < size; k++) if (weights[k] !== 0) visit(influences[(skin + k) * 2], weights[k], 0);
}

const weights: number[] = [];
