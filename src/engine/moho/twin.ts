import type { SharedTables } from '../compile/curves.ts';
import { probe } from '../geometry/moho/flexi.ts';
import type { MohoCurves } from './curves.ts';
import { CURVE_LAYOUT as LAYOUT } from './layout.ts';

/**
 * The CPU twin of `shaders/curves/`: the same tables, the same steps under the same names. First pass:
 * `sumTracks`, `skinAnchor` for the hidden points; second pass: `buildHandle`, `moveByLayer` for control points.
 */
export function poseControlPoints(
  compiled: SharedTables,
  curves: MohoCurves,
  actions: Float32Array,
  rows: Float32Array,
  out: Float64Array,
): void {
  const hidden = hiddenPoints(compiled, curves, actions, rows);
  const place = new Float64Array(2);
  for (let point = 0; point < compiled.pointCount; point++) {
    buildHandle(curves, compiled, hidden, compiled.points[point * 4 + 3], place);
    const path = compiled.points[point * 4 + 2];
    moveByLayer(rows, compiled.paths[path * LAYOUT.PATH_TEXELS * 4 + 6], place);
    out[point * 2] = place[0];
    out[point * 2 + 1] = place[1];
  }
}

/** Pass 1: how far each anchor is from where it is at rest, in its mesh; and parameters. */
function hiddenPoints(
  compiled: SharedTables,
  curves: MohoCurves,
  actions: Float32Array,
  rows: Float32Array,
): Float64Array {
  const { points, paths, pointCount } = compiled;
  // Hidden paths stand behind the others.
  const firstHidden = paths.length / (LAYOUT.PATH_TEXELS * 4) - curves.hiddenPaths;
  const hidden = new Float64Array(curves.hiddenCount * 2);
  for (let h = 0; h < curves.hiddenPaths; h++) {
    const texel = (firstHidden + h) * LAYOUT.PATH_TEXELS * 4;
    const [firstMorph, morphCount, , , first, count] = paths.subarray(texel, texel + 6);
    const plain = new Float64Array(count * 2);
    const turned = new Float64Array(count * 2);
    for (let m = firstMorph; m < firstMorph + morphCount; m++) sumTracks(compiled, m, count, actions, plain, turned);
    for (let i = 0; i < count; i++) {
      const point = first + i;
      const at = (point - pointCount) * 2;
      const [x, y, kind] = [points[point * 4], points[point * 4 + 1], points[point * 4 + 3]];
      if (kind >= 0) {
        skinAnchor(compiled.influences, rows, kind, x, y, plain, turned, i, hidden, at);
        continue;
      }
      const isParameter = kind === LAYOUT.HIDDEN_PARAMETER;
      hidden[at] = (isParameter ? x : 0) + plain[i * 2] + turned[i * 2];
      hidden[at + 1] = (isParameter ? y : 0) + plain[i * 2 + 1] + turned[i * 2 + 1];
    }
  }
  return hidden;
}

/** Σ weight · delta of one morph, for all points of its path: what is turned with the skin apart. */
function sumTracks(
  { morphs, deltas, frameRows }: SharedTables,
  morph: number,
  count: number,
  actions: Float32Array,
  plain: Float64Array,
  turned: Float64Array,
): void {
  const [firstDelta, firstRow, flagged, scaleBits] = morphs.subarray(morph * 4, morph * 4 + 4);
  const out = (flagged & LAYOUT.MORPH_TURNED) !== 0 ? turned : plain;
  const action = (flagged & ~LAYOUT.MORPH_TURNED) >>> 0;
  bits.setUint32(0, scaleBits);
  const scale = bits.getFloat32(0);
  for (let k = 0; k < 2; k++) {
    const weight = actions[action * 4 + 2 + k];
    const row = weight === 0 ? 0 : frameRows[firstRow + actions[action * 4 + k]];
    if (row === 0) continue;
    const from = (firstDelta + (row - 1) * count) * 2;
    for (let i = 0; i < count * 2; i++) out[i] += weight * scale * deltas[from + i];
  }
}

const bits = new DataView(new ArrayBuffer(4));

/** What a bone does to a place, beside leaving it. */
const shiftX = (rows: Float32Array, bone: number, x: number, y: number): number =>
  rows[bone * 8] * x + rows[bone * 8 + 2] * y + rows[bone * 8 + 4];
const shiftY = (rows: Float32Array, bone: number, x: number, y: number): number =>
  rows[bone * 8 + 1] * x + rows[bone * 8 + 3] * y + rows[bone * 8 + 5];

