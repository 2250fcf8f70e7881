import { mohoShape } from './moho-shape.ts';
import { arrayOf, is, numbersOf, object, oneOf, optional, type Shape } from './shape.ts';

/** The types of `rig.ts` as far as a program can check them one by one: kinds and ranges of values, not how they relate. */

/** Greatest coordinate (px), angle (degrees), strength: products of two such are hardly 32-bit floats any more. */
const maxCoordinate = 1e30;
/** Frames of an action: each takes a row of a table. */
const maxFrames = 1_000_000;

const isCoordinate = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= maxCoordinate;
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

const text = is('a string', (value) => typeof value === 'string');
const flag = is('true or false', (value) => typeof value === 'boolean');
const whole = is('a whole number', Number.isInteger);
const count = is('a whole number from 0', isCount);
const size = is('a positive number', (value) => isCoordinate(value) && (value as number) > 0);
const width = is('a number from 0 to 1e30', (value) => isCoordinate(value) && (value as number) >= 0);
const coordinate = 'a number from -1e30 to 1e30';
const number = is(coordinate, isCoordinate);
const point = is(
  `two of ${coordinate}`,
  (value) => Array.isArray(value) && value.length === 2 && value.every(isCoordinate),
);
const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;
const color = is(
  'null, or four numbers from 0 to 1',
  (value) => value === null || (Array.isArray(value) && value.length === 4 && value.every(isShare)),
);
const indices = arrayOf(count);

const style = object({
  fill: color,
  stroke: color,
  strokeWidth: width,
  lineCap: oneOf('butt', 'round', 'square'),
  lineJoin: oneOf('miter', 'round', 'bevel'),
  miterLimit: is('a number from 1 to 1e30', (value) => isCoordinate(value) && (value as number) >= 1),
  visible: flag,
  feather: optional(width),
});

const path = object({
  group: count,
  index: count,
  points: numbersOf('Float64Array', coordinate, isCoordinate),
  contours: arrayOf(object({ start: count, segments: count, closed: flag })),
  fillRule: oneOf('nonzero', 'evenodd'),
  style,
  masks: indices,
  role: oneOf('drawn', 'clip'),
  weights: optional(
    object({
      starts: numbersOf('Uint32Array', 'a whole number', isCount),
      bones: numbersOf('Uint32Array', 'a whole number', isCount),
      weights: numbersOf('Float32Array', 'a number from 0 to 1', isShare),
      depths: optional(numbersOf('Float64Array', coordinate, isCoordinate)),
    }),
  ),
  curve: optional(object({ layer: count, points: numbersOf('Uint32Array', 'a whole number', isCount) })),
});

const frames = numbersOf('Int32Array', 'a frame from 1', (frame) => frame >= 1);
const widths = object({ path: count, property: oneOf('strokeWidth'), frames, values: arrayOf(width) });
const colors = object({
  path: count,
  property: oneOf('fill', 'stroke', 'strokeWidth'),
  frames,
  values: arrayOf(color),
});
const styleTrack: Shape = (value) =>
  (value as { property?: unknown } | null)?.property === 'strokeWidth' ? widths(value) : colors(value);

const action = object({
  name: text,
  kind: oneOf('base', 'morph', 'bone'),
  frames: is(`a whole number from 0 to ${maxFrames}`, (value) => isCount(value) && (value as number) <= maxFrames),
  morphs: arrayOf(object({ path: count, frames, deltas: numbersOf('Float32Array', coordinate, isCoordinate) })),
  styles: arrayOf(styleTrack),
  visibility: arrayOf(object({ group: count, frames, values: arrayOf(flag) })),
  orders: arrayOf(object({ group: count, frames, values: arrayOf(arrayOf(whole)) })),
  bones: arrayOf(object({ bone: count, frames, deltas: numbersOf('Float64Array', coordinate, isCoordinate) })),
  transforms: optional(
    arrayOf(
      object({
        bone: count,
        frames,
        interpolation: oneOf('step', 'linear'),
        translations: numbersOf('Float64Array', coordinate, isCoordinate),
        rotations: numbersOf('Float64Array', 'a number from -1 to 1', (value) => Math.abs(value) <= 1 + 1e-6),
      }),
    ),
  ),
});

const bone = object({
  id: text,
  group: count,
  parent: whole,
  base: point,
  tip: point,
  depths: optional(point),
  strength: optional(number),
  minAngle: optional(number),
  maxAngle: optional(number),
  isPin: flag,
  fixed: flag,
  flexiPoint: optional(object({ point: is('0 or 1', (value) => value === 0 || value === 1), bones: indices })),
});

export const rigShape = object({
  name: text,
  width: size,
  height: size,
  fps: size,
  groups: arrayOf(object({ id: text, parent: whole, children: arrayOf(whole), masks: indices, flexi: indices })),
  paths: arrayOf(path),
  masks: arrayOf(object({ id: text, paths: indices, masks: indices })),
  actions: arrayOf(action),
  bones: arrayOf(bone),
  smartBones: arrayOf(
    object({
      action: count,
      bone: count,
      startAngle: number,
      endAngle: number,
      frames: is('a whole number from 1', (value) => isCount(value) && value !== 0),
      firstFrame: count,
      rule: oneOf('ancestor', 'nearest', 'continuous'),
    }),
  ),
  moho: optional(mohoShape),
});
