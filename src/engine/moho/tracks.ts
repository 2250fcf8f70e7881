import { followsTime } from '../geometry/moho/channel.ts';
import { sampleKeys, sampleMain } from '../geometry/moho/sample.ts';
import { type ActionSlots, isDialSlot } from '../geometry/moho/slots.ts';
import type { MohoChannel } from '../model/moho.ts';

/** What an action does to a channel, frame by frame. */
export interface SampledTrack {
  /** Index into the actions of the rig. */
  readonly slot: number;
  /** Whether the action is a dial of a bone layer around. */
  readonly isDial: boolean;
  /** Differences from frame 0: one row for each frame from 0. */
  readonly values: Float64Array;
  readonly lastFrame: number;
}

/** A channel of one layer, ready to be summed in any pose. */
export interface SampledChannel {
  readonly components: number;
  /** At frame 0. */
  readonly rest: Float64Array;
  readonly tracks: readonly SampledTrack[];
}

/** What channels of a layer are sampled by. */
export interface Sampling {
  readonly slots: ActionSlots;
  /** Slot of each action of the project in the layer. */
  readonly slotOf: Int32Array;
  /** Last frame of each action of the rig. */
  readonly frames: readonly number[];
}

/** What moves a channel: the slots and how each is sampled. Rows go from frame 0 to the last one of the slot. */
export function* channelSources(
  channel: MohoChannel,
  { slotOf }: Sampling,
): Generator<{ slot: number; sample: (rows: Float64Array, stride: number, at: number, last: number) => void }> {
  const { components, actions } = channel;
  if (followsTime(channel)) {
    yield { slot: 0, sample: (values, stride, at, last) => sampleMain(channel, { values, stride }, at, last) };
  }
  for (const { action, keys } of actions) {
    const sample = (values: Float64Array, stride: number, at: number, last: number) =>
      sampleKeys(keys, components, { values, stride }, at, 0, last);
    yield { slot: slotOf[action], sample };
  }
}

export function sampleChannel(channel: MohoChannel, sampling: Sampling): SampledChannel {
  const { components } = channel;
  const rest = new Float64Array(components);
  sampleMain(channel, { values: rest, stride: components }, 0, 0);
  const tracks: SampledTrack[] = [];
  for (const { slot, sample } of channelSources(channel, sampling)) {
    const lastFrame = sampling.frames[slot];
    const values = new Float64Array((lastFrame + 1) * components);
    sample(values, components, 0, lastFrame);
    for (let i = values.length - 1; i >= 0; i--) values[i] -= values[i % components];
    if (values.some((value) => value !== 0)) {
      tracks.push({ slot, isDial: isDialSlot(sampling.slots, slot), values, lastFrame });
    }
  }
  return { components, rest, tracks };
}

/** Whether a channel is the same in every pose. */
export const isStill = ({ tracks }: SampledChannel): boolean => tracks.length === 0;

/**
 * rest + Σ weight · difference over the active actions.
 * @param actions See `Pose.actions`.
 * @param out Gets the components from `at` on.
 * @param which `plain`: without what dials do.
 * @param isOff Slots that have no say.
 */
export function sumChannel(
  { components, rest, tracks }: SampledChannel,
  actions: Float32Array,
  out: Float64Array,
  at: number,
  which: 'all' | 'plain' = 'all',
  isOff?: Uint8Array,
): void {
  for (let c = 0; c < components; c++) out[at + c] = rest[c];
  for (let t = 0; t < tracks.length; t++) {
    const { slot, isDial, values, lastFrame } = tracks[t];
    if ((which === 'plain' && isDial) || isOff?.[slot] === 1) continue;
    const [weight, nextWeight] = [actions[slot * 4 + 2], actions[slot * 4 + 3]];
    if (weight === 0 && nextWeight === 0) continue;
    const row = Math.min(actions[slot * 4], lastFrame) * components;
    const next = Math.min(actions[slot * 4 + 1], lastFrame) * components;
    for (let c = 0; c < components; c++) out[at + c] += weight * values[row + c] + nextWeight * values[next + c];
  }
}
