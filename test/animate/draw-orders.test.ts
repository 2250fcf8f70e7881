import { expect, test } from 'vitest';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { groupRef } from '../../src/engine/model/rig.ts';
import { sketchRig } from '../support/sketch.ts';

const square = 'M 0 0 L 9 0 L 9 9 Z';
const order = (...groups: number[]) => groups.map(groupRef);

function make() {
  const rig = sketchRig(
    [
      { d: square, group: 'a' },
      { d: square, group: 'b', stroke: [0, 0, 0, 1] },
      { d: square, group: 'c' },
    ],
    {
      actions: [
        { frames: 9, orders: [{ group: 0, frames: Int32Array.of(3, 6), values: [order(3, 2, 1), order(1, 2, 3)] }] },
        { frames: 9, orders: [{ group: 0, frames: Int32Array.of(5), values: [order(2, 1, 3)] }] },
      ],
    },
  );
  const compiled = compile(rig);
  const orders = new DrawOrders(compiled);
  const pose = new Pose(compiled);
  const paths = (frames: readonly [number, number], weights: readonly [number, number] = [1, 1]) => {
    pose.setAction(1, frames[0], weights[0], 9, 'hold');
    pose.setAction(2, frames[1], weights[1], 9, 'hold');
    const row = orders.row(orders.find(pose.actions));
    return [...row].map((item) => compiled.cells[compiled.items[item * 4] * 4]).join('');
  };
  return { orders, paths };
}

test('the order at rest is the tree’s; a fill lies under its own stroke', () => {
  expect(make().paths([0, 0])).toBe('0112');
});

test('the last action in the list that has a key at or before its frame wins', () => {
  const { paths } = make();
  expect(paths([3, 0])).toBe('2110');
  expect(paths([5, 4])).toBe('2110');
  expect(paths([5, 5])).toBe('1102');
  expect(paths([9, 4])).toBe('0112');
});

test('an action of weight 0 has no say', () => {
  expect(make().paths([3, 5], [1, 0])).toBe('2110');
  expect(make().paths([3, 5], [0, 0])).toBe('0112');
});

test('the order depends on the pose alone, not on how one got there', () => {
  const { paths } = make();
  paths([3, 5]);
  paths([6, 9]);
  expect(paths([0, 0])).toBe('0112');
});

test('equal orders are one row, and a known pose makes none', () => {
  const { orders, paths } = make();
  for (let a = 0; a <= 9; a++) for (let b = 0; b <= 9; b++) paths([a, b]);
  expect(orders.count).toBe(3);
});
