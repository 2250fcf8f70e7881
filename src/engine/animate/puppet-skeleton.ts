import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { Pose } from './pose.ts';
import { type ReachTarget, Skeleton } from './skeleton.ts';

/** The bones of one puppet, as whoever poses it needs them. */
export interface PuppetSkeleton {
  /** x, y for each bone: how far it is moved, rig px. */
  readonly moves: Float64Array;
  /** Radians, clockwise on screen. */
  readonly turns: Float64Array;
  /** Factors on the length. */
  readonly scales: Float64Array;
  /** Whether all bones that choose frames of actions do so. Else only those do that are turned from outside. */
  drives: boolean;
  /** The frame of each action that a bone drives, else −1. */
  readonly drivenFrames: Float64Array;
  /** Base x, base y, tip x, tip y of each bone now, rig px. */
  readonly ends: Float64Array;
  /** Angle of each bone now, radians, clockwise on screen; not wrapped. */
  readonly angles: Float64Array;
  /** All bones as their actions have them. */
  reset(): void;
  /** Evaluates the bones of a pose, and writes into it what they do and the frames that they choose. */
  solve(pose: Pose, targets?: readonly ReachTarget[]): void;
}

let maker: ((compiled: CompiledRig) => PuppetSkeleton) | undefined;

/** Makes known the bones of rigs whose curves are rebuilt. */
export function registerSkeleton(make: (compiled: CompiledRig) => PuppetSkeleton): void {
  maker = make;
}

export function createSkeleton(compiled: CompiledRig): PuppetSkeleton {
  // Such a rig is not compiled before its part is here.
  return compiled.curves !== null && maker !== undefined ? maker(compiled) : new Skeleton(compiled);
}
