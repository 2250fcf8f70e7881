import type { DrawOrders } from '../animate/draw-orders.ts';
import type { OwnPoints } from '../animate/own-points.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { LayoutChoice } from './cell-layouts.ts';
import type { OwnPointTable } from './own-point-table.ts';

export type OwnTable = typeof OwnPointTable;

/** What the renderer needs to know of a puppet; it reads these each frame and keeps nothing. */
export interface Instance {
  readonly compiled: CompiledRig;
  /** Shared by all puppets of the rig. */
  readonly orders: DrawOrders;
  /** See `Pose.actions`. */
  readonly actions: Float32Array;
  /** See `Pose.bones`. */
  readonly bones: Float32Array;
  /** See `Pose.bonesVersion`. */
  readonly bonesVersion: number;
  /** Control points that are not the rig's. */
  readonly own: OwnPoints | null;
  /** What takes them to the GPU: part of the page only where there are some. */
  readonly ownTable: OwnTable | null;
  /** Rig px → canvas px: x' = a·x + c·y + e, y' = b·x + d·y + f. */
  readonly matrix: Float32Array;
  readonly alpha: number;
  readonly tint: Readonly<ArrayLike<number>>;
  readonly layoutChoice: LayoutChoice;
}
