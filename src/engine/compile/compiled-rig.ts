import type { Rig } from '../model/rig.ts';
import type { CompiledCurves } from './curves.ts';
import type { CompiledSkeleton } from './skeleton.ts';
import type { SkinSet } from './skin.ts';

/**
 * A {@link Rig} as flat tables, ready to upload, to transfer to a worker and to be read by the CPU
 * twin. Immutable. Texel layouts: `layout.ts`.
 */
export interface CompiledRig {
  readonly rig: Rig;
  /** Control points of all paths, path after path. */
  readonly pointCount: number;
  /** First control point of each path. */
  readonly firstPoints: Uint32Array;

  readonly points: Float32Array;
  readonly paths: Uint32Array;
  readonly paints: Float32Array;
  readonly morphs: Uint32Array;
  readonly deltas: Int16Array;
  readonly frameRows: Uint16Array;
  readonly styles: Uint32Array;
  readonly values: Float32Array;
  readonly cells: Uint32Array;
  readonly items: Uint32Array;
  readonly masks: Uint32Array;
  readonly influences: Float32Array;
  readonly boneRests: Float32Array;

  /** How many rows `Pose.bones` has. */
  readonly boneCount: number;
  /** What the evaluator of bones reads; null where there are none. */
  readonly skeleton: CompiledSkeleton | null;
  /** Paths that bones carry, by their bones. */
  readonly skinSets: readonly SkinSet[];

  /** For each morph and each point of its path: least dx, least dy, greatest dx, greatest dy over all frames. */
  readonly reach: Float32Array;
  /** For each morph: by how much it makes its path wider and higher at most, over all frames. */
  readonly growth: Float32Array;
  /** Where each morph's points begin in {@link reach}, counted in points. */
  readonly reachStarts: Uint32Array;
  /** Widest stroke of each path over rest and all keys, px. */
  readonly strokeWidths: Float32Array;
  /** For each path: the items it is painted by, back to front (fill, stroke), or -1. */
  readonly pathItems: Int32Array;
  readonly pathSegments: PathSegments;
  /** What curves are rebuilt from in every pose; null in rigs that have finished control points. */
  readonly curves: CompiledCurves | null;
  /** Shaders that pose its points and that most rigs do without: text by name of the file. */
  readonly shaders: Readonly<Record<string, string>>;
}

/** Every cubic segment of the rig, path after path, contour after contour. */
export interface PathSegments {
  /** First control point of each segment. */
  readonly points: Uint32Array;
  /** Greatest bend over every frame and every merge, px; see `chordCount`. */
  readonly bends: Float32Array;
  /** First segment of each path, and the total at the end. */
  readonly starts: Uint32Array;
}

/** Bytes of the tables that hold motion. */
export function deltaBytes(compiled: CompiledRig): number {
  return compiled.deltas.byteLength + compiled.frameRows.byteLength + compiled.morphs.byteLength;
}
