import { Part } from '../model/part.ts';
import type { Rig } from '../model/rig.ts';
import type { CellExtents } from './cell-layout.ts';
import type { CompiledRig } from './compiled-rig.ts';
import type { CompiledCurves } from './curves.ts';
import type { CompiledSkeleton } from './skeleton.ts';
import type { CompiledSkin } from './skin.ts';

export interface CompiledBones extends CompiledSkin {
  /** How many rows `Pose.bones` has. */
  readonly boneCount: number;
  readonly skeleton: CompiledSkeleton | null;
  /** What curves are rebuilt from in every pose; null in rigs that have finished control points. */
  readonly curves: CompiledCurves | null;
  /** Shaders that pose points by them: text by name of the file. */
  readonly shaders: Readonly<Record<string, string>>;
}

/** How much room the bones of one puppet have needed so far. It grows only, and in wide steps. */
export interface BoneRoom {
  /** For each skin set the greatest factor on the size of its paths; 0 while its bones are at rest. */
  readonly factors: Float32Array;
  /** The same for rooms that are alike. */
  readonly name: string;
  /**
   * Takes in what bones do now.
   * @param bones See `Pose.bones`.
   * @returns Whether the room has grown.
   */
  note(bones: Float32Array): boolean;
  /** The extents of cells that bones carry: boxes as they were, sizes as they can become. */
  widen(extents: CellExtents): CellExtents;
}

/** What compiles the bones of a rig. Its other half is `BoneAnimator`. */
export interface BoneCompiler {
  compile(rig: Rig): CompiledBones;
  createRoom(compiled: CompiledRig): BoneRoom;
}

export const boneCompiler = /* @__PURE__ */ new Part<BoneCompiler>('bones', 'ayatori/bones');
/** The same for rigs whose curves are rebuilt. */
export const curveCompiler = /* @__PURE__ */ new Part<BoneCompiler>('curves of Moho', 'ayatori/moho');

export const compilerFor = ({ moho }: Rig): BoneCompiler => (moho ? curveCompiler : boneCompiler).content;

/**
 * The tables of a rig's bones.
 * @throws AyatoriError `part-missing` where there are some, and the part that compiles them was not provided.
 */
export function compileBones(rig: Rig): CompiledBones {
  if (rig.moho || rig.bones.length > 0) return compilerFor(rig).compile(rig);
  return {
    boneCount: 0,
    influences: new Float32Array(0),
    boneRests: new Float32Array(0),
    pathSkins: new Uint32Array(rig.paths.length * 2),
    pointSkins: new Map(),
    skinSets: [],
    skeleton: null,
    curves: null,
    shaders: {},
  };
}
