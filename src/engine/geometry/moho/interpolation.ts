import { easeBounceOut, easeElasticOut } from 'd3-ease';
import { type MohoKeys, MohoMode } from '../../model/moho.ts';

/** A step so small between two keys is flat, in the units of the channel. */
const flat = 2e-6;

/**
 * Slope of a smooth key, per unit of time: 0 at the ends and beside a flat step, else that of the
 * chord between its neighbours.
 */
function keySlope({ frames, values }: MohoKeys, components: number, key: number, component: number): number {
  if (key === 0 || key === frames.length - 1) return 0;
  const at = key * components + component;
  const [before, value, after] = [values[at - components], values[at], values[at + components]];
  if (Math.abs(value - before) < flat || Math.abs(after - value) < flat) return 0;
  return (after - before) / (frames[key + 1] - frames[key - 1]);
}

/** Into the interval between 0 and `limit`. */
const clampTo = (slope: number, limit: number): number =>
  limit < 0 ? Math.max(limit, Math.min(0, slope)) : Math.min(limit, Math.max(0, slope));

/** Rise of a smooth segment at its beginning and end if its slopes there went on to its other end. */
export function smoothRises(
  keys: MohoKeys,
  components: number,
  key: number,
  component: number,
): [begin: number, end: number] {
  const at = key * components + component;
  const length = keys.frames[key + 1] - keys.frames[key];
  const limit = (3 * (keys.values[at + components] - keys.values[at])) / length;
  return [
    clampTo(keySlope(keys, components, key, component), limit) * length,
    clampTo(keySlope(keys, components, key + 1, component), limit) * length,
  ];
}

/** A cubic Hermite from a value to another one, with the rises of {@link smoothRises}. */
export function hermite(from: number, to: number, begin: number, end: number, u: number): number {
  const square = u * u;
  const cube = square * u;
  return (
    (2 * cube - 3 * square + 1) * from +
    (cube - 2 * square + u) * begin +
    (3 * square - 2 * cube) * to +
    (cube - square) * end
  );
}

/**
 * A cubic Hermite whose slopes are clamped for each segment by itself: at an extremum the slope is 0
 * on one side only. Verified against exported frames.
 */
function smooth(keys: MohoKeys, components: number, key: number, component: number, u: number): number {
  const at = key * components + component;
  const [begin, end] = smoothRises(keys, components, key, component);
  return hermite(keys.values[at], keys.values[at + components], begin, end, u);
}

/** Where on a Bézier in time and value, with handles at shares of the segment along slopes. Not verified. */
function bezier(keys: MohoKeys, components: number, key: number, component: number, u: number): number {
  const at = key * components + component;
  const [from, to] = [keys.values[at], keys.values[at + components]];
  const { handles } = keys;
  if (handles === undefined) return from + (to - from) * u;
  const length = keys.frames[key + 1] - keys.frames[key];
  const out = at * 4;
  const into = (at + components) * 4;
  const x1 = Math.min(1, Math.max(0, handles[out + 2]));
  const x2 = 1 - Math.min(1, Math.max(0, handles[into + 3]));
  const y1 = from + handles[out] * x1 * length;
  const y2 = to - handles[into + 1] * (1 - x2) * length;
  // Time never turns back, since both handles lie within the segment.
  let [low, high] = [0, 1];
  for (let step = 0; step < 48; step++) {
    const s = (low + high) / 2;
    if (cubicAt(0, x1, x2, 1, s) < u) low = s;
    else high = s;
  }
  return cubicAt(from, y1, y2, to, (low + high) / 2);
}

function cubicAt(a: number, b: number, c: number, d: number, s: number): number {
  const r = 1 - s;
  return a * r * r * r + 3 * b * r * r * s + 3 * c * r * s * s + d * s * s * s;
}

/** From -1 to 1, the same for the same whole number and seed. */
function lattice(at: number, seed: number): number {
  let bits = Math.imul(at ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 0x7fffffff - 1;
}

/** Smooth noise over time, from -1 to 1. */
function noise(time: number, seed: number): number {
  const at = Math.floor(time);
  const u = time - at;
  return lattice(at, seed) + (lattice(at + 1, seed) - lattice(at, seed)) * u * u * (3 - 2 * u);
}

/**
 * Value between key `key` and the next, `u` from 0 to 1 of the way.
 *
 * Linear and smooth are verified; step, ease in and out, noisy, Bézier, bounce and elastic are not:
 * their names are known, their curves are chosen. Eases are powers of u, bounce and elastic those of Penner.
 */
export function between(keys: MohoKeys, components: number, key: number, component: number, u: number): number {
  const at = key * components + component;
  const [from, to] = [keys.values[at], keys.values[at + components]];
  const way = to - from;
  switch (keys.modes[key]) {
    case MohoMode.linear:
      return from + way * u;
    case MohoMode.easeInOut:
      return from + way * (u * u * u * (10 - 15 * u + 6 * u * u));
    case MohoMode.step:
    // What follows a cycle or a played action until the next key is not between two keys.
    case MohoMode.cycle:
    case MohoMode.pose:
      return from;
    case MohoMode.noisy: {
      const [amplitude, scale] = [keys.parameters[key * 2], keys.parameters[key * 2 + 1]];
      const time = keys.frames[key] + u * (keys.frames[key + 1] - keys.frames[key]);
      return from + way * u + amplitude * noise(time * (scale > 0 ? scale : 1), component);
    }
    case MohoMode.easeIn:
      return from + way * (u * u);
    case MohoMode.easeOut:
      return from + way * (u * (2 - u));
    case MohoMode.bezier:
      return bezier(keys, components, key, component, u);
    case MohoMode.bounce:
      return from + way * easeBounceOut(u);
    case MohoMode.elastic:
      return from + way * easeElasticOut(u);
    default:
      return smooth(keys, components, key, component, u);
  }
}
