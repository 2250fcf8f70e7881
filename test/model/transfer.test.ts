import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AyatoriError } from '../../src/engine/model/problem.ts';
import type { Path, Rig } from '../../src/engine/model/rig.ts';
import { decodeRig, encodeRig } from '../../src/engine/model/transfer.ts';
import { morphTo, sketchRig, withActions } from '../support/sketch.ts';

const record = <T>(parts: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(parts, { noNullPrototype: true });
const number = fc.double();
const index = fc.nat(1000);
const color = fc.option(fc.tuple(number, number, number, number));
const frames = fc.int32Array();

/** Any values of the right types: they need not make sense together. */
const anyPath = {
  group: index,
  index,
  points: fc.float64Array(),
  contours: fc.array(record({ start: index, segments: index, closed: fc.boolean() })),
  fillRule: fc.constantFrom('nonzero' as const, 'evenodd' as const),
  style: record({
    fill: color,
    stroke: color,
    strokeWidth: number,
    lineCap: fc.constant('butt' as const),
    lineJoin: fc.constant('miter' as const),
    miterLimit: number,
    visible: fc.boolean(),
  }),
  masks: fc.array(index),
  role: fc.constantFrom('drawn' as const, 'clip' as const),
};
const weights = record({ starts: fc.uint32Array(), bones: fc.uint32Array(), weights: fc.float32Array() });

const anyRig: fc.Arbitrary<Rig> = record({
  name: fc.string({ unit: 'binary' }),
  width: number,
  height: number,
  fps: number,
  groups: fc.array(
    record({
      id: fc.string({ unit: 'grapheme' }),
      parent: fc.integer(),
      children: fc.array(fc.integer()),
      masks: fc.array(index),
      flexi: fc.array(index),
    }),
  ),
  paths: fc.array(fc.oneof(record<Path>(anyPath), record<Path>({ ...anyPath, weights }))),
  masks: fc.array(record({ id: fc.string(), paths: fc.array(index), masks: fc.array(index) })),
  actions: fc.array(
    record({
      name: fc.string({ unit: 'grapheme' }),
      kind: fc.constantFrom('base' as const, 'morph' as const, 'bone' as const),
      frames: index,
      morphs: fc.array(record({ path: index, frames, deltas: fc.float32Array() })),
      styles: fc.array(
        record({ path: index, frames, property: fc.constant('fill' as const), values: fc.array(color) }),
      ),
      visibility: fc.array(record({ group: index, frames, values: fc.array(fc.boolean()) })),
      orders: fc.array(record({ group: index, frames, values: fc.array(fc.array(fc.integer())) })),
      bones: fc.array(record({ bone: index, frames, deltas: fc.float64Array() })),
    }),
  ),
  bones: fc.array(
    record({
      id: fc.string(),
      group: index,
      parent: fc.integer(),
      base: fc.tuple(number, number),
      tip: fc.tuple(number, number),
      strength: fc.option(number, { nil: undefined }),
      minAngle: fc.option(number, { nil: undefined }),
      maxAngle: fc.option(number, { nil: undefined }),
      isPin: fc.boolean(),
      fixed: fc.boolean(),
      flexiPoint: fc.option(record({ point: fc.constantFrom(0 as const, 1 as const), bones: fc.array(index) }), {
        nil: undefined,
      }),
    }),
  ),
  smartBones: fc.array(
    record({
      action: index,
      bone: index,
      startAngle: number,
      endAngle: number,
      frames: index,
      firstFrame: index,
      rule: fc.constantFrom('ancestor' as const, 'nearest' as const, 'continuous' as const),
    }),
  ),
});

describe('a rig as bytes', () => {
  test('comes back whole, whatever it holds', () => {
    fc.assert(
      fc.property(anyRig, (rig) => {
        expect(decodeRig(encodeRig(rig))).toStrictEqual(rig);
      }),
      { numRuns: 200 },
    );
  });

  test('comes back from the middle of a buffer', () => {
    const still = sketchRig([{ d: 'M 1 2 L 3 4 C 5 6 7 8 9 10 Z' }]);
    const rig = withActions(still, [{ frames: 2, morphs: [morphTo(still, 0, { 1: 'M 0 2 L 3 4 C 5 6 7 8 9 11 Z' })] }]);
    const bytes = encodeRig(rig);
    const within = new Uint8Array(bytes.length + 3);
    within.set(bytes, 3);
    expect(decodeRig(within.subarray(3))).toStrictEqual(rig);
  });

  test.each([
    ['nothing', new Uint8Array(0)],
    ['another magic', new Uint8Array(64)],
    ['a part only', encodeRig(sketchRig([{ d: 'M 1 2 L 3 4' }])).subarray(0, 400)],
  ])('%s is refused', (_, bytes) => {
    expect(() => decodeRig(bytes)).toThrow(AyatoriError);
    expect(() => decodeRig(bytes)).toThrow('these bytes are not an encoded rig');
  });
});
