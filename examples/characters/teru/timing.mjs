/** When Teru does what. Frames of the main timeline, which begins again after its last. */

import { cycleFrom, keys, LINEAR } from './moho.mjs';

export const FPS = 24;
export const FRAMES = 120;

/** Frames of a swing there and back; three of them are the timeline. */
const SWING = 40;

/**
 * A swing that goes on for ever: the keys of one and a half, and the last one starts the cycle.
 * @param {number} degrees How far to either side.
 * @param {number} lag Frames by which it comes after what it hangs from.
 */
export function swing(degrees, lag) {
  const half = SWING / 2;
  const first = 1 + lag;
  const begin = lag === 0 ? [] : [[1, -degrees * Math.cos((lag / half) * Math.PI)]];
  const turns = [-1, 1, -1, 1].map((side, i) => [first + i * half, side * degrees]);
  turns[3].push(cycleFrom(first + half + 1));
  return [[0, 0], ...begin, ...turns];
}

/** Degrees that the bone of the face is turned: 90 is all to the left, −90 all to the right. */
export const LOOK = {
  main: keys({ 0: 0, 1: 0, 8: 0, 18: 62, 46: 62, 54: 30, 62: -44, 92: -44, 108: 0, 121: 0 }),
  /** Its rest angle lies between the others. */
  dial: keys({ 0: 0, 1: 90, 41: -90 }, LINEAR),
};

export const BLINK = {
  main: keys({ 0: 0, 26: 0, 28: 90, 31: 0, 54: 0, 56: 90, 59: 0, 99: 0, 101: 90, 104: 0 }, LINEAR),
  dial: keys({ 0: 0, 8: 90 }, LINEAR),
};

/** When the rain is over, and when it comes again. */
export const DRY = 48;
export const WET = 112;

export const MOUTH = keys({ 0: 'smile', 1: 'oh', 56: 'smile', 64: 'open', 96: 'smile', 115: 'oh' });

/** From what it is while it rains to what it is in the sun, and back. */
export const weather = (rain, sun) =>
  keys({ 0: rain, 1: rain, [DRY - 8]: rain, [DRY + 14]: sun, [WET - 14]: sun, [FRAMES]: rain });
