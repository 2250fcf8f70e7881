import { AyatoriError } from '../../model/problem.ts';
import { type Time, toMilliseconds } from './time.ts';

/** When, how often and how fast something runs; the words are those of SMIL and WPF. */
export interface TimingOptions {
  /** After the beginning of the group (in a sequence: after the end of the one before). Default 0. */
  readonly begin?: Time;
  /** How often (fractions too), for how long, or for ever. Default once. */
  readonly repeat?: number | 'forever' | { readonly duration: Time };
  /** Each time runs back as well, which takes as long again. */
  readonly autoReverse?: boolean;
  /** Afterwards, the last value stays (`hold`, the default) or goes (`stop`). */
  readonly fill?: 'hold' | 'stop';
  /** Factor, greater than 0. Default 1. */
  readonly speed?: number;
}

export interface Timing {
  /** ms in the time of the group. */
  readonly begin: number;
  /** ms of its own time that one run takes. */
  readonly duration: number;
  /** ms of its own time for all runs; may be Infinity. */
  readonly active: number;
  readonly autoReverse: boolean;
  readonly holds: boolean;
  readonly speed: number;
}

/** @param duration ms of one run. */
export function timingOf(options: TimingOptions, duration: number): Timing {
  const { repeat = 1, autoReverse = false, fill = 'hold', speed = 1 } = options;
  checkPositive('the speed of a storyboard', speed);
  const once = autoReverse ? duration * 2 : duration;
  let active: number;
  if (repeat === 'forever') active = once > 0 ? Infinity : 0;
  else if (typeof repeat === 'number') active = once * checkPositive('the repeat count', repeat);
  else active = toMilliseconds('the time to repeat for', repeat.duration);
  return {
    begin: toMilliseconds('the begin time', options.begin ?? 0),
    duration,
    active,
    autoReverse,
    holds: fill === 'hold',
    speed,
  };
}

/** When it is over, ms in the time of the group. */
export const endOf = ({ begin, active, speed }: Timing): number => begin + active / speed;

/**
 * Where within a run it is at a time of its group: ms from 0 to the duration; NaN: it has no say,
 * since it has not begun, or is over and does not hold.
 */
export function within(timing: Timing, time: number): number {
  const { begin, duration, active, autoReverse, holds, speed } = timing;
  const own = (time - begin) * speed;
  if (!(own >= 0) || (own >= active && !holds)) return Number.NaN;
  const once = autoReverse ? duration * 2 : duration;
  if (once === 0) return 0;
  const passed = Math.min(own, active);
  let run = Math.floor(passed / once);
  // What holds after whole runs holds the end of the last, not the beginning of another one.
  if (passed === active && run > 0 && run * once === active) run--;
  // A run may have no end, of which nothing can be taken.
  const at = run === 0 ? passed : Math.min(passed - run * once, once);
  return at > duration ? once - at : at;
}

function checkPositive(what: string, value: number): number {
  if (value > 0 && Number.isFinite(value)) return value;
  throw new AyatoriError({
    code: 'number',
    message: `${what} is out of range`,
    expected: 'a number greater than 0',
    found: String(value),
  });
}
