import { evaluateKeys } from '../../engine/geometry/moho/channel.ts';
import {
  type MohoActionCurve,
  type MohoChannel,
  type MohoKeys,
  MohoMode,
  type MohoText,
  type MohoTextKeys,
  type MohoTiming,
  type MohoValues,
} from '../../engine/model/moho.ts';
import { Fields, isNumber, isObject, type Json } from './fields.ts';

/** Names of the parts of a value: x, y, … or none for a plain number. */
export const parts = {
  number: [],
  point: ['x', 'y'],
  space: ['x', 'y', 'z'],
  color: ['r', 'g', 'b', 'a'],
} as const;

type Parts = readonly string[];

/** The numbers of a value; undefined where it is none of that kind. */
function numbersOf(value: unknown, names: Parts, fallback: readonly number[]): number[] | undefined {
  if (names.length === 0) {
    if (typeof value === 'boolean') return [value ? 1 : 0];
    return isNumber(value) ? [value] : undefined;
  }
  if (!isObject(value)) return undefined;
  const numbers = names.map((name, i) => (value[name] === undefined ? fallback[i] : value[name]));
  return numbers.every(isNumber) ? (numbers as number[]) : undefined;
}

/** Whether something is a channel and not a bare value. */
export const isChannel = (value: unknown): value is Json => isObject(value) && ('when' in value || 'val' in value);

/** A channel of numbers. Missing and bare values are constants. */
export function readChannel(owner: Fields, key: string, names: Parts, fallback: readonly number[]): MohoChannel {
  const value = owner.json[key];
  const components = Math.max(1, names.length);
  if (!isChannel(value)) return { components, main: constant(bareValue(owner, key, names, fallback)), actions: [] };
  const only = onlyValue(value, names, fallback);
  if (only !== undefined) return { components, main: constant(only), actions: [] };
  const fields = owner.object(key);
  const read = (from: Fields): MohoKeys => readKeys(from, names, fallback);
  const actions = readActions(fields, read).map((curve) => {
    const rest = new Float64Array(components);
    evaluateKeys(curve.keys, components, 0, rest);
    return { ...curve, rest };
  });
  return { components, main: read(fields), actions };
}

/** The value of a channel of one plain key, as nearly all are; undefined for others, and where anything is wrong. */
function onlyValue({ when, val, interp, actions, mute }: Json, names: Parts, fallback: readonly number[]) {
  if (!Array.isArray(when) || !Array.isArray(val) || when.length !== 1 || val.length !== 1 || mute === true)
    return undefined;
  if (!isNumber(when[0]) || (Array.isArray(actions) ? actions.length > 0 : actions !== undefined)) return undefined;
  const mode = Array.isArray(interp) && isObject(interp[0]) ? interp[0].im : undefined;
  return mode === MohoMode.smooth || mode === MohoMode.linear ? numbersOf(val[0], names, fallback) : undefined;
}

/** A channel of text. */
export function readText(owner: Fields, key: string): MohoText | undefined {
  const value = owner.json[key];
  if (value === undefined) return undefined;
  if (!isChannel(value)) return { main: { ...timingOf([0]), values: [owner.text(key)] }, actions: [] };
  const fields = owner.object(key);
  return { main: readTextKeys(fields), actions: readActions(fields, readTextKeys) };
}

function bareValue(owner: Fields, key: string, names: Parts, fallback: readonly number[]): readonly number[] {
  const value = owner.json[key];
  if (value === undefined) return fallback;
  const numbers = numbersOf(value, names, fallback);
  if (numbers === undefined) owner.wrong(key, 'a channel or a value', value);
  return numbers ?? fallback;
}

const timingOf = (frames: readonly number[]): MohoTiming => ({
  frames: Float64Array.from(frames),
  modes: new Uint8Array(frames.length).fill(MohoMode.smooth),
  parameters: new Float64Array(frames.length * 2),
});

export const constant = (value: readonly number[]): MohoKeys => ({
  ...timingOf([0]),
  values: Float64Array.from(value),
});

function readActions<K extends MohoTiming>(fields: Fields, read: (from: Fields) => K): MohoActionCurve<K>[] {
  const curves: MohoActionCurve<K>[] = [];
  for (const action of fields.objects('actions')) {
    const keys = read(action.object('pose'));
    const last = keys.frames[keys.frames.length - 1] ?? 0;
    curves.push({ action: action.context.action(action.text('name'), Math.max(0, Math.floor(last))), keys });
  }
  return curves;
}

/** Keys whose frames are numbers that ascend; the others are left out. */
function keptKeys(fields: Fields): { frames: number[]; from: number[] } {
  const when = fields.list('when');
  const count = fields.list('val').length;
  if (when.length !== count) fields.wrong('val', `${when.length} values, one for each key`, `${count} values`);
  fields.context.spend('points', when.length, 'keys and points');
  const frames: number[] = [];
  const from: number[] = [];
  for (const [i, frame] of when.entries()) {
    if (i >= count) break;
    if (!isNumber(frame) || frame <= (frames.at(-1) ?? -Infinity)) {
      fields.wrong('when', 'ascending numbers', frame);
      continue;
    }
    frames.push(frame);
    from.push(i);
  }
  return { frames, from };
}

