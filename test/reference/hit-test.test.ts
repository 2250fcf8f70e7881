import { expect, test } from 'vitest';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { OwnPoints } from '../../src/engine/animate/own-points.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { hitTest } from '../../src/engine/reference/hit-test.ts';
import { morphTo, sketchRig, withActions } from '../support/sketch.ts';

const square = (x: number, y: number, side: number) =>
  `M ${x} ${y} L ${x + side} ${y} L ${x + side} ${y + side} L ${x} ${y + side} Z`;

function tester(rig: Rig, act?: (pose: Pose) => void) {
  const compiled = compile(rig);
  const pose = new Pose(compiled);
  act?.(pose);
  const orders = new DrawOrders(compiled);
  return (x: number, y: number, margin = 0) => hitTest(compiled, orders, pose, x, y, margin);
}

test('the topmost path that is painted at a point is hit', () => {
  const hit = tester(
    sketchRig([
      { d: square(10, 10, 50) },
      { d: square(40, 40, 50) },
      { d: square(45, 45, 10), fill: [1, 0, 0, 0] },
      { d: square(45, 45, 10), visible: false },
    ]),
  );
  expect([hit(20, 20), hit(50, 50), hit(80, 80), hit(5, 5), hit(65, 15)]).toEqual([0, 1, 1, -1, -1]);
});

test('holes are not hit, by either rule', () => {
  const inner = 'M 30 30 L 30 50 L 50 50 L 50 30 Z';
  const rings = { evenodd: `${square(10, 10, 60)} ${square(30, 30, 20)}`, nonzero: `${square(10, 10, 60)} ${inner}` };
  for (const rule of ['evenodd', 'nonzero'] as const) {
    const hit = tester(sketchRig([{ d: rings[rule], fillRule: rule }]));
    expect([hit(40, 40), hit(20, 40)]).toEqual([-1, 0]);
  }
  expect(tester(sketchRig([{ d: rings.evenodd }]))(40, 40)).toBe(0);
});

test('curves are hit where they are, not where their control points are', () => {
  const hit = tester(sketchRig([{ d: 'M 0 50 C 0 0 100 0 100 50 Z' }]));
  expect([hit(50, 14), hit(50, 11), hit(5, 10)]).toEqual([0, -1, -1]);
});

test('strokes are hit within half their width, and open ones are not filled', () => {
  const hit = tester(sketchRig([{ d: 'M 10 10 L 90 10 L 90 90', fill: null, stroke: [0, 0, 0, 1], strokeWidth: 6 }]));
  expect([hit(50, 12.9), hit(50, 13.1), hit(88, 50), hit(60, 40)]).toEqual([0, -1, 0, -1]);
  expect(hit(50, 16, 4)).toBe(0);
});

test('what a mask hides is not hit', () => {
  const hit = tester(
    sketchRig(
      [
        { d: square(0, 0, 30), role: 'clip' },
        { d: square(60, 60, 30), role: 'clip' },
        { d: square(0, 0, 90), masks: [0] },
      ],
      { masks: [{ id: 'm', paths: [0, 1], masks: [] }] },
    ),
  );
  expect([hit(10, 10), hit(70, 70), hit(45, 45)]).toEqual([2, 2, -1]);
});

test('a path is hit where the pose has it', () => {
  const plain = sketchRig([{ d: square(0, 0, 20) }]);
  const rig = withActions(plain, [{ morphs: [morphTo(plain, 0, { 1: square(60, 0, 20) })] }]);
  const hit = tester(rig, (pose) => pose.setAction(1, 1, 1, 1, 'hold'));
  expect([hit(10, 10), hit(70, 10)]).toEqual([-1, 0]);
});

test('points of its own are where a puppet is hit', () => {
  const rig = sketchRig([{ d: square(10, 10, 20) }]);
  const compiled = compile(rig);
  const own = new OwnPoints(compiled);
  const hit = (x: number, y: number) =>
    hitTest(compiled, new DrawOrders(compiled), { ...new Pose(compiled), own }, x, y);
  expect([hit(20, 20), hit(70, 70)]).toEqual([0, -1]);
  own.set(
    0,
    rig.paths[0].points.map((value) => value + 50),
  );
  expect([hit(20, 20), hit(70, 70)]).toEqual([-1, 0]);
});
