import type { OwnPoints } from '../animate/own-points.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { LAYOUT } from '../compile/layout.ts';

/**
 * The CPU twin of `shaders/morph.glsl`: the same tables, the same steps under the same names. It
 * is what the shader is tested against, and what answers where there is no GPU.
 */

const scratch = new DataView(new ArrayBuffer(4));

function uintBitsToFloat(bits: number): number {
  scratch.setUint32(0, bits);
  return scratch.getFloat32(0);
}

/** rest + Σ weight · delta, for all control points of one path. */
function morphPath(
  compiled: CompiledRig,
  path: number,
  actions: Float32Array,
  out: Float64Array,
  own: Float32Array | undefined,
): void {
  const { points, paths, morphs, deltas, frameRows } = compiled;
  const texel = path * LAYOUT.PATH_TEXELS * 4;
  const firstMorph = paths[texel];
  const morphCount = paths[texel + 1];
  const first = paths[texel + 4];
  const stride = paths[texel + 5];
  for (let local = 0; local < stride; local++) {
    out[(first + local) * 2] = own?.[local * 2] ?? points[(first + local) * 4];
    out[(first + local) * 2 + 1] = own?.[local * 2 + 1] ?? points[(first + local) * 4 + 1];
  }
  const add = (firstDelta: number, row: number, factor: number): void => {
    if (row === 0) return;
    const from = (firstDelta + (row - 1) * stride) * 2;
    for (let i = 0; i < stride * 2; i++) out[first * 2 + i] += factor * deltas[from + i];
  };
  for (let m = firstMorph; m < firstMorph + morphCount; m++) {
    const [firstDelta, firstRow, action, scaleBits] = [
      morphs[m * 4],
      morphs[m * 4 + 1],
      morphs[m * 4 + 2],
      morphs[m * 4 + 3],
    ];
    const [frame, next, weight, nextWeight] = [
      actions[action * 4],
      actions[action * 4 + 1],
      actions[action * 4 + 2],
      actions[action * 4 + 3],
    ];
    const scale = uintBitsToFloat(scaleBits);
    if (weight !== 0) add(firstDelta, frameRows[firstRow + frame], weight * scale);
    if (nextWeight !== 0) add(firstDelta, frameRows[firstRow + next], nextWeight * scale);
  }
}

/**
 * Control points of a pose, rig px: x, y for each point of each path.
 * @param actions See `Pose.actions`.
 * @param own Rest positions that are not the rig's.
 */
export function morphPoints(
  compiled: CompiledRig,
  actions: Float32Array,
  out: Float64Array = new Float64Array(compiled.pointCount * 2),
  own?: OwnPoints | null,
): Float64Array {
  for (let path = 0; path < compiled.rig.paths.length; path++) {
    morphPath(compiled, path, actions, out, own?.find(path));
  }
  return out;
}

/**
 * Rig px → canvas px, in place.
 * @param matrix a, b, c, d, e, f.
 */
export function placePoints(points: Float64Array, matrix: ArrayLike<number>): Float64Array {
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i], points[i + 1]];
    points[i] = matrix[0] * x + matrix[2] * y + matrix[4];
    points[i + 1] = matrix[1] * x + matrix[3] * y + matrix[5];
  }
  return points;
}
