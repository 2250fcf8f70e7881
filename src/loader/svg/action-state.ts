import type {
  Action,
  BoneTrack,
  Contour,
  MorphTrack,
  NodeRef,
  OrderTrack,
  StyleTrack,
  VisibilityTrack,
} from '../../engine/model/rig.ts';
import { type Memory, memoryOf } from './changes.ts';
import type { Look } from './look.ts';
import type { Scene, SceneBone, ScenePath } from './scene.ts';
import { type ColorKeys, Keys, type Rows } from './tracks.ts';

/** Where everything stands after the frames so far, and the keys that they gave; by index in the scene. */
export interface ActionState {
  readonly groups: readonly GroupState[];
  readonly paths: readonly PathState[];
  readonly bones: readonly BoneState[];
}

export interface GroupState extends Memory {
  /** The frame in which the group was last there. */
  seenIn: number;
  isVisible: boolean;
  children: readonly NodeRef[];
  order: Keys<readonly NodeRef[]> | undefined;
  visible: Keys<boolean> | undefined;
}

export interface PathState extends Memory {
  readonly rest: ScenePath;
  points: Float64Array;
  look: Look;
  /** Contours of the frame before, where they do not fit those at rest. */
  misfit: readonly Contour[] | undefined;
  morph: Rows | undefined;
  fill: ColorKeys | undefined;
  stroke: ColorKeys | undefined;
  width: Keys<number> | undefined;
}

export interface BoneState extends Memory {
  readonly rest: SceneBone;
  ends: readonly [number, number, number, number];
  readonly keys: Keys<readonly [number, number, number, number]>;
}

/** Everything at rest. */
export function startState(scene: Scene): ActionState {
  const { sheet } = scene;
  return {
    groups: scene.groups.map((group) => ({
      ...memoryOf(group, sheet),
      seenIn: 0,
      isVisible: true,
      children: group.children,
      order: undefined,
      visible: undefined,
    })),
    paths: scene.paths.map((path) => ({
      ...memoryOf(path, sheet),
      rest: path,
      points: path.geometry.points,
      look: path.look,
      misfit: undefined,
      morph: undefined,
      fill: undefined,
      stroke: undefined,
      width: undefined,
    })),
    bones: scene.bones.map((bone) => ({
      ...memoryOf(bone.seen, sheet),
      rest: bone,
      ends: [...bone.base, ...bone.tip],
      keys: new Keys(),
    })),
  };
}

/** The action that the keys make. Yields between paths. */
export function* buildAction(
  name: string,
  kind: Action['kind'],
  frames: number,
  state: ActionState,
): Generator<void, Action> {
  const morphs: MorphTrack[] = [];
  const styles: StyleTrack[] = [];
  for (const [path, { morph, fill, stroke, width }] of state.paths.entries()) {
    if (morph !== undefined) {
      morphs.push({ path, frames: Int32Array.from(morph.frames), deltas: yield* morph.build() });
      yield;
    }
    if (fill !== undefined) styles.push({ path, property: 'fill', ...track(fill) });
    if (stroke !== undefined) styles.push({ path, property: 'stroke', ...track(stroke) });
    if (width !== undefined) styles.push({ path, property: 'strokeWidth', ...track(width) });
  }
  const orders: OrderTrack[] = [];
  const visibility: VisibilityTrack[] = [];
  for (const [group, { order, visible }] of state.groups.entries()) {
    if (order !== undefined) orders.push({ group, ...track(order) });
    if (visible !== undefined) visibility.push({ group, ...track(visible) });
  }
  const bones: BoneTrack[] = [];
  for (const { rest, keys } of state.bones) {
    if (keys.isEmpty) continue;
    const ends = [...rest.base, ...rest.tip];
    const deltas = Float64Array.from(keys.values.flat(), (value, i) => value - ends[i % 4]);
    bones.push({ bone: rest.index, frames: Int32Array.from(keys.frames), deltas });
  }
  return { name, kind, frames, morphs, styles, visibility, orders, bones };
}

function track<T>(keys: Keys<T>): { frames: Int32Array; values: readonly T[] } {
  return { frames: Int32Array.from(keys.frames), values: keys.values };
}
