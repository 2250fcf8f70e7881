import {
  type MohoActionCurve,
  type MohoChannel,
  type MohoChannelOf,
  type MohoKeys,
  MohoMode,
  type MohoText,
  type MohoTextKeys,
  type MohoTiming,
  type MohoValues,
} from '../../model/moho.ts';
import { between } from './interpolation.ts';

/** `accumulate`: each pass of a cycle goes on from where the last one ended. Moho 12 plays action curves plainly. */
export type CycleRule = 'plain' | 'accumulate';

/** The last key at or before a time; -1 before the first. */
export function keyAt({ frames }: MohoTiming, time: number): number {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A moment of a cycle in the frames that it repeats. */
interface Repeat {
  /** From `first` to less than `last + 1`. */
  readonly time: number;
  readonly first: number;
  readonly last: number;
  /** How often it went round. */
  readonly turns: number;
}

/** Undefined where key `key` is no cycle, or nothing of it is over yet. */
function repeatOf({ frames, modes, parameters }: MohoTiming, key: number, time: number): Repeat | undefined {
  const last = frames[key];
  if (modes[key] !== MohoMode.cycle || time <= last) return undefined;
  const [back, resume] = [parameters[key * 2], parameters[key * 2 + 1]];
  const first = resume >= 0 ? resume : last - back;
  if (!(first <= last)) return undefined;
  const period = last - first + 1;
  const turns = Math.floor((time - first) / period);
  return { time: time - turns * period, first, last, turns };
}

/** Cycles within what a cycle repeats; more than these are held. */
const deepest = 8;

/**
 * The value of a curve: first value before the first key, last one after the last.
 * @param out Gets `components` numbers from `at` on.
 */
export function evaluateKeys(
  keys: MohoKeys,
  components: number,
  time: number,
  out: Float64Array,
  at = 0,
  cycles: CycleRule = 'plain',
  depth = 0,
): void {
  const key = keyAt(keys, time);
  const repeat = key < 0 || depth >= deepest ? undefined : repeatOf(keys, key, time);
  if (repeat !== undefined) {
    evaluateRepeat(keys, components, repeat, out, at, cycles, depth);
    return;
  }
  const { frames, values } = keys;
  const held = Math.max(0, key);
  for (let c = 0; c < components; c++) {
    if (key < 0 || key === frames.length - 1 || frames[key] === time) out[at + c] = values[held * components + c];
    else {
      const u = (time - frames[key]) / (frames[key + 1] - frames[key]);
      out[at + c] = between(keys, components, key, c, u);
    }
  }
}

function evaluateRepeat(
  keys: MohoKeys,
  components: number,
  { time, first, last, turns }: Repeat,
  out: Float64Array,
  at: number,
  cycles: CycleRule,
  depth: number,
): void {
  evaluateKeys(keys, components, Math.min(time, last), out, at, cycles, depth + 1);
  const over = time - last;
  if (over <= 0 && cycles === 'plain') return;
  const other = new Float64Array(components);
  if (over > 0) {
    // From the last frame to the first again.
    evaluateKeys(keys, components, first, other, 0, cycles, depth + 1);
    for (let c = 0; c < components; c++) out[at + c] += (other[c] - out[at + c]) * over;
  }
  if (cycles === 'plain') return;
  const before = new Float64Array(components);
  evaluateKeys(keys, components, last, other, 0, cycles, depth + 1);
  evaluateKeys(keys, components, first - 1, before, 0, cycles, depth + 1);
  for (let c = 0; c < components; c++) out[at + c] += turns * (other[c] - before[c]);
}

/** The action that a channel plays on the main timeline at a time, and its frame. */
function played<K extends MohoTiming>(
  { main, actions }: MohoChannelOf<K>,
  time: number,
): { curve: MohoActionCurve<K>; frame: number } | undefined {
  const key = keyAt(main, time);
  if (key < 0 || main.modes[key] !== MohoMode.pose) return undefined;
  const curve = actions[main.parameters[key * 2]];
  return curve === undefined ? undefined : { curve, frame: time - main.frames[key] + 1 };
}

/** Whether the main timeline of a channel moves; else it is as at rest. One key can play an action. */
export const followsTime = ({ main }: MohoChannel): boolean =>
  main.frames.length > 1 || main.modes[0] === MohoMode.pose;

/** The main timeline of a channel, with the actions that pose keys play. */
export function evaluateMain(
  channel: MohoChannel,
  time: number,
  out: Float64Array,
  at = 0,
  cycles: CycleRule = 'plain',
): void {
  const pose = played(channel, time);
  if (pose === undefined) evaluateKeys(channel.main, channel.components, time, out, at, cycles);
  else evaluateKeys(pose.curve.keys, channel.components, pose.frame, out, at);
}

/** Text is held until the next key. */
function heldText(keys: MohoTextKeys, time: number): string {
  const key = keyAt(keys, time);
  if (key < 0) return keys.values[0] ?? '';
  const repeat = repeatOf(keys, key, time);
  return keys.values[repeat === undefined ? key : Math.max(0, keyAt(keys, Math.min(repeat.time, repeat.last)))];
}

/** Which actions have a say: frame and weight by action; weight 0 is off. */
export interface Drive {
  readonly frames: Float64Array;
  readonly weights: Float64Array;
  /** 1 where the action is that of a dial. */
  readonly dials: Uint8Array;
}

const scratch = new Float64Array(4);

/**
 * Adds weight · (value at the frame − value at frame 0) for each action of the channel.
 * @param which Only those of dials, only the others, or all.
 */
export function addActions(
  { actions, components }: MohoChannel,
  drive: Drive,
  out: Float64Array,
  at = 0,
  which: 'all' | 'dials' | 'plain' = 'all',
): void {
  for (const { action, keys, rest } of actions) {
    const weight = drive.weights[action];
    if (weight === 0 || (which !== 'all' && (drive.dials[action] === 1) !== (which === 'dials'))) continue;
    evaluateKeys(keys, components, drive.frames[action], scratch, 0);
    for (let c = 0; c < components; c++) out[at + c] += weight * (scratch[c] - rest[c]);
  }
}

/** Main timeline and all actions of one channel. What is given is only to be read. */
export function evaluateChannel(
  channel: MohoChannel,
  time: number,
  drive: Drive,
  cycles: CycleRule,
): Readonly<Float64Array> {
  // Most channels of a project never move.
  if (channel.main.frames.length === 1 && channel.actions.length === 0) return channel.main.values;
  const out = new Float64Array(channel.components);
  evaluateMain(channel, time, out, 0, cycles);
  addActions(channel, drive, out);
  return out;
}

/** As {@link evaluateChannel}; the last action of the project that is on replaces the main timeline. */
export function evaluateText(channel: MohoText, time: number, { frames, weights }: Drive): string {
  const pose = played(channel, time);
  let text = pose === undefined ? heldText(channel.main, time) : heldText(pose.curve.keys, pose.frame);
  let last = -1;
  for (const { action, keys } of channel.actions) {
    if (weights[action] === 0 || action < last) continue;
    last = action;
    text = heldText(keys, frames[action]);
  }
  return text;
}

/** All values of a kind at a time. */
export function evaluateValues(
  { components, rest, moving }: MohoValues,
  time: number,
  drive: Drive,
  cycles: CycleRule,
  out: Float64Array = new Float64Array(rest.length),
): Float64Array {
  out.set(rest);
  for (const { index, channel } of moving) {
    if (followsTime(channel)) evaluateMain(channel, time, out, index * components, cycles);
    addActions(channel, drive, out, index * components);
  }
  return out;
}
