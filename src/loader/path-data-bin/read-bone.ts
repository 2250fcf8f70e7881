import { maxCoordinate } from '../svg/matrix.ts';
import type { BinaryBone } from './binary-file.ts';
import { type Context, readIndices, reportPart } from './context.ts';

/** Numbers of the properties of a bone; 0 ends them. */
const parent = 1;
const isPin = 2;
const fixed = 3;
const numbers = { 4: 'strength', 5: 'maxAngle', 6: 'minAngle' } as const;

export function readBone(context: Context): BinaryBone {
  const { cursor } = context;
  const bone: { -readonly [K in keyof BinaryBone]: BinaryBone[K] } = { isPin: false, fixed: false };
  for (let kind = cursor.u8('a bone'); kind !== 0; kind = cursor.u8('a bone')) {
    if (kind === parent) bone.parent = cursor.u16('the parent of a bone');
    else if (kind === isPin) bone.isPin = true;
    else if (kind === fixed) bone.fixed = true;
    else if (kind === 4 || kind === 5 || kind === 6) {
      const value = readNumber(context, numbers[kind]);
      if (value !== undefined) bone[numbers[kind]] = value;
    } else throw cursor.fault('a bone has no such property', '0 to 6', String(kind), cursor.offset - 1);
  }
  const flexiPoint = cursor.flag('the mark of a flexi point') ? readFlexiPoint(context) : undefined;
  return flexiPoint === undefined ? bone : { ...bone, flexiPoint };
}

function readNumber(context: Context, name: string): number | undefined {
  const byte = context.cursor.offset;
  const value = context.cursor.f32(`the ${name} of a bone`);
  if (Math.abs(value) <= maxCoordinate) return value;
  const message = `${name} is not valid; it is left out`;
  reportPart(context, {
    code: 'bin-value',
    byte,
    message,
    expected: 'a number from -1e30 to 1e30',
    found: String(value),
  });
  return undefined;
}

function readFlexiPoint(context: Context): BinaryBone['flexiPoint'] {
  const byte = context.cursor.offset;
  const point = context.cursor.u8('a flexi point');
  const bones = readIndices(context.cursor, 'the bones of a flexi point');
  if (point === 0 || point === 1) return { point, bones };
  const message = 'the flexi point is no point of a bone; it is left out';
  reportPart(context, { code: 'bin-value', byte, message, expected: '0 or 1', found: String(point) });
  return undefined;
}
