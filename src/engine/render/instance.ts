import type { DrawOrders } from '../animate/draw-orders.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { LayoutChoice } from './cell-layouts.ts';

/** What the renderer needs to know of a puppet; it reads these each frame and keeps nothing. */
export interface Instance {
  readonly compiled: CompiledRig;
  /** Shared by all puppets of the rig. */
  readonly orders: DrawOrders;
  /** See `Pose.actions`. */
  readonly actions: Float32Array;
  /** See `Pose.bones`. */
  readonly bones: Float32Array;
  /** Rig px → canvas px: x' = a·x + c·y + e, y' = b·x + d·y + f. */
  readonly matrix: Float32Array;
  readonly alpha: number;
  readonly tint: Readonly<ArrayLike<number>>;
  readonly layoutChoice: LayoutChoice;
}
