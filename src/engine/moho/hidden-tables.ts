import type { DeltaAtlas } from '../compile/deltas.ts';
import type { FrameRows } from '../compile/frame-rows.ts';
import { CURVE_LAYOUT as LAYOUT } from './layout.ts';
import type { MeshTrack } from './mesh-tracks.ts';

/** Points that are never painted: what curves are built from. */
export interface HiddenPath {
  /** Three numbers a point: two that tracks change, and the last one of its texel. */
  readonly points: Float64Array;
  readonly tracks: readonly MeshTrack[];
  /** px for a unit of what tracks change, at most: how fine their 16 bits must be. */
  readonly unit: number;
}

/** Widest step of what curves are made of, px: errors of several add up, and a tangent turns with them. */
const step = 1 / 8000;

/** See `CompiledCurves.addMorphs`. @param frames Last frame of each action of the rig. */
export function addMorphs(
  hidden: readonly HiddenPath[],
  frames: readonly number[],
  table: number[],
  atlas: DeltaAtlas,
  rows: FrameRows,
): number[] {
  return hidden.map(({ tracks, unit }) => {
    const start = table.length / 4;
    for (const { action, frames: keys, deltas, isTurned } of tracks) {
      const firstRow = rows.add(keys, frames[action]);
      const flagged = (action | (isTurned ? LAYOUT.MORPH_TURNED : 0)) >>> 0;
      for (const { first, scale } of atlas.add({ deltas }, unit, step)) {
        bits.setFloat32(0, scale);
        table.push(first, firstRow, flagged, bits.getUint32(0));
      }
    }
    return start;
  });
}

const bits = new DataView(new ArrayBuffer(4));

/** See `CompiledCurves.addHidden`. */
export function addHidden(
  hidden: readonly HiddenPath[],
  points: Float32Array,
  firstPoint: number,
  paths: Uint32Array,
  firstPath: number,
  starts: Uint32Array,
): void {
  let first = firstPoint;
  for (const [h, { points: own }] of hidden.entries()) {
    const path = firstPath + h;
    const count = own.length / 3;
    for (let i = 0; i < count; i++) {
      points.set([own[i * 3], own[i * 3 + 1], path, own[i * 3 + 2]], (first + i) * 4);
    }
    paths.set([starts[h], starts[h + 1] - starts[h], 0, 0, first, count, 0, 0], path * LAYOUT.PATH_TEXELS * 4);
    first += count;
  }
}
