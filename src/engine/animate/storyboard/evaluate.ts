import type { Animation, Key, Track } from './animations.ts';
import { within } from './timing.ts';
import { Property } from './values.ts';

/** A property that a storyboard leads. */
export interface Channel {
  readonly property: Property;
  /** Before the storyboard. */
  readonly base: Float64Array;
  /** At the time that was evaluated last. */
  readonly value: Float64Array;
  /** Rank of what leads it at that time; −1: nothing. */
  leader: number;
  /** What leads it has been written. */
  isWritten: boolean;
}

interface Line {
  readonly track: Track;
  readonly channel: Channel;
  /** Greater for what begins later, which wins. */
  rank: number;
  /** Null: its own beginning is not known yet. */
  keys: readonly Float64Array[] | null;
}

type Step =
  | { readonly animation: Animation; readonly line: Line }
  | { readonly animation: Animation; readonly steps: readonly Step[] };

/** Animations with the values that they begin with: what the properties are follows from the time alone. */
export class Evaluation {
  readonly channels: readonly Channel[];
  readonly #root: Step;

  constructor(root: Animation) {
    const channels: Channel[] = [];
    const beginnings: { readonly line: Line; readonly at: number }[] = [];
    const prepare = (animation: Animation, groupBegin: number, groupSpeed: number): Step => {
      const { begin, speed } = animation.timing;
      const at = groupBegin + begin / groupSpeed;
      if (animation.kind === 'group') {
        const steps = animation.children.map((child) => prepare(child, at, groupSpeed * speed));
        return { animation, steps };
      }
      const line: Line = { track: animation, channel: channelOf(channels, animation), rank: 0, keys: null };
      beginnings.push({ line, at });
      return { animation, line };
    };
    this.#root = prepare(root, 0, 1);
    this.channels = channels;
    // A track may begin with what an earlier one has led its property to.
    beginnings.sort((a, b) => a.at - b.at);
    for (const [rank, { line, at }] of beginnings.entries()) {
      this.at(at);
      const { property, base, value, leader } = line.channel;
      line.rank = rank;
      line.keys = line.track.keys.map((key) => keyValue(key, property, base, leader < 0 ? base : value));
    }
  }

  /** Evaluates all channels. @param time ms. */
  at(time: number): void {
    for (const channel of this.channels) channel.leader = -1;
    evaluate(this.#root, time);
  }
}

function channelOf(channels: Channel[], { target, property: name }: Track): Channel {
  const known = channels.find(({ property }) => property.target === target && property.name === name);
  if (known) return known;
  const property = new Property(target, name);
  const base = Float64Array.from(property.read());
  const channel = { property, base, value: base.slice(), leader: -1, isWritten: false };
  channels.push(channel);
  return channel;
}

function keyValue({ value, by }: Key, property: Property, base: Float64Array, begin: Float64Array): Float64Array {
  const numbers =
    value === 'base' ? base.slice() : value === 'begin' ? begin.slice() : Float64Array.from(property.parse(value.is));
  if (by !== undefined) for (const [i, number] of property.parse(by).entries()) numbers[i] += number;
  return numbers;
}

function evaluate(step: Step, time: number): void {
  const at = within(step.animation.timing, time);
  if (Number.isNaN(at)) return;
  if ('line' in step) lead(step.line, at);
  else for (const child of step.steps) evaluate(child, at);
}

function lead({ track, channel, rank, keys: values }: Line, at: number): void {
  if (values === null || rank < channel.leader) return;
  channel.leader = rank;
  const { keys } = track;
  let before = 0;
  while (before + 1 < keys.length && keys[before + 1].at <= at) before++;
  const { value } = channel;
  const from = values[before];
  const next = keys[before + 1];
  if (next === undefined) value.set(from);
  else {
    const to = values[before + 1];
    const share = next.easing((at - keys[before].at) / (next.at - keys[before].at));
    for (let i = 0; i < value.length; i++) value[i] = from[i] * (1 - share) + to[i] * share;
  }
}
