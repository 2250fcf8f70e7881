import type { Interpolation } from './pose.ts';
import type { Entry } from './timeline.ts';

/** `ping-pong` turns round at each end; one way there or back counts as one loop. */
export type Direction = 'forward' | 'reverse' | 'ping-pong';

/**
 * How an action runs from a time on, until it is told otherwise. The way through the action is
 * measured in frames from where the first loop would begin; see {@link begin}.
 */
export interface Run extends Entry {
  playing: boolean;
  /** At the beginning of the run. */
  frame: number;
  /** Factor on the rig's frame rate; negative turns the direction round. */
  speed: number;
  direction: Direction;
  /** `true`: for ever. */
  loop: boolean | number;
  /** From the beginning of the run, the loop it is in counted. */
  loopsLeft: number;
  /** It is on its way back. */
  turned: boolean;
  interpolation: Interpolation;
  /** Its bones choose the frames of smart actions. */
  drives: boolean;
  /** Index of the layer. */
  layer: number;
  /** It was played then, and did not merely change. */
  starts: boolean;
  /** Greater for what was played later. */
  order: number;

  // What follows from these:
  /** Frames a second, never negative. */
  rate: number;
  /** Of the first loop. */
  forward: boolean;
  /** Frames of a loop. */
  length: number;
  /** Way at the beginning of the run. */
  way: number;
  /** When the last loop is over. */
  end: number;
}

export const newRun = (): Run => ({
  at: 0,
  playing: false,
  frame: 0,
  speed: 1,
  direction: 'forward',
  loop: false,
  loopsLeft: 1,
  turned: false,
  interpolation: 'linear',
  drives: false,
  layer: 0,
  starts: false,
  order: 0,
  rate: 0,
  forward: true,
  length: 0,
  way: 0,
  end: Infinity,
});

/** An action of a single frame has no way there and back. */
const turns = (run: Run, frames: number): boolean => run.direction === 'ping-pong' && frames > 1;

/** Works out what follows from the settings of a run. */
export function begin(run: Run, frames: number, fps: number): void {
  const there = run.speed >= 0 === (run.direction !== 'reverse');
  run.forward = there !== run.turned;
  run.rate = frames === 0 ? 0 : Math.min(Math.abs(run.speed) * fps, Number.MAX_VALUE);
  // Frame f lasts from f to f + 1, and a loop leads from the last into the first. There and back
  // turns round at the last frame itself.
  run.length = turns(run, frames) ? frames - 1 : frames;
  run.way = run.forward ? run.frame - 1 : 1 + run.length - run.frame;
  run.end = run.rate === 0 ? Infinity : timeAt(run, run.loopsLeft * run.length);
}

/** Starts `count` frames further on, round and round; what is skipped so does not count as loops. */
export function skip(run: Run, frames: number, fps: number, count: number): void {
  const back = turns(run, frames);
  const whole = run.length * (back ? 2 : 1);
  if (whole === 0) return;
  const way = run.way + count - Math.floor((run.way + count) / whole) * whole;
  const leg = Math.min(Math.floor(way / run.length), 1);
  run.frame = frameAfter(run, frames, leg, way - leg * run.length);
  if (leg === 1) run.turned = !run.turned;
  begin(run, frames, fps);
}

export const wayAt = (run: Run, time: number): number => run.way + (time - run.at) * run.rate;

export const timeAt = (run: Run, way: number): number => run.at + (way - run.way) / run.rate;

export const isPlaying = (run: Run, time: number): boolean => run.playing && time < run.end;

export interface Place {
  /** From 0 to below the last frame + 1. */
  frame: number;
  /** Whole loops since the beginning of the run. */
  loops: number;
}

/** Where a run is at a time. Before its beginning it is where it begins. */
export function locate(run: Run, frames: number, time: number, place: Place): void {
  if (!run.playing || time <= run.at) {
    place.frame = run.frame;
    place.loops = 0;
  } else if (time >= run.end) {
    place.loops = run.loopsLeft - 1;
    place.frame = isForward(run, frames, place.loops) ? frames : Math.min(1, frames);
  } else placeAt(run, frames, wayAt(run, time), place);
}

function placeAt(run: Run, frames: number, way: number, place: Place): void {
  // Rounding must not lead beyond the last loop, which has a time of its own.
  place.loops = run.length === 0 ? 0 : Math.min(Math.max(0, Math.floor(way / run.length)), run.loopsLeft - 1);
  const within = way - place.loops * run.length;
  // Backwards round and round, the beginning of a loop is the end of the one before.
  const ends = within === 0 && place.loops > 0 && !run.forward && !turns(run, frames);
  place.frame = ends ? 1 : frameAfter(run, frames, place.loops, within);
}

/** The frame after some way within a loop. */
const frameAfter = (run: Run, frames: number, loop: number, way: number): number =>
  isForward(run, frames, loop) ? 1 + way : 1 + run.length - way;

export function isForward(run: Run, frames: number, loops: number): boolean {
  return turns(run, frames) && loops % 2 === 1 ? !run.forward : run.forward;
}

/**
 * When a run is at a whole frame for the first time after `time`, within its loops; Infinity: never.
 * The last moment of a run counts.
 */
export function nextVisit(run: Run, frames: number, frame: number, time: number): number {
  if (!run.playing || run.rate === 0) return Infinity;
  const back = turns(run, frames);
  let next = Infinity;
  // There and back, a frame is passed once each way.
  for (let leg = 0; leg < (back ? 2 : 1); leg++) {
    const within = isForward(run, frames, leg) ? frame - 1 : 1 + run.length - frame;
    next = Math.min(next, nextPass(run, leg * run.length + within, run.length * (back ? 2 : 1), 0, time));
  }
  // Forwards, the end of the last loop does not lead into the first frame.
  return next < run.end || (next === run.end && (back || !run.forward)) ? next : Infinity;
}

/** When a loop is over for the first time after `time`. At the last one, that is the end. */
export function nextLoop(run: Run, time: number): number {
  if (!run.playing || run.rate === 0 || time >= run.end) return Infinity;
  return Math.min(nextPass(run, 0, run.length, 1, time), run.end);
}

/**
 * When the way is `first` + a multiple of `period`, at least `least` times it, for the first time after
 * `time` and after the run's beginning.
 */
function nextPass(run: Run, first: number, period: number, least: number, time: number): number {
  const after = Math.max(time, run.at);
  if (period === 0) return Infinity;
  let round = Math.max(Math.floor((wayAt(run, after) - first) / period), least);
  // Rounding may be one off. Loops shorter than the least step of time never come.
  for (let tries = 0; tries < 4; tries++, round++) {
    const at = timeAt(run, first + round * period);
    if (at > after) return at;
  }
  return Infinity;
}
