import { expect, test } from 'vitest';
import { type Fit, fitView } from '../../src/engine/stage/fit.ts';

/** A view of 100 × 50 on a canvas of 400 × 400 at two canvas px a CSS px. */
const fitted = (fit: Fit, align: readonly [number, number] = [0.5, 0.5]) => {
  const out = new Float64Array(4);
  fitView(out, fit, align, { width: 100, height: 50 }, 400, 400, 2);
  return [...out];
};

test.each([
  ['contain', [4, 4, 0, 100]],
  ['cover', [8, 8, -200, 0]],
  ['fill', [4, 8, 0, 0]],
  ['none', [2, 2, 100, 150]],
  ['scale-down', [2, 2, 100, 150]],
  ['fit-width', [4, 4, 0, 100]],
  ['fit-height', [8, 8, -200, 0]],
] as const)('%s', (fit, expected) => {
  expect(fitted(fit)).toEqual(expected);
});

test('align moves what is left over', () => {
  expect(fitted('contain', [0, 0])).toEqual([4, 4, 0, 0]);
  expect(fitted('contain', [1, 1])).toEqual([4, 4, 0, 200]);
  expect(fitted('cover', [1, 0])).toEqual([8, 8, -400, 0]);
});
