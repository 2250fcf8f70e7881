import type { CompiledCurves } from '../compile/curves.ts';
import type { LayerTable } from './layer-tables.ts';
import type { SampledChannel } from './tracks.ts';

/** A mesh whose curves are rebuilt. */
export interface MeshTable {
  /** Of the project. */
  readonly layer: number;
  /** Of its anchors among all hidden points. */
  readonly firstAnchor: number;
  /** Among all curve points. */
  readonly firstCurvePoint: number;
  /** In `Pose.bones`. */
  readonly layerRow: number;
  /** Of the matrix to the space of its bones, or -1: anchors are in it. */
  readonly bonesRow: number;
  /** All that bend it, among all bones. */
  readonly bones: readonly number[];
  /** The bone that carries all of it, or -1. */
  readonly carrier: number;
  /** Least x, least y, greatest x, greatest y of its anchors at rest, in the space of its bones. */
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
}

/** What moves the paths of a skin set, and where its anchors are at rest, in the space of its bones. */
export type RoomTable = Pick<MeshTable, 'layerRow' | 'bones' | 'box'>;

/** A row of `Pose.bones` that is the matrix of a layer. */
export interface LayerRow {
  readonly layer: number;
  readonly row: number;
}

/** A row of `Pose.bones` that takes anchors of a mesh to the space of its bones. */
export interface BonesRow {
  readonly row: number;
  /** The layers that it goes through, from the inside out. */
  readonly way: readonly number[];
  /** Among all bones. */
  readonly elbow: readonly [parent: number, child: number] | undefined;
}

/** What is evaluated on the CPU in every pose. */
export interface LayerProgram {
  readonly layers: readonly LayerTable[];
  /** Those that have a row or bones, and all around them: parents before children. */
  readonly neededLayers: readonly number[];
  readonly layerRows: readonly LayerRow[];
  readonly bonesRows: readonly BonesRow[];
  readonly boneCount: number;
  /** Sum of the angles of each bone and its parents at rest. */
  readonly restAngles: Float64Array;
  /** Position of the camera, and its lens. */
  readonly camera: readonly [track: SampledChannel, zoom: SampledChannel];
  readonly width: number;
  readonly height: number;
  readonly dials: 'nearest' | 'continuous';
}

/** The tables of a rig from a Moho project. */
export interface MohoCurves extends CompiledCurves {
  readonly meshes: readonly MeshTable[];
  /** One for each skin set. */
  readonly rooms: readonly RoomTable[];
  readonly program: LayerProgram;
}
