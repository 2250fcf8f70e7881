import { expect, test } from 'vitest';
import { dialFrame, dialTable, isOpposite } from '../../../src/engine/geometry/moho/dials.ts';
import { MohoMode } from '../../../src/engine/model/moho.ts';
import { type Key, keysOf, radians } from '../../support/moho-model.ts';

const dial = (...keys: [frame: number, degrees: number][]) =>
  dialTable(keysOf(keys.map(([frame, degrees]): Key => [frame, radians(degrees), MohoMode.linear])));

const leg = dial([0, 90], [200, 450]);
const clothes = dial([0, 90], [100, 450]);
const arm = dial([0, 90], [100, 180]);
const face = dial([0, 90], [1, 0], [100, 180]);

const nearest = (table: ReturnType<typeof dial>, degrees: number) => dialFrame(table, radians(degrees), 'nearest');

test('the frame whose angle is nearest, as in exported frames of a walk', () => {
  expect(nearest(leg, 101.766)).toBe(7);
  expect(nearest(face, 90.036)).toBe(51);
  expect(nearest(face, 90)).toBe(51);
  expect(nearest(clothes, 90.856)).toBe(1);
  expect(nearest(arm, 90.898)).toBe(1);
  expect(nearest(leg, 171.341)).toBe(45);
  expect(nearest(arm, 138.966)).toBe(54);
  expect(nearest(face, 84.02)).toBe(47);
  expect(nearest(arm, 107.843)).toBe(20);
  expect(nearest(face, 30.977)).toBe(18);
  expect(nearest(face, 58.036)).toBe(33);
  expect(nearest(face, 0.496)).toBe(1);
});

test('at its rest angle a dial has no say, unless its other angles go round that', () => {
  expect(nearest(clothes, 90)).toBeUndefined();
  expect(nearest(leg, 90)).toBeUndefined();
  expect(nearest(face, 90)).toBe(51);
  expect(dialFrame(dialTable(keysOf([[0, 1]])), 1, 'nearest')).toBeUndefined();
});

test('beyond its angles it stays at its ends, and turns are not wrapped', () => {
  expect(nearest(clothes, 80)).toBe(1);
  expect(nearest(clothes, 1000)).toBe(100);
  expect(nearest(leg, 90 + 360)).toBe(200);
});

test('of two frames as near the later one', () => {
  expect(nearest(dial([0, 0], [10, 10]), 4.5)).toBe(5);
});

test('continuous: what is between two frames too', () => {
  expect(dialFrame(clothes, radians(90.9), 'continuous')).toBeCloseTo(0.25, 9);
  expect(dialFrame(leg, radians(90 + 1.8 * 44.75), 'continuous')).toBeCloseTo(44.75, 9);
  expect(dialFrame(clothes, radians(1000), 'continuous')).toBe(100);
});

test('of two opposite dials one has a say', () => {
  const back = dial([0, 90], [100, 0]);
  expect([isOpposite(arm, back, radians(120)), isOpposite(back, arm, radians(120))]).toEqual([false, true]);
  expect([isOpposite(arm, back, radians(60)), isOpposite(back, arm, radians(60))]).toEqual([true, false]);
});
