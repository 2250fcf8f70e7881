import type { MohoMesh } from '../../model/moho.ts';

/** Numbers of a curve point in {@link buildHandles}: anchor, handle in, handle out. */
export const CURVE_POINT = 6;
/** The same in points. */
export const ANCHOR = 0;
export const HANDLE_IN = 1;
export const HANDLE_OUT = 2;

/** What shapes a curve at each of its points. */
export interface CurveParameters {
  readonly smoothness: Float64Array;
  readonly weightIn: Float64Array;
  readonly weightOut: Float64Array;
  /** Radians, counter-clockwise. */
  readonly offsetIn: Float64Array;
  readonly offsetOut: Float64Array;
}

/** A handle on a straight line. */
const third = 1 / 3;

/**
 * Stage 3: cubic handles around anchors.
 *
 * The tangent at P between A and B, with u1 = P − A, u2 = B − P and lengths l1, l2, is
 * (2·l1 + 3·l2)·u1/l1 + (3·l1 + 2·l2)·u2/l2, made one long. A handle is the tangent, turned by its
 * offset, times the length of its side, smoothness and weight. Where the tangent is nothing, as in
 * a closed curve of two points, each side has its own direction and smoothness 1/3. Verified.
 *
 * Ends of open curves take the direction of their only side; where smoothness is 0 both sides do,
 * with handles at a third. Verified for open curves of two points alone.
 *
 * @param anchors x, y of each point of the mesh.
 * @param out x, y of anchor, handle in and handle out of each curve point.
 */
export function buildHandles(
  { curves, curvePoints }: MohoMesh,
  anchors: Float64Array,
  parameters: CurveParameters,
  out: Float64Array = new Float64Array(curvePoints.length * CURVE_POINT),
): Float64Array {
  for (const { start, count, closed } of curves) {
    for (let i = 0; i < count; i++) {
      const before = i > 0 ? i - 1 : closed ? count - 1 : -1;
      const after = i < count - 1 ? i + 1 : closed ? 0 : -1;
      placePoint(
        start + i,
        curvePoints[start + i],
        before < 0 ? -1 : curvePoints[start + before],
        after < 0 ? -1 : curvePoints[start + after],
        anchors,
        parameters,
        out,
      );
    }
  }
  return out;
}

function placePoint(
  at: number,
  point: number,
  before: number,
  after: number,
  anchors: Float64Array,
  { smoothness, weightIn, weightOut, offsetIn, offsetOut }: CurveParameters,
  out: Float64Array,
): void {
  const x = anchors[point * 2];
  const y = anchors[point * 2 + 1];
  const u1x = before < 0 ? 0 : x - anchors[before * 2];
  const u1y = before < 0 ? 0 : y - anchors[before * 2 + 1];
  const u2x = after < 0 ? 0 : anchors[after * 2] - x;
  const u2y = after < 0 ? 0 : anchors[after * 2 + 1] - y;
  const l1 = Math.sqrt(u1x * u1x + u1y * u1y);
  const l2 = Math.sqrt(u2x * u2x + u2y * u2y);
  const a1 = l1 === 0 ? 0 : (2 * l1 + 3 * l2) / l1;
  const a2 = l2 === 0 ? 0 : (3 * l1 + 2 * l2) / l2;
  const tx = a1 * u1x + a2 * u2x;
  const ty = a1 * u1y + a2 * u2y;
  const length = Math.sqrt(tx * tx + ty * ty);

  let smooth = smoothness[at];
  let [inFactor, outFactor] = [weightIn[at], weightOut[at]];
  let [inTurn, outTurn] = [offsetIn[at], offsetOut[at]];
  let [inX, inY, outX, outY] = [tx / length, ty / length, tx / length, ty / length];
  const isCorner = smooth === 0;
  if (isCorner || length <= 1e-9 * (l1 + l2)) {
    smooth = third;
    inX = l1 === 0 ? 0 : u1x / l1;
    inY = l1 === 0 ? 0 : u1y / l1;
    outX = l2 === 0 ? 0 : u2x / l2;
    outY = l2 === 0 ? 0 : u2y / l2;
    if (isCorner) {
      inFactor = 1;
      outFactor = 1;
      inTurn = 0;
      outTurn = 0;
    }
  }
  const to = at * CURVE_POINT;
  out[to] = x;
  out[to + 1] = y;
  placeHandle(x, y, inX, inY, inTurn, -l1 * smooth * inFactor, out, to + 2);
  placeHandle(x, y, outX, outY, outTurn, l2 * smooth * outFactor, out, to + 4);
}

function placeHandle(
  x: number,
  y: number,
  dx: number,
  dy: number,
  turn: number,
  length: number,
  out: Float64Array,
  at: number,
): void {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  out[at] = x + (length === 0 ? 0 : (cos * dx - sin * dy) * length);
  out[at + 1] = y + (length === 0 ? 0 : (sin * dx + cos * dy) * length);
}
