import type { MohoProject } from './moho.ts';

/**
 * The Rig: what the artist made. Plain, immutable data without behaviour.
 *
 * Lengths are px of the picture's natural size, y down. Angles are degrees, clockwise on screen.
 * Indices point into the arrays of the same {@link Rig}.
 */

/** A child of a group: a path (`index >= 0`) or another group (`~index`). See {@link groupRef}. */
export type NodeRef = number;

/** Marks a group in a child list. */
export const groupRef = (group: number): NodeRef => ~group;

/** Marks a path in a child list. */
export const pathRef = (path: number): NodeRef => path;

/** Whether a child is a group; its index is then `~ref`. */
export const isGroupRef = (ref: NodeRef): boolean => ref < 0;

/** sRGB red, green, blue and straight alpha, each 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

export type FillRule = 'nonzero' | 'evenodd';
export type LineCap = 'butt' | 'round' | 'square';
export type LineJoin = 'miter' | 'round' | 'bevel';

/** How a path is painted at rest. Fill first, then stroke. */
export interface Style {
  readonly fill: Color | null;
  readonly stroke: Color | null;
  /** px; scales with the picture. */
  readonly strokeWidth: number;
  readonly lineCap: LineCap;
  readonly lineJoin: LineJoin;
  /** Greatest ratio of miter length to stroke width, at least 1. */
  readonly miterLimit: number;
  readonly visible: boolean;
  /**
   * px over which the edge of the fill fades, half of it inside and half of it outside; scales with the
   * picture. Default 0: sharp. See `shaders/feather.glsl`.
   */
  readonly feather?: number;
}

/**
 * A run of cubic Bézier segments: control points `start`, then three more for each segment, so
 * that `3 * segments + 1` points belong to it. A closed contour whose last point is not its first
 * is closed by a straight line. Fills close every contour.
 */
export interface Contour {
  /** First point, counted from the path's own first point. */
  readonly start: number;
  readonly segments: number;
  readonly closed: boolean;
}

export interface Path {
  /** The group whose direct child the path is. */
  readonly group: number;
  /** Place among the direct path children of the group (for a clip path: among those of the clip path). */
  readonly index: number;
  /** Control points at rest: x, y, x, y, … */
  readonly points: Float64Array;
  readonly contours: readonly Contour[];
  readonly fillRule: FillRule;
  readonly style: Style;
  /** Masks of the path itself; those of its groups come on top. */
  readonly masks: readonly number[];
  /** `clip`: never painted, only the shape of a mask. */
  readonly role: 'drawn' | 'clip';
  /** Bones that carry the control points by given weights. Then the flexi bones of the groups do not. */
  readonly weights?: SkinWeights;
  /** What the control points are built from in every pose, in a rig that has {@link Rig.moho}. */
  readonly curve?: PathCurve;
}

/** Which curve points of a mesh the control points of a path belong to. */
export interface PathCurve {
  /** Index into the layers of the project. */
  readonly layer: number;
  /** For each control point: 3 · curve point of the mesh + 0 for the anchor, 1 for the handle in, 2 for the handle out. */
  readonly points: Uint32Array;
}

/**
 * A rig whose shapes are those of a Moho project: in every pose what curves are made of is summed, anchors are moved by
 * bones, handles built around them, and both moved by layers. It has no morphs and no bone tracks of its own. Its
 * actions are the main timeline, those of the project, and parts of these: see `actionSlots`.
 */
export interface RigMoho {
  readonly project: MohoProject;
  /** How angles of bones become frames of actions. */
  readonly dials: 'nearest' | 'continuous';
}

/** For each control point of a path: any number of bones, each with its weight. A point without any stays. */
export interface SkinWeights {
  /** Where the bones of each point begin in the lists below; one number more than points. */
  readonly starts: Uint32Array;
  readonly bones: Uint32Array;
  /** Those of a point add up to 1. */
  readonly weights: Float32Array;
  /** For each control point how far it lies behind the picture plane, px; undefined: all lie in it. */
  readonly depths?: Float64Array;
}

export interface Group {
  /** The id as the file has it (`''` if none). */
  readonly id: string;
  /** The parent group, or -1 for the picture itself, which is group 0. */
  readonly parent: number;
  /** Children at rest, back to front. Every drawn path and every other group stands in exactly one list. */
  readonly children: readonly NodeRef[];
  /** What is drawn inside the group is cut to the intersection of these masks. */
  readonly masks: readonly number[];
  /** Bones that bend everything inside the group, on top of those of the groups around it. */
  readonly flexi: readonly number[];
}

/** The union of the filled areas of some paths, each by its own fill rule. */
export interface Mask {
  readonly id: string;
  /** Without paths the mask hides everything. */
  readonly paths: readonly number[];
  /** Masks that cut this mask in turn. */
  readonly masks: readonly number[];
}

/** Keys that hold until the next one. Frames are ascending whole numbers from 1; frame 0 is the rest pose. */
interface Held {
  readonly frames: Int32Array;
}

/** Control points of a path as differences from rest. */
export interface MorphTrack extends Held {
  readonly path: number;
  /** One row of `path.points.length` numbers for each key: value at the frame − value at rest, px. */
  readonly deltas: Float32Array;
}

export type StyleTrack =
  | (Held & { readonly path: number; readonly property: 'fill' | 'stroke'; readonly values: readonly (Color | null)[] })
  | (Held & { readonly path: number; readonly property: 'strokeWidth'; readonly values: readonly number[] });

