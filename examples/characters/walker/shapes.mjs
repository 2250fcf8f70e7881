/**
 * Outlines of the walker: smooth closed curves as lists of cubic control points, y up, in units of
 * about a metre.
 *
 * @typedef {readonly [x: number, y: number]} Point
 */

/** A closed curve through points: cubic control points, 3 for each point. @param {readonly Point[]} points @param {number} tension */
export function smooth(points, tension = 1 / 6) {
  const at = (i) => points[(i + points.length) % points.length];
  return points.flatMap((point, i) => {
    const [before, next, after] = [at(i - 1), at(i + 1), at(i + 2)];
    return [
      point,
      [point[0] + (next[0] - before[0]) * tension, point[1] + (next[1] - before[1]) * tension],
      [next[0] - (after[0] - point[0]) * tension, next[1] - (after[1] - point[1]) * tension],
    ];
  });
}

/** A tube around a line: its corners and how thick it is there to either side. @param {readonly [x: number, y: number, radius: number][]} spine */
export function tube(spine) {
  const sides = spine.map(([x, y, radius], i) => {
    const [a, b] = [spine[Math.max(i - 1, 0)], spine[Math.min(i + 1, spine.length - 1)]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [nx, ny] = [(-(b[1] - a[1]) / length) * radius, ((b[0] - a[0]) / length) * radius];
    return { left: [x + nx, y + ny], right: [x - nx, y - ny] };
  });
  return smooth([...sides.map(({ left }) => left), ...sides.map(({ right }) => right).reverse()]);
}

/** @param {Point} middle @param {number} rx @param {number} ry @param {number} turn Radians. */
export function ellipse([x, y], rx, ry = rx, turn = 0) {
  const points = Array.from({ length: 8 }, (_, i) => {
    const [u, v] = [rx * Math.cos((i * Math.PI) / 4), ry * Math.sin((i * Math.PI) / 4)];
    return [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)];
  });
  return smooth(points, 0.1875);
}
