import type { Color } from '../../engine/model/rig.ts';
import type { Geometry } from '../svg/geometry.ts';
import type { Animated } from './animated.ts';

/** A file as it is, in px and with its own numbers of groups, of which none is known to be there. */
export interface BinaryFile {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly actions: readonly BinaryAction[];
  readonly roots: readonly number[];
  readonly groups: readonly BinaryGroup[];
}

export interface BinaryAction {
  readonly name: string;
  /** Its last frame. */
  readonly frames: number;
  readonly smart: BinarySmart | undefined;
}

export interface BinarySmart {
  readonly bone: number;
  readonly frames: number;
  /** Degrees. */
  readonly startAngle: number;
  readonly endAngle: number;
}

export interface BinaryGroup {
  readonly id: string;
  /** The group that masks it, or -1. */
  readonly mask: number;
  readonly paths: readonly BinaryPath[];
  readonly flexi: readonly number[];
  readonly children: Animated<readonly number[]>;
  /** Undefined for a group that is no bone. */
  readonly bone: BinaryBone | undefined;
}

export interface BinaryBone {
  readonly parent?: number;
  readonly isPin: boolean;
  readonly fixed: boolean;
  readonly strength?: number;
  readonly minAngle?: number;
  readonly maxAngle?: number;
  readonly flexiPoint?: { readonly point: 0 | 1; readonly bones: readonly number[] };
}

export interface BinaryPath {
  /** The group that masks it, or -1. */
  readonly mask: number;
  readonly evenOdd: boolean;
  readonly geometry: Geometry;
  readonly width: Animated<number>;
  readonly fill: Animated<Color | null>;
  readonly stroke: Animated<Color | null>;
  /** Control points less those at rest, px. */
  readonly deltas: Animated<Float64Array>;
}
