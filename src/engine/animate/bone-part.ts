import type { CompiledRig } from '../compile/compiled-rig.ts';
import { Part } from '../model/part.ts';
import type { BoneState } from './bone-state.ts';
import type { Pose } from './pose.ts';
import type { BoneHost, PuppetSkeleton } from './puppet-skeleton.ts';

/** The bones of one puppet in time, as a stage moves them. */
export interface PuppetBones {
  /** Made, and evaluated for the puppet's pose, when it is asked for first or something moves. */
  readonly skeleton: PuppetSkeleton;
  /** A bone as it is moved from outside. @param bone Index into the rig's bones. */
  state(bone: number): BoneState;
  /** Lets time pass, in seconds. */
  advance(seconds: number): void;
  /**
   * Writes into a pose of the present time, which has the frames of the actions, what the bones do; see
   * `PuppetSkeleton.solve`.
   * @param drives See `PuppetSkeleton.drives`.
   */
  apply(pose: Pose, drives: boolean): void;
  /** All bones as their actions have them. */
  reset(): void;
}

/** What moves the bones of puppets. Its other half is `BoneCompiler`. */
export interface BoneAnimator {
  createSkeleton(compiled: CompiledRig): PuppetSkeleton;
  createBones(compiled: CompiledRig, host: BoneHost): PuppetBones;
}

export const boneAnimator = /* @__PURE__ */ new Part<BoneAnimator>('bones', 'ayatori/bones');
/** The same for rigs whose curves are rebuilt. */
export const curveAnimator = /* @__PURE__ */ new Part<BoneAnimator>('curves of Moho', 'ayatori/moho');

export const animatorFor = ({ curves }: CompiledRig): BoneAnimator => (curves ? curveAnimator : boneAnimator).content;

/** The bones of a puppet on its own; null for a rig without bones. */
export function createSkeleton(compiled: CompiledRig): PuppetSkeleton | null {
  return compiled.boneCount === 0 ? null : animatorFor(compiled).createSkeleton(compiled);
}
