import type { PlacedPage } from './cell-layouts.ts';
import type { Instance } from './instance.ts';
import type { RigOnGpu } from './rig-on-gpu.ts';

/** Puppets of one rig that follow each other in z: slots of the batch. */
export interface Run {
  rig: RigOnGpu;
  first: number;
  count: number;
  /** The part of the draw order to be painted. */
  firstSlot: number;
  slotCount: number;
}

/** How posed outlines become pixels. */
export interface Painter {
  /** Bytes of textures that are the painter's own. */
  readonly bytes: number;
  /** Greatest side of a puppet's part of the painter's textures; 0: it has none. */
  readonly limit: number;
  /** Before a batch. */
  reset(): void;
  /** Takes a puppet into the batch. `full`: there is no room left; `paged`: there never is, see {@link pages}. */
  add(rig: RigOnGpu, instance: Instance): 'added' | 'full' | 'paged';
  /** The parts in which a puppet is to be drawn that does not fit at once, each in a batch of its own. */
  pages(rig: RigOnGpu, instance: Instance, viewSize: readonly [number, number]): readonly PlacedPage[];
  /** Takes one page of a puppet into an empty batch. */
  addPage(rig: RigOnGpu, instance: Instance, page: PlacedPage): void;
  /**
   * Draws the batch onto the canvas, whose content stays below. Poses, chords and boxes are ready.
   * @param rigs All rigs; those without puppets in the batch are to be left out.
   * @param runs The first `runCount` count, back to front.
   */
  paint(rigs: ReadonlySet<RigOnGpu>, runs: readonly Run[], runCount: number, viewSize: readonly [number, number]): void;
  destroy(): void;
}
