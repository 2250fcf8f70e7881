/** Plane geometry for drawing in code: smooth curves through knots, ribbons along spines, frames. */

/** @typedef {[x: number, y: number, kind?: 'corner']} Knot */
/** @typedef {{ points: number[], closed: boolean }} Contour Control points of a run of cubics: x, y, x, y, … */
/** @typedef {(x: number, y: number) => [number, number]} Frame Local to picture coordinates. */

export const TAU = 2 * Math.PI;
export const rad = (degrees) => (degrees * Math.PI) / 180;
export const mix = (a, b, t) => a + (b - a) * t;
export const clamp = (v, low, high) => Math.min(high, Math.max(low, v));
export const mixPoint = (p, q, t) => [mix(p[0], q[0], t), mix(p[1], q[1], t)];
export const moved = (p, dx, dy) => [p[0] + dx, p[1] + dy];
export const distance = (p, q) => Math.hypot(q[0] - p[0], q[1] - p[1]);

/** A limb's direction: 0 hangs down, positive turns forward (to the right of the picture). */
export const hang = (angle) => [Math.sin(angle), Math.cos(angle)];

/** @returns {Frame} a turn (clockwise on screen) and a scale about the local origin, then a move to (x, y) */
export function frame(x, y, angle = 0, scale = 1) {
  const c = Math.cos(angle) * scale;
  const s = Math.sin(angle) * scale;
  return (px, py) => [x + px * c - py * s, y + px * s + py * c];
}

function unit(x, y) {
  const length = Math.hypot(x, y);
  return length > 1e-9 ? [x / length, y / length] : [0, 0];
}

/** Directions of the curve at its knots; a chord counts the more the shorter it is. `undefined` at corners. */
function tangents(knots, closed) {
  const n = knots.length;
  return knots.map((knot, i) => {
    if (knot[2] === 'corner') return undefined;
    if (!closed && (i === 0 || i === n - 1)) return undefined;
    const before = knots[(i + n - 1) % n];
    const after = knots[(i + 1) % n];
    const d0 = distance(before, knot) || 1e-6;
    const d1 = distance(knot, after) || 1e-6;
    return unit(
      ((knot[0] - before[0]) / d0) * d1 + ((after[0] - knot[0]) / d1) * d0,
      ((knot[1] - before[1]) / d0) * d1 + ((after[1] - knot[1]) / d1) * d0,
    );
  });
}

/**
 * A smooth run of cubics through the knots, one segment a gap. Handles have the length that makes
 * an arc of a circle of equal turns: chord / 3 / cos²(half the angle between chord and tangent).
 *
 * @param {Knot[]} knots
 * @returns {Contour}
 */
export function smooth(knots, { closed = false } = {}) {
  const n = knots.length;
  const direction = tangents(knots, closed);
  const points = [knots[0][0], knots[0][1]];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const a = knots[i];
    const b = knots[(i + 1) % n];
    const chord = distance(a, b);
    const along = unit(b[0] - a[0], b[1] - a[1]);
    // A corner or an end takes the other end's tangent mirrored in the chord: the arc of a circle.
    const mirror = (t) => {
      if (t === undefined) return along;
      const dot = t[0] * along[0] + t[1] * along[1];
      return [2 * dot * along[0] - t[0], 2 * dot * along[1] - t[1]];
    };
    const leave = direction[i] ?? mirror(direction[(i + 1) % n]);
    const arrive = direction[(i + 1) % n] ?? mirror(direction[i]);
    const reach = (t) => {
      const cosine = clamp(t[0] * along[0] + t[1] * along[1], -0.2, 1);
      return (chord / 3) * (2 / (1 + cosine));
    };
    const out = reach(leave);
    const into = reach(arrive);
    points.push(a[0] + leave[0] * out, a[1] + leave[1] * out);
    points.push(b[0] - arrive[0] * into, b[1] - arrive[1] * into);
    points.push(b[0], b[1]);
  }
  return { points, closed };
}

/** Straight lines between the knots, as cubics. @returns {Contour} */
export function straight(knots, { closed = false } = {}) {
  return smooth(
    knots.map(([x, y]) => [x, y, 'corner']),
    { closed },
  );
}

/** Four quarter arcs, each control point carried along by `place`. @param {Frame} place @returns {Contour} */
export function ellipse(place, x, y, rx, ry) {
  const k = 0.5522847;
  const points = [[1, 0]];
  for (const [c, s] of [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ])
    points.push([c - k * s, s + k * c], [k * c - s, k * s + c], [-s, c]);
  return { points: points.flatMap(([px, py]) => place(x + px * rx, y + py * ry)), closed: true };
}

