import { type MohoChannel, type MohoKeys, MohoMode } from '../../model/moho.ts';
import { evaluateKeys, keyAt } from './channel.ts';
import { hermite, smoothRises } from './interpolation.ts';

/** Rows of numbers, one for each frame from 0. */
export interface Rows {
  readonly values: Float32Array | Float64Array;
  /** Numbers in a row. */
  readonly stride: number;
}

/**
 * Writes the values of a curve at whole frames, as `evaluateKeys` gives them one by one.
 * @param at Where in each row they go.
 * @param from First row, and `to` the last one.
 * @param shift Frame of the curve less that of the row.
 */
export function sampleKeys(
  keys: MohoKeys,
  components: number,
  { values, stride }: Rows,
  at: number,
  from: number,
  to: number,
  shift = 0,
): void {
  const { frames, modes } = keys;
  const last = frames.length - 1;
  for (let row = from; row <= to; ) {
    const key = keyAt(keys, row + shift);
    // As far as one segment goes.
    const end = key < last ? Math.min(to, Math.max(row, Math.ceil(frames[key + 1] - shift) - 1)) : to;
    const mode = key < 0 || key === last ? MohoMode.step : modes[key];
    if (key >= 0 && modes[key] === MohoMode.cycle) {
      for (let r = row; r <= end; r++) evaluateAt(keys, components, r + shift, values, r * stride + at);
    } else if (mode === MohoMode.step || mode === MohoMode.linear || mode === MohoMode.smooth) {
      const held = Math.max(0, key);
      const length = frames[held + 1] - frames[held];
      for (let c = 0; c < components; c++) {
        const value = keys.values[held * components + c];
        const next = mode === MohoMode.step ? value : keys.values[(held + 1) * components + c];
        if (value === next) {
          for (let r = row; r <= end; r++) values[r * stride + at + c] = value;
          continue;
        }
        const [begin, rise] = mode === MohoMode.smooth ? smoothRises(keys, components, held, c) : [0, 0];
        for (let r = row; r <= end; r++) {
          const u = (r + shift - frames[held]) / length;
          values[r * stride + at + c] =
            mode === MohoMode.linear ? value + (next - value) * u : hermite(value, next, begin, rise, u);
        }
      }
    } else {
      for (let r = row; r <= end; r++) evaluateAt(keys, components, r + shift, values, r * stride + at);
    }
    row = end + 1;
  }
}

const scratch = new Float64Array(4);

function evaluateAt(
  keys: MohoKeys,
  components: number,
  time: number,
  values: Float32Array | Float64Array,
  at: number,
): void {
  evaluateKeys(keys, components, time, scratch);
  for (let c = 0; c < components; c++) values[at + c] = scratch[c];
}

/** The same for the main timeline of a channel, with the actions that pose keys play: `evaluateMain`. */
export function sampleMain({ main, actions, components }: MohoChannel, rows: Rows, at: number, to: number): void {
  sampleKeys(main, components, rows, at, 0, to);
  for (let key = 0; key < main.frames.length; key++) {
    const curve = main.modes[key] === MohoMode.pose ? actions[main.parameters[key * 2]] : undefined;
    if (curve === undefined) continue;
    const first = Math.max(0, Math.ceil(main.frames[key]));
    const end = key + 1 < main.frames.length ? Math.ceil(main.frames[key + 1]) - 1 : to;
    sampleKeys(curve.keys, components, rows, at, first, Math.min(to, end), 1 - main.frames[key]);
  }
}
