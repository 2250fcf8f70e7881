import { expect, test } from 'vitest';
import { weighByDistance } from '../../src/engine/geometry/distance-weights.ts';

/** Bones along the x axis, along the y axis, and one far away. */
const rests = [0, 0, 10, 0, 0, 0, 0, 10, 0, 50, 10, 50];

function weigh(x: number, y: number, ...influences: number[]): number[] {
  const out: number[] = [];
  // What stands before is not meant.
  weighByDistance([7, 7, ...influences], 2, influences.length / 2, rests, x, y, out);
  return out;
}

test('the nearer a bone and the smaller its strength, the more of a point it carries', () => {
  // Distances 2 and 4: I is 4 and 16.
  expect(weigh(4, 2, 0, 1, 1, 1)).toEqual([expect.closeTo(0.8), expect.closeTo(0.2)]);
  // Strengths 8 and 1: I is 32 and 16.
  expect(weigh(4, 2, 0, 8, 1, 1)).toEqual([expect.closeTo(1 / 3), expect.closeTo(2 / 3)]);
  // I is 4, 16 and 48² of 2324: what one has not is shared by the two others.
  expect(weigh(4, 2, 0, 1, 1, 1, 2, 1)).toEqual([4, 16, 2304].map((pull) => expect.closeTo((1 - pull / 2324) / 2)));
});

test('one bone carries a point alone, unless it has no strength; a point that nothing pulls stays', () => {
  expect(weigh(4, 2, 1, 0.1)).toEqual([1]);
  expect(weigh(0, 5, 1, 0.1)).toEqual([1]);
  expect(weigh(4, 2, 1, 0)).toEqual([0]);
  expect(weigh(4, 2, 0, 0, 1, 0)).toEqual([0, 0]);
  expect(weigh(0, 0, 0, 1, 1, 1)).toEqual([0, 0]);
});
