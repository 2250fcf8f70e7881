/**
 * Squared distance of a point from a segment, ends included.
 * @param ends x, y of the one end and x, y of the other, from `offset` on.
 */
export function squaredDistanceToSegment(ends: ArrayLike<number>, offset: number, x: number, y: number): number {
  const ax = ends[offset];
  const ay = ends[offset + 1];
  const dx = ends[offset + 2] - ax;
  const dy = ends[offset + 3] - ay;
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / squared, 0), 1);
  return (ax + along * dx - x) ** 2 + (ay + along * dy - y) ** 2;
}
