import { createSkeleton } from '../animate/bone-part.ts';
import type { DrawOrders } from '../animate/draw-orders.ts';
import { Pose } from '../animate/pose.ts';
import { applyRequest, type PoseRequest, resolveRequest } from '../animate/pose-request.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { FillRule, Path } from '../model/rig.ts';
import { cssColor } from './css-color.ts';
import { posePoints } from './skin.ts';
import { resolveStyle } from './style.ts';

/** A path as a pose shows it. */
export interface PosedPath {
  /** Id of the group whose direct child the path is. */
  readonly group: string;
  /** Place among the group's paths, as in the file. */
  readonly index: number;
  /** CSS colours: `#rrggbb`, `rgba(…)` or `none`. */
  readonly fill: string;
  readonly stroke: string;
  /** Of the stroke, px. */
  readonly width: number;
  readonly visible: boolean;
  readonly fillRule: FillRule;
  /** One letter a command: for each contour `M`, a `C` for each segment, and `Z` when it is closed. */
  readonly commands: string;
  /** x, y of each control point in the order of the commands, rig px, to a millionth. */
  readonly points: readonly number[];
}

export interface PosedBone {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** What a pose looks like, in plain data. */
export interface PosedPicture {
  /** Natural size, px. */
  readonly width: number;
  readonly height: number;
  /** Every action of the rig with its frame; 0 where it is off. */
  readonly actions: Readonly<Record<string, number>>;
  /** Ids of the groups that hold drawn paths, back to front. */
  readonly drawOrder: readonly string[];
  /** End points of each bone, rig px. */
  readonly bones: Readonly<Record<string, PosedBone>>;
  /** The paths that a pose of the rig can paint, back to front, invisible ones too. */
  readonly paths: readonly PosedPath[];
}

/**
 * The picture of a pose, from the same tables that the GPU draws from.
 * @param orders Of the same rig; orders that are new are added to it.
 * @throws AyatoriError `unknown-action` or `number`; see {@link resolveRequest}.
 */
export function posedPicture(compiled: CompiledRig, orders: DrawOrders, request: PoseRequest): PosedPicture {
  const { rig } = compiled;
  const resolved = resolveRequest(compiled, request);
  const pose = new Pose(compiled);
  const skeleton = createSkeleton(compiled);
  applyRequest(pose, skeleton, compiled, resolved);
  const frames = rig.actions.map((_, a) => Math.max(0, skeleton?.drivenFrames[a] ?? 0));
  for (const { action, frame, weight } of resolved.actions) if (weight > 0) frames[action] = frame;

  const ends = skeleton?.ends ?? new Float64Array(0);
  const points = posePoints(compiled, pose);
  // A path is painted by one or two items, fill and stroke, that follow each other.
  const painted = new Set<number>();
  for (const item of orders.row(orders.find(pose.actions))) painted.add(compiled.cells[compiled.items[item * 4] * 4]);
  return {
    width: rig.width,
    height: rig.height,
    actions: Object.fromEntries(rig.actions.map(({ name }, a) => [name, frames[a]])),
    bones: Object.fromEntries(
      rig.bones.map(({ id }, b) => {
        const [x0, y0, x1, y1] = Array.from(ends.subarray(b * 4, b * 4 + 4), rounded);
        return [id, { from: [x0, y0], to: [x1, y1] }];
      }),
    ),
    drawOrder: [...new Set([...painted].map((path) => rig.groups[rig.paths[path].group].id))],
    paths: [...painted].map((p) => {
      const path = rig.paths[p];
      const { fill, stroke, strokeWidth, visible } = resolveStyle(compiled, p, pose.actions);
      return {
        group: rig.groups[path.group].id,
        index: path.index,
        fill: cssColor(fill),
        stroke: cssColor(stroke),
        width: rounded(strokeWidth),
        visible,
        fillRule: path.fillRule,
        commands: commandsOf(path),
        points: pointsOf(path, points, compiled.firstPoints[p]),
      };
    }),
  };
}

function commandsOf({ contours }: Path): string {
  return contours.map(({ segments, closed }) => `M${'C'.repeat(segments)}${closed ? 'Z' : ''}`).join('');
}

function pointsOf({ contours }: Path, points: Float64Array, first: number): number[] {
  return contours.flatMap(({ start, segments }) => {
    const from = (first + start) * 2;
    return Array.from(points.subarray(from, from + (segments * 3 + 1) * 2), rounded);
  });
}

/** Finer digits are noise of the 32-bit tables. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