/** Unit normals, to the left of the way along the spine (right of it on screen when it runs down). */
function normals(spine) {
  return spine.map((_, i) => {
    const a = spine[Math.max(0, i - 1)];
    const b = spine[Math.min(spine.length - 1, i + 1)];
    const [x, y] = unit(b[0] - a[0], b[1] - a[1]);
    return [y, -x];
  });
}

/** The spine moved sideways, by one distance a point. */
export function offset(spine, distances) {
  const normal = normals(spine);
  return spine.map(([x, y], i) => [x + normal[i][0] * distances[i], y + normal[i][1] * distances[i]]);
}

/**
 * Knots of the outline around a spine.
 *
 * @param {[number, number][]} spine
 * @param {number[]} halfWidths one a spine point
 * @param {{ start?: 'round' | 'flat', end?: 'round' | 'flat' }} caps
 * @returns {Knot[]} down the left side, round the end, back up the right side
 */
export function ribbon(spine, halfWidths, { start = 'round', end = 'round' } = {}) {
  const left = offset(spine, halfWidths);
  const right = offset(
    spine,
    halfWidths.map((w) => -w),
  );
  const n = spine.length;
  const cap = (at, before, width) => {
    const [x, y] = unit(at[0] - before[0], at[1] - before[1]);
    return [at[0] + x * width, at[1] + y * width];
  };
  const corner = (p) => [p[0], p[1], 'corner'];
  if (end === 'flat') {
    left[n - 1] = corner(left[n - 1]);
    right[n - 1] = corner(right[n - 1]);
  }
  if (start === 'flat') {
    left[0] = corner(left[0]);
    right[0] = corner(right[0]);
  }
  const outline = [...left];
  if (end === 'round') outline.push(cap(spine[n - 1], spine[n - 2], halfWidths[n - 1]));
  outline.push(...right.reverse());
  if (start === 'round') outline.push(cap(spine[0], spine[1], halfWidths[0]));
  return outline;
}

/** Points of a chain of equal links; `angles[i]` is the direction of link i as {@link hang} has it. */
export function chain(start, length, angles) {
  const points = [[start[0], start[1]]];
  for (const angle of angles) {
    const [x, y] = hang(angle);
    const last = points[points.length - 1];
    points.push([last[0] + x * length, last[1] + y * length]);
  }
  return points;
}

/** A two-link limb that bends at a joint, rounded by `round` (0–1): five spine points from root to end. */
export function bentSpine(root, joint, end, round = 0.12) {
  const soft = mixPoint(joint, mixPoint(root, end, 0.5), round);
  return [root, mixPoint(root, soft, 0.52), soft, mixPoint(soft, end, 0.52), end];
}

/**
 * A line of changing weight around a closed outline: two rings, to be filled with the even-odd rule.
 *
 * @param {Knot[]} knots clockwise on screen
 * @param {(normal: [number, number]) => number} weight full width for an outward normal
 * @returns {Contour[]}
 */
export function contourLine(knots, weight) {
  const n = knots.length;
  const ring = (side) =>
    knots.map((knot, i) => {
      const a = knots[(i + n - 1) % n];
      const b = knots[(i + 1) % n];
      const [ax, ay] = unit(knot[0] - a[0], knot[1] - a[1]);
      const [bx, by] = unit(b[0] - knot[0], b[1] - knot[1]);
      const [tx, ty] = unit(ax + bx, ay + by);
      const normal = [ty, -tx];
      const miter = 1 / Math.max(0.55, ax * tx + ay * ty);
      const d = (weight(normal) / 2) * miter * side;
      return [knot[0] + normal[0] * d, knot[1] + normal[1] * d, ...(knot[2] ? [knot[2]] : [])];
    });
  return [smooth(ring(1), { closed: true }), smooth(ring(-1), { closed: true })];
}

/** The share `t` (0–1) of the way along a polyline, by length. */
export function along(points, t) {
  const lengths = points.slice(1).map((p, i) => distance(points[i], p));
  let left = t * lengths.reduce((a, b) => a + b, 0);
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i] || i === lengths.length - 1) return mixPoint(points[i], points[i + 1], left / lengths[i]);
    left -= lengths[i];
  }
  return points[points.length - 1];
}