function readKeys(fields: Fields, names: Parts, fallback: readonly number[]): MohoKeys {
  const { frames, from } = keptKeys(fields);
  if (frames.length === 0) return constant(fallback);
  const components = Math.max(1, names.length);
  const val = fields.list('val');
  const values = new Float64Array(frames.length * components);
  for (const [k, i] of from.entries()) {
    const numbers = numbersOf(val[i], names, fallback);
    if (numbers === undefined) fields.wrong('val', names.length === 0 ? 'numbers' : names.join(', '), val[i]);
    // What is not a number goes on as the key before it.
    values.set(numbers ?? (k === 0 ? fallback : values.subarray((k - 1) * components, k * components)), k * components);
  }
  const interpolation = readInterpolation(fields, from, components, false);
  // There is nothing between yes and no.
  if (typeof val[from[0]] === 'boolean') {
    const { modes } = interpolation;
    for (const [k, mode] of modes.entries())
      if (mode !== MohoMode.cycle && mode !== MohoMode.pose) modes[k] = MohoMode.step;
  }
  return { frames: Float64Array.from(frames), values, ...interpolation };
}

function readTextKeys(fields: Fields): MohoTextKeys {
  const { frames, from } = keptKeys(fields);
  if (frames.length === 0) return { ...timingOf([0]), values: [''] };
  const val = fields.list('val');
  const values = from.map((i) => {
    const text = val[i];
    if (typeof text === 'string') return text;
    fields.wrong('val', 'strings', text);
    return '';
  });
  return { frames: Float64Array.from(frames), values, ...readInterpolation(fields, from, 0, true) };
}

const knownModes = new Set<number>(Object.values(MohoMode));
const verifiedModes = new Set<number>([MohoMode.linear, MohoMode.smooth, MohoMode.cycle, MohoMode.pose]);

function readInterpolation(
  fields: Fields,
  from: readonly number[],
  components: number,
  isText: boolean,
): Omit<MohoTiming, 'frames'> & { handles?: Float64Array } {
  const interp = fields.list('interp');
  const modes = new Uint8Array(from.length);
  const parameters = new Float64Array(from.length * 2);
  let handles: Float64Array | undefined;
  modes.fill(MohoMode.smooth);
  for (const [k, i] of from.entries()) {
    if (isPlainKey(interp[i])) {
      modes[k] = interp[i].im;
      continue;
    }
    const key = new Fields(interp[i], fields.layer, fields.name('interp[]'), fields.context);
    const mode = key.index('im', MohoMode.smooth);
    if (!knownModes.has(mode)) key.wrong('im', 'an interpolation mode from 0 to 11', mode);
    else if (!isText && !verifiedModes.has(mode)) {
      key.unverified('im', `keys of mode ${modeName(mode)} are drawn by a rule that is not verified`);
    }
    modes[k] = knownModes.has(mode) ? mode : MohoMode.smooth;
    parameters[k * 2] = key.number('v1', 0.1);
    parameters[k * 2 + 1] = key.number('v2', 0.5);
    // What single keys say is in every channel; most of it says nothing.
    if (key.number('in', 1) > 1) key.unsupported('in', 'values for every few frames only');
    if (key.number('h', 0) !== 0) key.unsupported('h', 'keys that hold for some frames');
    if (key.json.s === true) key.unsupported('s', 'staggered keys');
    if (mode !== MohoMode.bezier) continue;
    handles ??= new Float64Array(from.length * components * 4);
    for (const [c, handle] of [...key.objects('b')].slice(0, components).entries()) {
      const shares = [
        handle.number('ao', 0),
        handle.number('ai', 0),
        handle.number('po', 1 / 3),
        handle.number('pi', 1 / 3),
      ];
      handles.set(shares, (k * components + c) * 4);
    }
  }
  if (fields.json.mute === true) fields.unsupported('mute', 'muted channels; they play');
  return { modes, parameters, ...(handles !== undefined && { handles }) };
}

/** A linear or smooth key with nothing to it, as nearly all are; their parameters mean nothing. */
const isPlainKey = (key: unknown): key is { readonly im: number } =>
  isObject(key) &&
  (key.im === MohoMode.linear || key.im === MohoMode.smooth) &&
  (key.in === undefined || key.in === 0 || key.in === 1) &&
  (key.h === undefined || key.h === 0) &&
  key.s !== true;

const modeName = (mode: number): string =>
  Object.entries(MohoMode).find(([, number]) => number === mode)?.[0] ?? String(mode);

/** Whether a channel is the same at every frame. */
function isStill({ main, actions, components }: MohoChannel): boolean {
  if (actions.length > 0) return false;
  const { frames, values, modes } = main;
  if (frames.length === 1) return true;
  if (modes.includes(MohoMode.noisy)) return false;
  return values.every((value, i) => value === values[i % components]);
}

/** Collects channels of one kind and keeps only those that move. */
export class ValuesBuilder {
  readonly #components: number;
  readonly #rest: Float64Array;
  readonly #moving: { index: number; channel: MohoChannel }[] = [];

  constructor(components: number, count: number) {
    this.#components = components;
    this.#rest = new Float64Array(components * count);
  }

  /** Reads the value at an index from a field, as {@link readChannel} does. */
  read(index: number, owner: Fields, key: string, names: Parts, fallback: readonly number[]): void {
    const value = owner.json[key];
    // There can be millions that say nothing, or one thing.
    const only = value === undefined ? fallback : isChannel(value) ? onlyValue(value, names, fallback) : undefined;
    if (only !== undefined) this.#rest.set(only, index * this.#components);
    else this.#set(index, readChannel(owner, key, names, fallback));
  }

  #set(index: number, channel: MohoChannel): void {
    evaluateKeys(channel.main, this.#components, 0, this.#rest, index * this.#components);
    if (!isStill(channel)) this.#moving.push({ index, channel });
  }

  build(): MohoValues {
    return { components: this.#components, rest: this.#rest, moving: this.#moving };
  }
}
