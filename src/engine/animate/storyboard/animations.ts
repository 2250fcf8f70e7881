import { AyatoriError } from '../../model/problem.ts';
import { cubicBezier } from '../easing/cubic-bezier.ts';
import { type Easing, linear, step } from '../easing/easing.ts';
import { type EasingLike, toEasing } from '../easing/resolve.ts';
import { type Time, toMilliseconds } from './time.ts';
import { endOf, type Timing, type TimingOptions, timingOf } from './timing.ts';
import type { Value } from './values.ts';

/** The keys of a property over one run, in order of time. */
export interface Track {
  readonly kind: 'track';
  readonly timing: Timing;
  readonly target: object;
  readonly property: string;
  readonly keys: readonly Key[];
}

export interface Key {
  /** ms from the beginning of a run. */
  readonly at: number;
  /** `begin`: that of the property when the track begins; `base`: that before the storyboard. */
  readonly value: Fixed | 'begin' | 'base';
  /** Added to the value. */
  readonly by: Value | undefined;
  /** On the way to this key. */
  readonly easing: Easing;
}

/** A value that is given. In a box, since a colour may be a word. */
export interface Fixed {
  readonly is: Value;
}

export interface Group {
  readonly kind: 'group';
  readonly timing: Timing;
  /** Of a sequence each begins when the one before is over. */
  readonly children: readonly Animation[];
}

/** A part of a storyboard. */
export type Animation = Track | Group;

export interface TweenOptions extends TimingOptions {
  /** Default: the value that the property has when the tween begins. */
  readonly from?: Value;
  /** Default: the value that the property had before the storyboard. */
  readonly to?: Value;
  /** In place of `to`: how much is added to where it begins. */
  readonly by?: Value;
  readonly duration: Time;
  readonly easing?: EasingLike;
}

/** Leads a property from one value to another one. */
export function tween<Target extends object>(
  target: Target,
  property: keyof Target & string,
  options: TweenOptions,
): Animation {
  const { from, to, by, easing = linear } = options;
  const duration = toMilliseconds('the duration', options.duration);
  const start = from === undefined ? 'begin' : { is: from };
  const adds = to === undefined && by !== undefined;
  const end: Key = {
    at: duration,
    value: adds ? start : to === undefined ? 'base' : { is: to },
    by: adds ? by : undefined,
    easing: toEasing(easing),
  };
  return {
    kind: 'track',
    timing: timingOf(options, duration),
    target,
    property,
    keys: [{ at: 0, value: start, by: undefined, easing: step }, end],
  };
}

export interface KeyframeOptions {
  readonly at: Time;
  readonly value: Value;
  /**
   * On the way from the key before: `discrete` (stays on that one), `linear` (the default), the two
   * control points of a spline as in CSS `cubic-bezier()`, or any easing.
   */
  readonly easing?: EasingLike | 'discrete' | readonly [x1: number, y1: number, x2: number, y2: number];
}

export interface KeyframesOptions extends TimingOptions {
  /** Of one run. Default: up to the last key. */
  readonly duration?: Time;
}

/**
 * Leads a property through values at certain times. Without a key at time 0 the way begins at the value
 * that the property has then.
 */
export function keyframes<Target extends object>(
  target: Target,
  property: keyof Target & string,
  keys: readonly KeyframeOptions[],
  options: KeyframesOptions = {},
): Animation {
  const sorted = keys
    .map(({ at, value, easing = linear }): Key => {
      const time = toMilliseconds('the time of a key', at);
      return { at: time, value: { is: value }, by: undefined, easing: easingOf(easing) };
    })
    .sort((a, b) => a.at - b.at);
  if (sorted.length === 0) {
    throw new AyatoriError({ code: 'animation', message: `no keys for the property ${property}`, expected: 'a key' });
  }
  if (sorted[0].at > 0) sorted.unshift({ at: 0, value: 'begin', by: undefined, easing: step });
  const last = sorted[sorted.length - 1].at;
  const duration = options.duration === undefined ? last : toMilliseconds('the duration', options.duration);
  return { kind: 'track', timing: timingOf(options, duration), target, property, keys: sorted };
}

function easingOf(easing: NonNullable<KeyframeOptions['easing']>): Easing {
  if (easing === 'discrete') return step;
  return typeof easing === 'object' ? cubicBezier(...easing) : toEasing(easing);
}

export interface GroupOptions extends TimingOptions {
  /** Of one run; cuts off what takes longer. Default: until all are over. */
  readonly duration?: Time;
}

/** Animations that run at the same time, each after its own `begin`. */
export function parallel(children: readonly Animation[], options: GroupOptions = {}): Animation {
  return group(children, options);
}

/** Animations that run one after the other, each after the end of the one before and its own `begin`. */
export function sequence(children: readonly Animation[], options: GroupOptions = {}): Animation {
  let end = 0;
  const placed = children.map((child): Animation => {
    if (end === Infinity) {
      throw new AyatoriError({
        code: 'animation',
        message: 'what comes after an animation that repeats for ever never begins',
        hint: 'let it be the last of the sequence, or give it a number of times to repeat',
      });
    }
    const timing = { ...child.timing, begin: end + child.timing.begin };
    end = endOf(timing);
    return { ...child, timing };
  });
  return group(placed, options);
}

function group(children: readonly Animation[], options: GroupOptions): Animation {
  const all = children.reduce((end, { timing }) => Math.max(end, endOf(timing)), 0);
  const duration = options.duration === undefined ? all : toMilliseconds('the duration', options.duration);
  return { kind: 'group', timing: timingOf(options, duration), children };
}
