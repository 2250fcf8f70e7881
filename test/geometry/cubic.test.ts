import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bend, chordCount, evaluateCubic } from '../../src/engine/geometry/cubic.ts';

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const segment = fc.array(coordinate, { minLength: 8, maxLength: 8 });

test('no chord is farther from its curve than the tolerance', () => {
  fc.assert(
    fc.property(segment, fc.constantFrom(0.05, 0.25, 2), (points, tolerance) => {
      const chords = chordCount(bend(points, 0), tolerance);
      // Above the greatest count the tolerance is given up.
      fc.pre(chords < 1000);
      for (let k = 0; k < chords; k++) {
        const [t0, t1] = [k / chords, (k + 1) / chords];
        for (const part of [0.25, 0.5, 0.75]) {
          const [x, y] = ([0, 1] as const).map((axis) => {
            const chord = evaluateCubic(points, 0, t0, axis) * (1 - part) + evaluateCubic(points, 0, t1, axis) * part;
            return chord - evaluateCubic(points, 0, t0 + (t1 - t0) * part, axis);
          });
          expect(Math.hypot(x, y)).toBeLessThanOrEqual(tolerance * (1 + 1e-9) + 1e-9);
        }
      }
    }),
  );
});

test('a straight, even segment is one chord', () => {
  expect(bend([0, 0, 1, 2, 2, 4, 3, 6], 0)).toBe(0);
  expect(chordCount(0, 0.1)).toBe(1);
});

test('chords are bounded however far a curve reaches', () => {
  expect(chordCount(1e30, 0.1)).toBe(1000);
});