/**
 * How far bones move an anchor. Its way to them and back is a matrix; what dials do is turned as the skin
 * turns between the anchor and a place `probe` beside it. That place is not skinned by itself: the difference of two
 * places so near would have few digits left.
 */
function skinAnchor(
  influences: Float32Array,
  rows: Float32Array,
  first: number,
  restX: number,
  restY: number,
  plain: Float64Array,
  turned: Float64Array,
  i: number,
  out: Float64Array,
  at: number,
): void {
  const [count, row] = [influences[first * 2], influences[first * 2 + 1]];
  const [px, py] = [restX + plain[i * 2], restY + plain[i * 2 + 1]];
  let [a, b, c, d, x, y] = [1, 0, 0, 1, px, py];
  if (row >= 0) {
    [a, b, c, d] = rows.subarray(row * 8, row * 8 + 4);
    x = a * px + c * py + rows[row * 8 + 4];
    y = b * px + d * py + rows[row * 8 + 5];
  }
  const dx = a * turned[i * 2] + c * turned[i * 2 + 1];
  const dy = b * turned[i * 2] + d * turned[i * 2 + 1];
  let [sx, sy, tx, ty] = [0, 0, probe, 0];
  if (count === LAYOUT.SKIN_BONE) {
    const bone = influences[(first + 1) * 2];
    sx = dx + shiftX(rows, bone, x + dx, y + dy);
    sy = dy + shiftY(rows, bone, x + dx, y + dy);
  } else {
    if (count === LAYOUT.SKIN_ELBOW) [sx, sy, tx, ty] = skinByElbow(influences, rows, first, x, y, rows[row * 8 + 6]);
    else {
      for (let k = first + 1; k < first + 1 + count * 2; k += 2) {
        const [bone, weight, change] = influences.subarray(k * 2, k * 2 + 3);
        const [mx, my] = [shiftX(rows, bone, x, y), shiftY(rows, bone, x, y)];
        sx += weight * mx;
        sy += weight * my;
        const near = (weight + change * probe) * probe;
        tx += change * probe * mx + near * rows[bone * 8];
        ty += change * probe * my + near * rows[bone * 8 + 1];
      }
    }
    const length = Math.hypot(tx, ty);
    const [cos, sin] = length === 0 ? [1, 0] : [tx / length, ty / length];
    sx += cos * dx - sin * dy;
    sy += sin * dx + cos * dy;
  }
  const determinant = a * d - b * c;
  out[at] = plain[i * 2] + (d * sx - c * sy) / determinant;
  out[at + 1] = plain[i * 2 + 1] + (a * sy - b * sx) / determinant;
}

/** Where an elbow slides a place to, along the child at rest. */
function slide(x: number, y: number, bend: number): number {
  const reach = Math.abs(x);
  const moved =
    y * bend > 0
      ? reach + (Math.abs(bend) / Math.PI) * Math.max(0, 2 * Math.abs(y) - reach)
      : reach - (Math.abs(bend) / 2) * Math.max(0, Math.abs(y) - reach);
  return x < 0 ? -moved : moved;
}

/** How far an elbow moves a place, and how it turns what lies along x there. */
function skinByElbow(
  influences: Float32Array,
  rows: Float32Array,
  first: number,
  px: number,
  py: number,
  bend: number,
): [number, number, number, number] {
  const [parent, child, jointX, jointY, cos, sin] = influences.subarray((first + 1) * 2, (first + 1) * 2 + 6);
  const x = (px - jointX) * cos + (py - jointY) * sin;
  const y = -(px - jointX) * sin + (py - jointY) * cos;
  const [nextX, nextY] = [x + probe * cos, y - probe * sin];
  const along = slide(x, y, bend);
  const beside = slide(nextX, nextY, bend);
  const [slidX, slidY] = [px + (along - x) * cos, py + (along - x) * sin];
  const bone = x < 0 ? parent : child;
  const other = nextX < 0 ? parent : child;
  const sx = slidX - px + shiftX(rows, bone, slidX, slidY);
  const sy = slidY - py + shiftY(rows, bone, slidX, slidY);
  const [u, v] = [beside - along, -probe * sin];
  const [ux, uy] = [u * cos - v * sin, u * sin + v * cos];
  let tx = ux + rows[other * 8] * ux + rows[other * 8 + 2] * uy;
  let ty = uy + rows[other * 8 + 1] * ux + rows[other * 8 + 3] * uy;
  if (other !== bone) {
    tx += shiftX(rows, other, slidX, slidY) - shiftX(rows, bone, slidX, slidY);
    ty += shiftY(rows, other, slidX, slidY) - shiftY(rows, bone, slidX, slidY);
  }
  return [sx, sy, tx, ty];
}

