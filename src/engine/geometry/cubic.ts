/** Cubic Bézier segments in flat arrays: four control points at x, y, x, y, … */

/**
 * Greatest length of the two second differences P0 − 2·P1 + P2 and P1 − 2·P2 + P3 of the segment
 * whose first control point is `point`. Zero for a segment that is straight and evenly paced.
 */
export function bend(points: ArrayLike<number>, point: number): number {
  const i = point * 2;
  const ax = points[i] - 2 * points[i + 2] + points[i + 4];
  const ay = points[i + 1] - 2 * points[i + 3] + points[i + 5];
  const bx = points[i + 2] - 2 * points[i + 4] + points[i + 6];
  const by = points[i + 3] - 2 * points[i + 5] + points[i + 7];
  return Math.max(Math.hypot(ax, ay), Math.hypot(bx, by));
}

/** More chords than this are not worth their memory; it is reached only far outside any canvas. */
const MAX_CHORDS = 1000;

/**
 * How many chords of equal parameter length keep a segment with the given {@link bend} within
 * `tolerance` of its curve. A curve's second derivative is at most 6 · bend, and a chord over a
 * parameter step h strays at most h² / 8 times that: 0.75 · bend / n².
 */
export function chordCount(bend: number, tolerance: number): number {
  const count = Math.ceil(Math.sqrt((0.75 * bend) / tolerance));
  return Math.min(Math.max(count, 1), MAX_CHORDS);
}

/** Coordinate `axis` (0: x, 1: y) of the segment's curve at parameter `t`. */
export function evaluateCubic(points: ArrayLike<number>, point: number, t: number, axis: 0 | 1): number {
  const i = point * 2 + axis;
  const u = 1 - t;
  return (
    points[i] * u * u * u + 3 * points[i + 2] * u * u * t + 3 * points[i + 4] * u * t * t + points[i + 6] * t * t * t
  );
}
