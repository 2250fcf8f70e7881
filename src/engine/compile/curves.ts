import type { DeltaAtlas } from './deltas.ts';
import type { FrameRows } from './frame-rows.ts';

/** What actions do to a path at most, px, never negative: how far it reaches beyond its box at rest, how much it grows. */
export interface PathReach {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly wider: number;
  readonly higher: number;
}

/** Those tables of a rig that hidden points share with others: of what curves are made of. See `layout.ts`. */
export interface SharedTables {
  readonly pointCount: number;
  readonly points: Float32Array;
  readonly paths: Uint32Array;
  readonly morphs: Uint32Array;
  readonly deltas: Int16Array;
  readonly frameRows: Uint16Array;
  readonly influences: Float32Array;
}

/**
 * The tables of a rig whose curves are rebuilt in every pose, and what else such a rig needs that others do without.
 * Its hidden points are what curves are made of: they have tracks as the points of paths do. Hidden paths put those
 * together that move together.
 */
export interface CompiledCurves {
  readonly hiddenCount: number;
  readonly hiddenPaths: number;
  readonly curvePoints: Float32Array;
  /** Greatest bend of each segment of the paths, px. */
  readonly bends: Float32Array;
  /** All rows of `Pose.bones` at rest, eight numbers each. */
  readonly restRows: Float32Array;
  /** Adds the morphs of hidden paths to a table. @returns Where those of each begin, counted in texels. */
  addMorphs(table: number[], atlas: DeltaAtlas, rows: FrameRows): number[];
  /**
   * Writes hidden points and paths behind the others.
   * @param starts Where the morphs of hidden paths begin, and the end of the last.
   */
  addHidden(points: Float32Array, firstPoint: number, paths: Uint32Array, firstPath: number, starts: Uint32Array): void;
  /** What some actions do to a path. @param active Whether an action plays, for each action. */
  reachOf(path: number, active: ArrayLike<number>): PathReach;
  /** Whether an action changes the shape of a path, bones and layers aside. */
  changes(path: number, action: number): boolean;
  /** Control points of a pose, rig px. The CPU twin of the shaders. */
  posePoints(tables: SharedTables, actions: Float32Array, rows: Float32Array, out: Float64Array): void;
  /** Calls `visit` for each bone that carries a control point; the weights add up to 1. */
  visitWeights(tables: SharedTables, point: number, visit: (bone: number, weight: number) => void): void;
}
