import type { CompiledRig } from '../../compile/compiled-rig.ts';
import { LAYOUT } from '../../compile/layout.ts';
import { squaredDistanceToSegment } from '../../geometry/distance.ts';

/**
 * Which bones carry a control point and how much; the rule of `reference/skin.ts`.
 *
 * @param point Index among all points of the rig.
 * @param x Where the actions have it, before bones carry it, rig px.
 * @param visit Called for each bone; the weights add up to 1. Not called where the point stays.
 */
export function visitWeights(
  compiled: CompiledRig,
  path: number,
  point: number,
  x: number,
  y: number,
  visit: (bone: number, weight: number) => void,
): void {
  const { influences, boneRests, points, paths, curves } = compiled;
  if (curves !== null) {
    curves.visitWeights(compiled, point, visit);
    return;
  }
  const texel = path * LAYOUT.PATH_TEXELS * 4;
  const [skin, size] = [paths[texel + 6], paths[texel + 7]];
  if ((size & LAYOUT.SKIN_WEIGHTED) !== 0) {
    const first = points[point * 4 + 3];
    if (first < 0) return;
    const count = influences[first * 2 + 1];
    for (let k = first + 1; k <= first + count; k++) visit(influences[k * 2], influences[k * 2 + 1]);
    return;
  }
  if (size === 1) visit(influences[skin * 2], 1);
  if (size < 2) return;
  const pull = (k: number) => influences[k * 2 + 1] * squaredDistanceToSegment(boneRests, influences[k * 2] * 4, x, y);
  let total = 0;
  for (let k = skin; k < skin + size; k++) total += pull(k);
  if (total === 0) return;
  for (let k = skin; k < skin + size; k++) visit(influences[k * 2], (1 - pull(k) / total) / (size - 1));
}
