import { AyatoriError } from '../../model/problem.ts';

/** Milliseconds, or hours, minutes and seconds as in `0:0:1.5`. */
export type Time = number | string;

/**
 * A time in milliseconds.
 * @param what Names the time in an error.
 * @throws AyatoriError `time` when it is no time or less than 0.
 */
export function toMilliseconds(what: string, time: Time): number {
  const value = typeof time === 'number' ? time : parse(time);
  if (value >= 0 && Number.isFinite(value)) return value;
  throw new AyatoriError({
    code: 'time',
    message: `${what} is no time`,
    expected: 'milliseconds, or hours:minutes:seconds such as 0:0:1.5',
    found: typeof time === 'number' ? String(time) : `"${time.slice(0, 60)}"`,
  });
}

function parse(text: string): number {
  const [, hours, minutes, seconds] = /^\s*(\d{1,9}):(\d{1,9}):(\d{1,9}(?:\.\d{1,15})?)\s*$/.exec(text) ?? [];
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
