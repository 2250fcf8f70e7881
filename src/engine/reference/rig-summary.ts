import { DrawOrders } from '../animate/draw-orders.ts';
import { Pose } from '../animate/pose.ts';
import { type CompiledRig, deltaBytes } from '../compile/compiled-rig.ts';
import type { Action } from '../model/rig.ts';

/** What is in a rig, in numbers. Paths, and what they consist of, are drawn ones: clip paths do not count. */
export interface RigSummary {
  readonly name: string;
  /** Natural size, px. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Groups without the picture itself. */
  readonly groups: number;
  readonly groupIds: readonly string[];
  readonly paths: number;
  /** Paths with a fill at rest. */
  readonly fills: number;
  /** Paths with a stroke at rest. */
  readonly strokes: number;
  readonly contours: number;
  readonly segments: number;
  /** Control points. */
  readonly points: number;
  readonly actions: readonly ActionSummary[];
  readonly bones: number;
  readonly boneNames: readonly string[];
  readonly smartBones: number;
  readonly masks: number;
  /** Distinct draw orders among rest and every frame of every action alone. */
  readonly drawOrders: number;
  /** Bytes of the compiled tables that hold motion. */
  readonly deltaBytes: number;
}

export interface ActionSummary {
  readonly name: string;
  readonly kind: Action['kind'];
  /** The last frame. */
  readonly frames: number;
  /** Paths whose points, colours or width the action changes. */
  readonly changedPaths: number;
  /** The bone that chooses the action's frame, if any; angles in degrees. */
  readonly smart?: {
    readonly bone: string;
    readonly startAngle: number;
    readonly endAngle: number;
    readonly frames: number;
  };
}

export function summarizeRig(compiled: CompiledRig): RigSummary {
  const { rig } = compiled;
  const drawn = rig.paths.filter((path) => path.role === 'drawn');
  const contours = drawn.flatMap((path) => path.contours);
  const groups = rig.groups.slice(1);
  return {
    name: rig.name,
    width: rig.width,
    height: rig.height,
    fps: rig.fps,
    groups: groups.length,
    groupIds: groups.map(({ id }) => id),
    paths: drawn.length,
    fills: drawn.filter(({ style }) => style.fill !== null).length,
    strokes: drawn.filter(({ style }) => style.stroke !== null).length,
    contours: contours.length,
    segments: contours.reduce((sum, { segments }) => sum + segments, 0),
    points: drawn.reduce((sum, { points }) => sum + points.length / 2, 0),
    actions: rig.actions.map((action, a) => summarizeAction(compiled, action, a)),
    bones: rig.bones.length,
    boneNames: rig.bones.map(({ id }) => id),
    smartBones: rig.smartBones.length,
    masks: rig.masks.length,
    drawOrders: countDrawOrders(compiled),
    deltaBytes: deltaBytes(compiled),
  };
}

function summarizeAction({ rig, curves }: CompiledRig, action: Action, index: number): ActionSummary {
  const smart = rig.smartBones.find((bone) => bone.action === index);
  const changed = new Set([...action.morphs, ...action.styles].map(({ path }) => path));
  for (const path of rig.paths.keys()) if (curves?.changes(path, index)) changed.add(path);
  return {
    name: action.name,
    kind: action.kind,
    frames: action.frames,
    changedPaths: [...changed].filter((path) => rig.paths[path].role === 'drawn').length,
    ...(smart && {
      smart: {
        bone: rig.bones[smart.bone].id,
        startAngle: smart.startAngle,
        endAngle: smart.endAngle,
        frames: smart.frames,
      },
    }),
  };
}

function countDrawOrders(compiled: CompiledRig): number {
  const orders = new DrawOrders(compiled);
  const pose = new Pose(compiled);
  compiled.rig.actions.forEach((action, a) => {
    if (action.orders.length === 0) return;
    pose.clear();
    for (let frame = 1; frame <= action.frames; frame++) {
      pose.setFrames(a, frame, frame, 0, 1);
      orders.find(pose.actions);
    }
  });
  return orders.count;
}