/** Whether anything inside a group is drawn. */
export interface VisibilityTrack extends Held {
  readonly group: number;
  readonly values: readonly boolean[];
}

/** Draw order: each value is a permutation of the group's children. */
export interface OrderTrack extends Held {
  readonly group: number;
  readonly values: readonly (readonly NodeRef[])[];
}

/** A bone's own motion: how its end points differ from rest while its parent is at rest, px. */
export interface BoneTrack extends Held {
  readonly bone: number;
  /** Four numbers for each key: base x, base y, tip x, tip y. */
  readonly deltas: Float64Array;
}

/**
 * The motion of a bone with depths. In space x goes right, y down and z away from the viewer, so that a
 * turn about z is clockwise on screen. A bone's own axes are those of the picture, moved to its base.
 * With b the base at rest, t the translation and R the rotation, it does to a point p:
 *
 *     effect(p) = effect of the parent (b + t + R · (p − b))
 *
 * Frame 0 is rest; from frame 1 to the first key the first key holds, as the last one does at the end.
 */
export interface TransformTrack {
  readonly bone: number;
  /** Ascending whole numbers from 1. */
  readonly frames: Int32Array;
  /** Between two keys. `step`: the earlier one holds. `linear`: translations go straight, rotations about one axis (slerp), the short way. */
  readonly interpolation: 'step' | 'linear';
  /** x, y, z for each key, px. */
  readonly translations: Float64Array;
  /** x, y, z, w for each key: a unit quaternion. */
  readonly rotations: Float64Array;
}

/**
 * A named motion ("clip" elsewhere). `base` is the rest pose itself and has no tracks; `morph`
 * deforms paths; `bone` moves bones and draw order (and paths where they were baked).
 */
export interface Action {
  readonly name: string;
  readonly kind: 'base' | 'morph' | 'bone';
  /** The last frame. */
  readonly frames: number;
  readonly morphs: readonly MorphTrack[];
  readonly styles: readonly StyleTrack[];
  readonly visibility: readonly VisibilityTrack[];
  readonly orders: readonly OrderTrack[];
  readonly bones: readonly BoneTrack[];
  /** Undefined: none. */
  readonly transforms?: readonly TransformTrack[];
  /** The action is what another one does in some regions of the rig. Undefined: it is whole, or what is left. */
  readonly part?: ActionPart;
}

export interface ActionPart {
  /** Index of the action that it was part of; it plays with it. */
  readonly of: number;
  /** Bit r: it lies in region r. */
  readonly regions: number;
}

/** Which point of a bone is carried by other bones. */
export interface FlexiPoint {
  /** 0: the base, 1: the tip. */
  readonly point: 0 | 1;
  readonly bones: readonly number[];
}

export interface Bone {
  /** The id of the bone's group. */
  readonly id: string;
  readonly group: number;
  /** -1: none. */
  readonly parent: number;
  readonly base: readonly [x: number, y: number];
  readonly tip: readonly [x: number, y: number];
  /**
   * How far its ends lie behind the picture plane, px. A bone that has them moves in space, by the
   * transforms of actions; so does its parent. Undefined: it moves in the picture plane.
   */
  readonly depths?: readonly [base: number, tip: number];
  /** Undefined where no rig file gives one. */
  readonly strength: number | undefined;
  /** Limits of the bone's angle less its parent's, degrees; undefined: none. Reaching keeps to them. */
  readonly minAngle: number | undefined;
  readonly maxAngle: number | undefined;
  /** A bone without a direction: it carries, but never turns to reach. */
  readonly isPin: boolean;
  /** Reaching stops at this bone. */
  readonly fixed: boolean;
  readonly flexiPoint: FlexiPoint | undefined;
}

/**
 * How an angle becomes a frame. `nearest`: the whole frame whose angle is nearest, as in Moho;
 * `continuous`: fractions too; both stay at the first and last frame outside the range.
 * `ancestor`: as path_control does: rounded down, one frame later, at rest outside the range.
 */
export type FrameRule = 'ancestor' | 'nearest' | 'continuous';

/** A bone whose angle chooses the frame of an action (a "driven key" elsewhere). */
export interface SmartBone {
  readonly action: number;
  readonly bone: number;
  /** Degrees, counter-clockwise on screen; `endAngle` may be the lesser one. */
  readonly startAngle: number;
  readonly endAngle: number;
  /** How many frames lie between the angles, both ends counted. */
  readonly frames: number;
  /** The frame at `startAngle`, from 0. */
  readonly firstFrame: number;
  readonly rule: FrameRule;
}

export interface Rig {
  readonly name: string;
  /** Natural size, px. */
  readonly width: number;
  readonly height: number;
  /** Frames a second for which the actions were made. */
  readonly fps: number;
  /** Group 0 is the picture itself. A group stands after its parent. */
  readonly groups: readonly Group[];
  readonly paths: readonly Path[];
  readonly masks: readonly Mask[];
  /** In list order: where two actions set the same colour, width or order, the later one wins. */
  readonly actions: readonly Action[];
  readonly bones: readonly Bone[];
  readonly smartBones: readonly SmartBone[];
  /** Names of the regions that its actions were divided by; see {@link ActionPart}. */
  readonly regions?: readonly string[];
  readonly moho?: RigMoho;
}
