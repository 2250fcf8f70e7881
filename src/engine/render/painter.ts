import type { Instance } from './instance.ts';
import type { RigOnGpu } from './rig-on-gpu.ts';

/** Puppets of one rig that follow each other in z: slots of the batch. */
export interface Run {
  rig: RigOnGpu;
  first: number;
  count: number;
}

/** How posed outlines become pixels. */
export interface Painter {
  /** Bytes of textures that are the painter's own. */
  readonly bytes: number;
  /** Before a batch. */
  reset(): void;
  /** Takes a puppet into the batch. @returns false: it is full. */
  add(rig: RigOnGpu, instance: Instance): boolean;
  /**
   * Draws the batch onto the canvas, whose content stays below. Poses, chords and boxes are ready.
   * @param rigs All rigs; those without puppets in the batch are to be left out.
   * @param runs The first `runCount` count, back to front.
   */
  paint(rigs: ReadonlySet<RigOnGpu>, runs: readonly Run[], runCount: number, viewSize: readonly [number, number]): void;
  destroy(): void;
}
