/**
 * A Moho project as read: plain, immutable data without behaviour.
 *
 * Lengths are document units, y up: two units are the height of the canvas. Angles are radians,
 * counter-clockwise. Frame 0 is the rest pose. Indices point into the arrays of the same project,
 * those of bones into the skeleton of the bone layer around.
 */

/** How the segment after a key goes: the numbers of the format's `im`. */
export const MohoMode = {
  linear: 0,
  smooth: 1,
  easeInOut: 2,
  step: 3,
  noisy: 4,
  cycle: 5,
  pose: 6,
  easeIn: 7,
  easeOut: 8,
  bezier: 9,
  bounce: 10,
  elastic: 11,
} as const;

/** When keys are and how the way between them goes. */
export interface MohoTiming {
  /** Ascending. */
  readonly frames: Float64Array;
  /** One of {@link MohoMode} for each key. */
  readonly modes: Uint8Array;
  /** v1, v2 for each key; what they mean depends on the mode. */
  readonly parameters: Float64Array;
  /** Where a key is of mode `bezier`: slope out, slope in, share out, share in for each component of each key. */
  readonly handles?: Float64Array;
}

export interface MohoKeys extends MohoTiming {
  /** One row of `components` numbers for each key. */
  readonly values: Float64Array;
}

export interface MohoTextKeys extends MohoTiming {
  readonly values: readonly string[];
}

/** What an action does to a channel. */
export interface MohoActionCurve<K> {
  /** Index into the actions of the project. */
  readonly action: number;
  readonly keys: K;
}

export interface MohoNumberCurve extends MohoActionCurve<MohoKeys> {
  /** Its value at frame 0, from which differences count. */
  readonly rest: Float64Array;
}

export interface MohoChannelOf<K, C extends MohoActionCurve<K> = MohoActionCurve<K>> {
  /** The main timeline. */
  readonly main: K;
  /** In the order of the file: pose keys count them. */
  readonly actions: readonly C[];
}

export interface MohoChannel extends MohoChannelOf<MohoKeys, MohoNumberCurve> {
  /** Numbers of a value: 1, 2 for x and y, 3 with z, or 4 for a colour. */
  readonly components: number;
}

export type MohoText = MohoChannelOf<MohoTextKeys>;

/** Many values of one kind, of which few move. */
export interface MohoValues {
  readonly components: number;
  /** At frame 0: one row for each. */
  readonly rest: Float64Array;
  /** Those that move or have an action. */
  readonly moving: readonly { readonly index: number; readonly channel: MohoChannel }[];
}

export interface MohoCurve {
  /** Its first point among the curve points of the mesh. */
  readonly start: number;
  readonly count: number;
  readonly closed: boolean;
}

/** Curves through shared points, and the shapes that they bound. */
export interface MohoMesh {
  readonly pointCount: number;
  readonly positions: MohoValues;
  /** Of lines at the points, as factors. */
  readonly widths: MohoValues;
  /** A bone that alone carries the point, or less than 0. */
  readonly pointBones: Int32Array;
  readonly curves: readonly MohoCurve[];
  /** Point of each curve point. */
  readonly curvePoints: Uint32Array;
  /** Values of each curve point. */
  readonly smoothness: MohoValues;
  readonly weightIn: MohoValues;
  readonly weightOut: MohoValues;
  readonly offsetIn: MohoValues;
  readonly offsetOut: MohoValues;
  /** Whether the segment from each curve point on is stroked. */
  readonly segmentsOn: Uint8Array;
  /** Back to front. */
  readonly shapes: readonly MohoShape[];
}

export interface MohoStyle {
  /** sRGB and straight alpha, 0 to 1; undefined where another style has a say. */
  readonly fill?: MohoChannel;
  readonly line?: MohoChannel;
  /** As a share of the height of the canvas. */
  readonly lineWidth?: number;
  readonly lineCap: number;
}

export interface MohoShape {
  readonly name: string;
  readonly hasFill: boolean;
  readonly hasOutline: boolean;
  /** Its segments, each as the curve point that it begins at. */
  readonly edges: Uint32Array;
  /** With what named styles give. */
  readonly style: Required<MohoStyle>;
}

export interface MohoBone {
  readonly name: string;
  /** -1: none. Never in a circle. */
  readonly parent: number;
  readonly length: number;
  readonly strength: number;
  /** 0 as files of Moho 12 have it: along the bone only. */
  readonly scalingMode: number;
  readonly position: MohoChannel;
  readonly angle: MohoChannel;
  readonly scale: MohoChannel;
}

/** A bone whose angle chooses the frame of an action. */
export interface MohoDial {
  readonly bone: number;
  readonly action: number;
  /** Of the bone's angle: what the action itself does with it. */
  readonly curve: MohoKeys;
  /** The other of two opposite dials of a bone, or -1. */
  readonly opposite: number;
}

export interface MohoSkeleton {
  readonly bones: readonly MohoBone[];
  /** Parents before children. */
  readonly order: readonly number[];
  readonly dials: readonly MohoDial[];
}

export interface MohoTransforms {
  readonly translation: MohoChannel;
  readonly scale: MohoChannel;
  readonly rotation: MohoChannel;
  readonly flipH: MohoChannel;
  readonly flipV: MohoChannel;
}

export interface MohoLayer {
  /** As the file has it, such as `MeshLayer`. */
  readonly type: string;
  readonly name: string;
  readonly uuid: string;
  /** -1: none. A layer stands after its parent. */
  readonly parent: number;
  /** Back to front. */
  readonly children: readonly number[];
  /** The nearest bone layer around, or -1. */
  readonly boneLayer: number;
  /** Switched on and not for editing alone. */
  readonly enabled: boolean;
  readonly visibility: MohoChannel;
  readonly alpha: MohoChannel;
  readonly origin: readonly [x: number, y: number];
  readonly transforms: MohoTransforms;
  /** The bone that carries the layer, or -1. */
  readonly parentBone: number;
  /** The bones that bend the layer's mesh; none where it is bound rigidly or not at all. */
  readonly flexiBones: readonly number[];
  /** Two flexi bones with a joint that keeps its shape. */
  readonly elbow: boolean;
  /** 0: none, 1: all is seen until something is taken away, 2: nothing is seen until something is added. */
  readonly groupMask: number;
  /** What the layer does with the mask of its group: see `masks.ts`. */
  readonly masking: number;
  /** Uuids of the children, back to front, each ended by `|`. */
  readonly ordering?: MohoText;
  /** Name of the only child that is seen. */
  readonly switchKeys?: MohoText;
  readonly mesh?: MohoMesh;
  readonly skeleton?: MohoSkeleton;
}

export interface MohoCamera {
  /** x, y, z. */
  readonly track: MohoChannel;
  readonly zoom: MohoChannel;
}

export interface MohoAction {
  readonly name: string;
  /** The last key of all its curves. */
  readonly frames: number;
}

export interface MohoProject {
  readonly name: string;
  readonly version: number;
  /** px. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly startFrame: number;
  readonly endFrame: number;
  readonly actions: readonly MohoAction[];
  readonly layers: readonly MohoLayer[];
  /** Layers without a parent, back to front. */
  readonly roots: readonly number[];
  readonly camera: MohoCamera;
}
