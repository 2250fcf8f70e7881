import { MohoMode } from './moho.ts';
import { arrayOf, is, numbersOf, object, oneOf, optional } from './shape.ts';

/** The types of `moho.ts` as far as a program can check them one by one: kinds and ranges of values, not how they relate. */

/** Frames of an action: each takes a row of a table. */
export const maxFrame = 1_000_000;

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

const text = is('a string', (value) => typeof value === 'string');
const flag = is('true or false', (value) => typeof value === 'boolean');
const number = is('a finite number', Number.isFinite);
const size = is('a positive number', (value) => Number.isFinite(value) && (value as number) > 0);
const whole = is('a whole number', Number.isInteger);
const count = is('a whole number from 0', isCount);
const counts = numbersOf('Uint32Array', 'a whole number', isCount);
const numbers = numbersOf('Float64Array', 'a finite number', Number.isFinite);
const point = is('two numbers', (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite));
const modes = Object.values(MohoMode);

const timing = {
  frames: numbers,
  modes: numbersOf('Uint8Array', 'a mode of keys', (value) => (modes as readonly number[]).includes(value)),
  parameters: numbers,
  handles: optional(numbers),
};
const keys = object({ ...timing, values: numbers });
const textKeys = object({ ...timing, values: arrayOf(text) });
const channel = object({
  components: count,
  main: keys,
  actions: arrayOf(object({ action: count, keys, rest: numbers })),
});
const textChannel = object({ main: textKeys, actions: arrayOf(object({ action: count, keys: textKeys })) });
const values = object({
  components: count,
  rest: numbers,
  moving: arrayOf(object({ index: count, channel })),
});

const mesh = object({
  pointCount: count,
  positions: values,
  widths: values,
  pointBones: numbersOf('Int32Array', 'a whole number', Number.isInteger),
  curves: arrayOf(object({ start: count, count, closed: flag })),
  curvePoints: counts,
  smoothness: values,
  weightIn: values,
  weightOut: values,
  offsetIn: values,
  offsetOut: values,
  segmentsOn: numbersOf('Uint8Array', 'a whole number', isCount),
  shapes: arrayOf(
    object({
      name: text,
      hasFill: flag,
      hasOutline: flag,
      edges: counts,
      style: object({ fill: channel, line: channel, lineWidth: number, lineCap: number }),
    }),
  ),
});

const skeleton = object({
  bones: arrayOf(
    object({
      name: text,
      parent: whole,
      length: number,
      strength: number,
      scalingMode: number,
      position: channel,
      angle: channel,
      scale: channel,
    }),
  ),
  order: arrayOf(count),
  dials: arrayOf(object({ bone: count, action: count, curve: keys, opposite: whole })),
});

const layer = object({
  type: text,
  name: text,
  uuid: text,
  parent: whole,
  children: arrayOf(count),
  boneLayer: whole,
  enabled: flag,
  visibility: channel,
  alpha: channel,
  origin: point,
  transforms: object({
    translation: channel,
    scale: channel,
    rotation: channel,
    flipH: channel,
    flipV: channel,
  }),
  parentBone: whole,
  flexiBones: arrayOf(count),
  elbow: flag,
  groupMask: number,
  masking: number,
  ordering: optional(textChannel),
  switchKeys: optional(textChannel),
  mesh: optional(mesh),
  skeleton: optional(skeleton),
});

const project = object({
  name: text,
  version: number,
  width: size,
  height: size,
  fps: size,
  startFrame: number,
  endFrame: number,
  actions: arrayOf(
    object({
      name: text,
      frames: is(`a whole number up to ${maxFrame}`, (v) => isCount(v) && (v as number) <= maxFrame),
    }),
  ),
  layers: arrayOf(layer),
  roots: arrayOf(count),
  camera: object({ track: channel, zoom: channel }),
});

/** Of `RigMoho`. */
export const mohoShape = object({ project, dials: oneOf('nearest', 'continuous') });
