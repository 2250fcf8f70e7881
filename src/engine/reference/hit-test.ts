import type { DrawOrders } from '../animate/draw-orders.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { LAYOUT } from '../compile/layout.ts';
import { bend, chordCount, evaluateCubic } from '../geometry/cubic.ts';
import { squaredDistanceToSegment } from '../geometry/distance.ts';
import { type PosedPoints, posePoints } from './skin.ts';
import { resolveStyle } from './style.ts';

/** px by which a curve's chords may be off. */
const TOLERANCE = 0.1;

/**
 * The topmost path of a pose that is painted at a point: a fill by its rule, a stroke by its width (ends round), both
 * within their masks. What is fully transparent is not there.
 * @param pose As of the last picture, or any other.
 * @param x Rig px.
 * @param margin How far beside the paint still counts, rig px.
 * @returns Index of the path, or −1.
 */
export function hitTest(
  compiled: CompiledRig,
  orders: DrawOrders,
  pose: PosedPoints,
  x: number,
  y: number,
  margin = 0,
): number {
  const { cells, items } = compiled;
  const points = posePoints(compiled, pose);
  const order = orders.row(orders.find(pose.actions));
  for (let slot = order.length - 1; slot >= 0; slot--) {
    const item = order[slot] * 4;
    const cell = items[item] * 4;
    const path = cells[cell];
    const isStroke = cells[cell + 1] === LAYOUT.CELL_STROKE;
    const { fill, stroke, strokeWidth, visible } = resolveStyle(compiled, path, pose.actions);
    if (!visible || (isStroke ? stroke === null || strokeWidth === 0 : fill === null)) continue;
    const reach = margin + (isStroke ? strokeWidth / 2 : 0);
    const isHit = isStroke ? isNear : isFilled;
    if (!isHit(compiled, points, path, x, y, reach)) continue;
    if (isUnmasked(compiled, points, items[item + 1], items[item + 2], x, y)) return path;
  }
  return -1;
}

/** Whether all masks of an item let the point through: each is a union of fills. */
function isUnmasked(
  compiled: CompiledRig,
  points: Float64Array,
  first: number,
  count: number,
  x: number,
  y: number,
): boolean {
  let isInUnion = false;
  for (let k = first; k < first + count; k++) {
    const cell = (compiled.masks[k] & ~LAYOUT.MASK_LAST) >>> 0;
    if (cell !== LAYOUT.MASK_EMPTY) isInUnion ||= isFilled(compiled, points, compiled.cells[cell * 4], x, y, 0);
    if ((compiled.masks[k] & LAYOUT.MASK_LAST) === 0) continue;
    if (!isInUnion) return false;
    isInUnion = false;
  }
  return true;
}

function isFilled(
  compiled: CompiledRig,
  points: Float64Array,
  path: number,
  x: number,
  y: number,
  reach: number,
): boolean {
  if (isOutside(compiled, points, path, x, y, reach)) return false;
  let winding = 0;
  eachChord(compiled, points, path, true, (ax, ay, bx, by) => {
    if (ay <= y === by <= y) return;
    if (((bx - ax) * (y - ay) - (x - ax) * (by - ay)) * (by - ay) > 0) winding += by > ay ? 1 : -1;
  });
  const inside = compiled.rig.paths[path].fillRule === 'evenodd' ? winding % 2 !== 0 : winding !== 0;
  return inside || (reach > 0 && isNear(compiled, points, path, x, y, reach));
}

function isNear(
  compiled: CompiledRig,
  points: Float64Array,
  path: number,
  x: number,
  y: number,
  reach: number,
): boolean {
  if (isOutside(compiled, points, path, x, y, reach)) return false;
  const chord = new Float64Array(4);
  let isHit = false;
  eachChord(compiled, points, path, false, (ax, ay, bx, by) => {
    chord[0] = ax;
    chord[1] = ay;
    chord[2] = bx;
    chord[3] = by;
    isHit ||= squaredDistanceToSegment(chord, 0, x, y) <= reach * reach;
  });
  return isHit;
}

/** A curve lies within the hull of its control points. */
function isOutside(
  { rig, firstPoints }: CompiledRig,
  points: Float64Array,
  path: number,
  x: number,
  y: number,
  reach: number,
): boolean {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const from = firstPoints[path] * 2;
  for (let i = from; i < from + rig.paths[path].points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    top = Math.min(top, points[i + 1]);
    bottom = Math.max(bottom, points[i + 1]);
  }
  return x < left - reach || x > right + reach || y < top - reach || y > bottom + reach;
}

/** @param closes Whether open contours are closed, as fills do. */
function eachChord(
  { rig, firstPoints }: CompiledRig,
  points: Float64Array,
  path: number,
  closes: boolean,
  visit: (ax: number, ay: number, bx: number, by: number) => void,
): void {
  for (const { start, segments, closed } of rig.paths[path].contours) {
    const first = firstPoints[path] + start;
    let [ax, ay] = [points[first * 2], points[first * 2 + 1]];
    const step = (x: number, y: number) => {
      visit(ax, ay, x, y);
      ax = x;
      ay = y;
    };
    for (let point = first; point < first + segments * 3; point += 3) {
      const chords = chordCount(bend(points, point), TOLERANCE);
      for (let k = 1; k <= chords; k++) {
        step(evaluateCubic(points, point, k / chords, 0), evaluateCubic(points, point, k / chords, 1));
      }
    }
    if (closed || closes) step(points[first * 2], points[first * 2 + 1]);
  }
}
