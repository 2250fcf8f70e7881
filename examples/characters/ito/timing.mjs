/** Values over time, read as an animator's chart. */

import { clamp, TAU } from './curve.mjs';

/** 0 to 1 with a soft start and a soft stop. */
export const ease = (t) => {
  const x = clamp(t, 0, 1);
  return x * x * (3 - 2 * x);
};

/** 0 to 1 with a little too much on the way. */
export const spring = (t) => {
  const x = clamp(t, 0, 1);
  return 1 - Math.cos(x * 1.5 * Math.PI) * (1 - x) ** 1.6;
};

export const wave = (phase) => Math.sin(phase * TAU);

/**
 * A cycle through keys, smooth, without overshoot between equal neighbours.
 *
 * @param {[phase: number, value: number][]} keys phases rising within 0–1
 * @param {number} phase any number; whole turns are the same
 */
export function cycle(keys, phase) {
  const n = keys.length;
  const at = phase - Math.floor(phase);
  let i = n - 1;
  while (i > 0 && keys[i][0] > at) i--;
  if (keys[i][0] > at) i = n - 1;
  const key = (k) => {
    const turns = Math.floor(k / n);
    const [time, value] = keys[k - turns * n];
    return [time + turns, value];
  };
  const slope = (k) => {
    const [t0, v0] = key(k - 1);
    const [t1, v1] = key(k);
    const [t2, v2] = key(k + 1);
    const before = (v1 - v0) / (t1 - t0);
    const after = (v2 - v1) / (t2 - t1);
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  };
  const [t1, v1] = key(i);
  const [t2, v2] = key(i + 1);
  const now = at < t1 ? at + 1 : at;
  const span = t2 - t1;
  const t = (now - t1) / span;
  const h = t * t * (3 - 2 * t);
  return v1 * (1 - h) + v2 * h + slope(i) * span * t * (1 - t) * (1 - t) - slope(i + 1) * span * t * t * (1 - t);
}

/** The same, once: holds the first value before the first key and the last one after the last. */
export function chart(keys, time) {
  if (time <= keys[0][0]) return keys[0][1];
  for (let i = 1; i < keys.length; i++) {
    const [t0, v0] = keys[i - 1];
    const [t1, v1] = keys[i];
    if (time <= t1) return v0 + (v1 - v0) * ease((time - t0) / (t1 - t0));
  }
  return keys[keys.length - 1][1];
}