/** Shorter than this share of its sides a tangent says nothing. */
const flat = 1e-6;

/**
 * Pass 2: an anchor, or one of its handles; see `geometry/moho/curves.ts` for the rule. Sides are those at rest and
 * what is added to them, so that short ones keep their digits.
 */
function buildHandle(
  { curvePoints }: MohoCurves,
  { points, pointCount }: SharedTables,
  hidden: Float64Array,
  code: number,
  out: Float64Array,
): void {
  const kind = code % 3;
  const at = ((code - kind) / 3) * LAYOUT.CURVE_TEXELS * 4;
  const [restX1, restY1, restX2, restY2, anchor, before, after, parameters] = curvePoints.subarray(at, at + 8);
  out[0] = points[(pointCount + anchor) * 4] + hidden[anchor * 2];
  out[1] = points[(pointCount + anchor) * 4 + 1] + hidden[anchor * 2 + 1];
  if (kind === 0) return;
  const side = (rest: number, from: number, to: number, axis: number): number =>
    from < 0 || to < 0 ? 0 : rest + hidden[to * 2 + axis] - hidden[from * 2 + axis];
  const [x1, y1] = [side(restX1, before, anchor, 0), side(restY1, before, anchor, 1)];
  const [x2, y2] = [side(restX2, anchor, after, 0), side(restY2, anchor, after, 1)];
  const [l1, l2] = [Math.hypot(x1, y1), Math.hypot(x2, y2)];
  const [a1, a2] = [l1 === 0 ? 0 : (2 * l1 + 3 * l2) / l1, l2 === 0 ? 0 : (3 * l1 + 2 * l2) / l2];
  const length = Math.hypot(a1 * x1 + a2 * x2, a1 * y1 + a2 * y2);
  const [x, y, l] = kind === 1 ? [x1, y1, l1] : [x2, y2, l2];
  if (l === 0) return;
  const p = parameters * 2;
  let smooth = hidden[p];
  const isCorner = Math.abs(smooth) < CORNER;
  let factor = isCorner ? 1 : hidden[p + kind];
  const turn = isCorner ? 0 : hidden[p + 2 + kind];
  let [dx, dy] = [a1 * x1 + a2 * x2, a1 * y1 + a2 * y2].map((number) => number / length);
  // A closed curve of two points has no tangent.
  if (isCorner || before === after || length <= flat * (l1 + l2)) {
    smooth = 1 / 3;
    [dx, dy] = [x / l, y / l];
  }
  factor *= (kind === 1 ? -l : l) * smooth;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  out[0] += (cos * dx - sin * dy) * factor;
  out[1] += (sin * dx + cos * dy) * factor;
}

/** What is left of a smoothness of 0 in sums of 32 bits. */
const CORNER = 1e-6;

function moveByLayer(rows: Float32Array, row: number, place: Float64Array): void {
  const [a, b, c, d, e, f] = rows.subarray(row * 8, row * 8 + 6);
  const [x, y] = place;
  place[0] = a * x + c * y + e;
  place[1] = b * x + d * y + f;
}

/** The bones that carry a control point: those of its anchor, or the one of the layers around. */
export function visitWeights(
  { points, pointCount, influences }: SharedTables,
  { curvePoints, meshes }: MohoCurves,
  point: number,
  visit: (bone: number, weight: number) => void,
): void {
  const curvePoint = Math.floor(points[point * 4 + 3] / 3);
  const anchor = curvePoints[curvePoint * LAYOUT.CURVE_TEXELS * 4 + 4];
  const first = points[(pointCount + anchor) * 4 + 3];
  if (first < 0) {
    const mesh = meshes.findLast(({ firstAnchor }) => firstAnchor <= anchor);
    if (mesh !== undefined && mesh.carrier >= 0) visit(mesh.carrier, 1);
    return;
  }
  const count = influences[first * 2];
  const own = (k: number): number => influences[(first + 1) * 2 + k];
  if (count === LAYOUT.SKIN_BONE) visit(own(0), 1);
  else if (count === LAYOUT.SKIN_ELBOW) {
    const [x, y] = [points[(pointCount + anchor) * 4] - own(2), points[(pointCount + anchor) * 4 + 1] - own(3)];
    visit(x * own(4) + y * own(5) < 0 ? own(0) : own(1), 1);
  } else for (let k = 0; k < count; k++) visit(own(k * 4), own(k * 4 + 1));
}
