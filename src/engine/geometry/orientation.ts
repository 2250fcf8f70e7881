import type { Contour, FillRule } from '../model/rig.ts';
import { evaluateCubic } from './cubic.ts';

/**
 * The sign by which each contour's area is counted, so that the sum over a path is its winding.
 *
 * Under `nonzero` the drawn direction matters: always 1. Under `evenodd` it does not, and contours
 * are turned so that directions alternate with nesting depth: the winding then stays 0 or 1, and
 * a pixel that several thin rings share gets their true area (with equal directions the sum would
 * pass 1 there and fold back).
 */
export function contourSigns(points: ArrayLike<number>, contours: readonly Contour[], rule: FillRule): Int8Array {
  const signs = new Int8Array(contours.length).fill(1);
  if (rule === 'nonzero' || contours.length < 2 || contours.length > MOST_CONTOURS) return signs;
  const outlines = contours.map((contour) => outline(points, contour));
  let steps = 0;
  for (const [i, inner] of outlines.entries()) {
    let depth = 0;
    for (const [j, outer] of outlines.entries()) {
      if (i === j || !mayContain(outer, inner)) continue;
      steps += outer.polygon.length;
      if (steps > MOST_STEPS) return signs.fill(1);
      if (mostlyInside(inner, outer)) depth++;
    }
    signs[i] = inner.area < 0 === (depth % 2 === 0) ? -1 : 1;
  }
  return signs;
}

/** Beyond these all count as drawn, which is right but for pixels that several thin rings share. */
const MOST_CONTOURS = 2000;
const MOST_STEPS = 2_000_000;

interface Outline {
  /** Closed polygon: x, y, x, y, … */
  readonly polygon: Float64Array;
  /** Signed; positive is clockwise on screen. */
  readonly area: number;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

const CHORDS = 6;

function outline(points: ArrayLike<number>, contour: Contour): Outline {
  const polygon = new Float64Array((contour.segments * CHORDS + 1) * 2);
  polygon[0] = points[contour.start * 2];
  polygon[1] = points[contour.start * 2 + 1];
  let o = 2;
  for (let s = 0; s < contour.segments; s++) {
    for (let k = 1; k <= CHORDS; k++) {
      polygon[o++] = evaluateCubic(points, contour.start + s * 3, k / CHORDS, 0);
      polygon[o++] = evaluateCubic(points, contour.start + s * 3, k / CHORDS, 1);
    }
  }
  let area = 0;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length;
    area += polygon[i] * polygon[j + 1] - polygon[j] * polygon[i + 1];
    box[0] = Math.min(box[0], polygon[i]);
    box[1] = Math.min(box[1], polygon[i + 1]);
    box[2] = Math.max(box[2], polygon[i]);
    box[3] = Math.max(box[3], polygon[i + 1]);
  }
  return { polygon, area, box };
}

function mayContain({ box: [left, top, right, bottom] }: Outline, inner: Outline): boolean {
  return !(inner.box[2] < left || inner.box[0] > right || inner.box[3] < top || inner.box[1] > bottom);
}

/** By vote of a few points: contours may touch or cross a little. */
function mostlyInside(inner: Outline, outer: Outline): boolean {
  const count = inner.polygon.length / 2;
  const step = Math.max(1, Math.floor(count / 9));
  let votes = 0;
  for (let i = 0; i < count; i += step) {
    votes += contains(outer.polygon, inner.polygon[i * 2], inner.polygon[i * 2 + 1]) ? 1 : -1;
  }
  return votes > 0;
}

function contains(polygon: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    const above = polygon[i + 1] > y;
    if (above === polygon[j + 1] > y) continue;
    const crossing =
      ((polygon[j] - polygon[i]) * (y - polygon[i + 1])) / (polygon[j + 1] - polygon[i + 1]) + polygon[i];
    if (x < crossing) inside = !inside;
  }
  return inside;
}
