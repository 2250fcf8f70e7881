import type { Pose } from './pose.ts';

/** Where a bone's tip should go. */
export interface ReachTarget {
  readonly bone: number;
  /** Rig px. */
  readonly x: number;
  readonly y: number;
  /** 0 (not at all) to 1. */
  readonly weight: number;
  /** How many bones turn, from the bone on upwards. They end before a fixed bone in any case. */
  readonly chain: number;
}

/** The bones of one puppet at one moment. */
export interface PuppetSkeleton {
  /** x, y for each bone: how far it is moved from outside, rig px. */
  readonly moves: Float64Array;
  /** By how much each bone is turned from outside: radians, clockwise on screen. */
  readonly turns: Float64Array;
  /** Factors on the length from outside. */
  readonly scales: Float64Array;
  /** Whether all smart bones drive their actions. Else only those do that are turned from outside. */
  drives: boolean;
  /** The frame of each action that its bone drives, else −1. Beyond its last frame an action stays there. */
  readonly drivenFrames: Float64Array;
  /** Base x, base y, tip x, tip y of each bone now, rig px. */
  readonly ends: Float64Array;
  /** Angle of each bone now, radians; not wrapped. */
  readonly angles: Float64Array;
  /** All bones as their actions have them: not moved, turned or scaled from outside. */
  reset(): void;
  /**
   * Evaluates the bones of a pose, and writes into it how they carry points (`Pose.noteBones`) and the frames of the
   * actions that they drive. An action that has a weight already keeps its frame.
   * @param targets Bones that reach; the same one not twice.
   */
  solve(pose: Pose, targets?: readonly ReachTarget[]): void;
}

/** What bones need to know of the puppet that they belong to. */
export interface BoneHost {
  readonly pose: Pose;
  /** Rig px → stage px. */
  toStage(x: number, y: number): { x: number; y: number };
  /** Stage px → rig px. */
  toRig(x: number, y: number): { x: number; y: number };
}
