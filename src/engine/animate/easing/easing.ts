import { AyatoriError } from '../../model/problem.ts';

/**
 * Share of the time gone by, 0 to 1 → share of the way gone. The result may leave 0 to 1 in between
 * (back, elastic). Every easing of this package holds its ends outside: below 0 (and for NaN) it
 * gives what it gives at 0, above 1 what it gives at 1.
 */
export type Easing = (t: number) => number;

/** Share of the time = share of the way. */
export const linear: Easing = (t) => clamp(t);

/** Stays at the start until the time is over ("hold", "discrete", "stepped" elsewhere; CSS `step-end`). */
export const step: Easing = (t) => (t >= 1 ? 1 : 0);

/** When a step is made: at its start, at its end, at neither end of the whole, or at both. */
export type Jump = 'start' | 'end' | 'none' | 'both';

/**
 * Steps of equal length, as CSS `steps()`.
 * @param count At least 1; at least 2 for `none`.
 * @throws AyatoriError `easing`
 */
export function steps(count: number, jump: Jump = 'end'): Easing {
  const least = jump === 'none' ? 2 : 1;
  if (!Number.isInteger(count) || count < least) {
    throw fault('the number of steps is out of range', `a whole number from ${least}`, String(count));
  }
  const first = jump === 'start' || jump === 'both' ? 1 : 0;
  const jumps = jump === 'both' ? count + 1 : jump === 'none' ? count - 1 : count;
  return (t) => (t >= 1 ? 1 : Math.min(Math.floor(clamp(t) * count) + first, jumps) / jumps);
}

/**
 * Goes to the nearest of `count` + 1 equal stops, 0 and 1 among them. Half-way between two it is the
 * lower one. The cost does not depend on the count.
 * @param count A whole number from 1.
 * @param inner Eases the time first; what it gives beyond 0 to 1 snaps to 0 or 1.
 * @throws AyatoriError `easing`
 */
export function snap(count: number, inner: Easing = linear): Easing {
  if (!Number.isInteger(count) || count < 1) {
    throw fault('the number of steps is out of range', 'a whole number from 1', String(count));
  }
  // Near 0 it would round to −0.
  return (t) => Math.max(Math.ceil(clamp(inner(t)) * count - 0.5), 0) / count;
}

/** The easing `outer` of what `inner` gives. */
export const wrapEasing =
  (outer: Easing, inner: Easing): Easing =>
  (t) =>
    outer(inner(t));

/** 0 to 1; NaN is 0. */
export const clamp = (t: number): number => (t > 0 ? Math.min(t, 1) : 0);

/** Keeps an easing that is only defined from 0 to 1 at exactly 0 and 1 outside. */
export const holdEnds =
  (easing: Easing): Easing =>
  (t) =>
    t > 0 ? (t < 1 ? easing(t) : 1) : 0;

export const fault = (message: string, expected: string, found: string): AyatoriError =>
  new AyatoriError({ code: 'easing', message, expected, found });
