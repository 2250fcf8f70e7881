import { describe, expect, test } from 'vitest';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import type { PoseRequest } from '../../src/engine/animate/pose-request.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { groupRef, type Rig } from '../../src/engine/model/rig.ts';
import { cssColor } from '../../src/engine/reference/css-color.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { morphTo, sketchRig, withActions } from '../support/sketch.ts';

const still = sketchRig([
  { d: 'M 0 0 L 30 0 L 30 30 Z M 10 10 C 12 8 14 8 16 10', group: 'legs', fill: [1, 0, 0, 1], fillRule: 'evenodd' },
  { d: 'M 50 50 C 60 50 70 60 70 70', group: 'arm', fill: null, stroke: [0, 0, 1, 0.5], strokeWidth: 1.1 },
  { d: 'M 50 0 L 60 10 Z', group: 'arm', visible: false },
  { d: 'M 0 0 L 1 1 Z', group: 'arm', role: 'clip' },
]);
const rig = withActions(still, [
  { name: 'bend', frames: 4, morphs: [morphTo(still, 1, { 2: 'M 50 50 C 60 50 70 60 70 90' })] },
  {
    name: 'paint',
    frames: 3,
    styles: [{ path: 0, property: 'fill', frames: Int32Array.of(2), values: [[0, 1, 0, 1]] }],
    visibility: [{ group: 1, frames: Int32Array.of(3), values: [false] }],
    orders: [{ group: 0, frames: Int32Array.of(1), values: [[groupRef(2), groupRef(1)]] }],
  },
]);

function picture(request: PoseRequest, of: Rig = rig) {
  const compiled = compile(of);
  return posedPicture(compiled, new DrawOrders(compiled), request);
}

describe('the picture of a pose', () => {
  test('at rest is what the artist drew', () => {
    expect(picture({})).toEqual({
      width: 100,
      height: 100,
      actions: { base: 0, bend: 0, paint: 0 },
      bones: {},
      drawOrder: ['legs', 'arm'],
      paths: [
        {
          group: 'legs',
          index: 0,
          fill: '#ff0000',
          stroke: 'none',
          width: 1,
          visible: true,
          fillRule: 'evenodd',
          commands: 'MCCZMC',
          points: [0, 0, 10, 0, 20, 0, 30, 0, 30, 10, 30, 20, 30, 30, 10, 10, 12, 8, 14, 8, 16, 10],
        },
        {
          group: 'arm',
          index: 0,
          fill: 'none',
          stroke: 'rgba(0, 0, 255, 0.5)',
          width: 1.1,
          visible: true,
          fillRule: 'nonzero',
          commands: 'MC',
          points: [50, 50, 60, 50, 70, 60, 70, 70],
        },
        expect.objectContaining({ group: 'arm', index: 1, visible: false, commands: 'MCZ' }),
      ],
    });
  });

  test.each([
    ['on a key', { actions: { bend: 2 } }, 90],
    ['with half the weight', { actions: { bend: { frame: 2, weight: 0.5 } } }, 80],
    ['half way to a key', { actions: { bend: { frame: 1.5 } } }, 80],
    ['held before a key', { actions: { bend: { frame: 1.5 } }, interpolation: 'hold' }, 70],
    ['off', { actions: { bend: { frame: 2, weight: 0 } } }, 70],
  ] as const)('adds up deltas: %s', (_, request, y) => {
    expect(picture(request).paths[1].points[7]).toBeCloseTo(y, 2);
  });

  test('tells frames as asked, within the action, and 0 for what is off', () => {
    const actions = (request: PoseRequest) => picture(request).actions;
    expect(actions({ actions: { bend: 1.25, paint: 99 } })).toEqual({ base: 0, bend: 1.25, paint: 3 });
    expect(actions({ actions: { bend: -1, paint: { frame: 2, weight: 0 } } })).toEqual({ base: 0, bend: 0, paint: 0 });
  });

  test('follows keys of colour, visibility and order', () => {
    const [first, second, third] = picture({ actions: { paint: 3 } }).paths;
    expect([first.group, second.group, third.group]).toEqual(['arm', 'arm', 'legs']);
    expect(third).toMatchObject({ fill: '#00ff00', visible: false });
    expect(picture({ actions: { paint: 1 } }).drawOrder).toEqual(['arm', 'legs']);
  });

  test('of an action that is not there names the nearest', () => {
    expect(() => picture({ actions: { bent: 1 } })).toThrow(
      'action bent: the rig has no such action; expected one of base, bend, paint (did you mean bend',
    );
  });

  test('of a weight or frame that is no such number says so', () => {
    expect(() => picture({ actions: { bend: { frame: 1, weight: 2 } } })).toThrow(
      'the weight of bend is out of range; expected a number from 0 to 1; found 2',
    );
    expect(() => picture({ actions: { bend: NaN } })).toThrow('the frame of bend is out of range');
  });
});

test.each([
  [null, 'none'],
  [[1, 0.5, 0, 1], '#ff8000'],
  [[0, 0, 0.02, 1], '#000005'],
  [[1, 1, 1, Math.fround(0.2)], 'rgba(255, 255, 255, 0.2)'],
] as const)('the colour %j is %s in CSS', (color, css) => {
  expect(cssColor(color)).toBe(css);
});
