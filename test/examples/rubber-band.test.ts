import { describe, expect, test } from 'vitest';
import { Band, bandCurve, curvePoints, PACE, SLACK } from '../../examples/rubber-band/band.ts';

describe('followers', () => {
  test('close half of what is more than 10 px, one after the other', () => {
    const band = new Band(3, 0, 0);
    band.advance(1 / PACE, 50, 0);
    band.advance(1e-9, 50, 0);
    // Seen is the step before, until time has passed: ask right before the next step.
    band.advance(0.999999 / PACE, 50, 0);
    const [a, b, c] = [band.points[0], band.points[2], band.points[4]];
    expect(a).toBeCloseTo((50 - 10) / 2, 3);
    expect(b).toBeCloseTo((20 - 10) / 2, 3);
    expect(c).toBe(0);
  });

  test('do not move within 10 px, nor at a distance of 0', () => {
    const band = new Band(10, 5, 5);
    band.advance(1, 5, 5);
    expect([...band.points]).toEqual(new Array(20).fill(5));
    band.advance(1, 5 + SLACK, 5);
    expect([...band.points]).toEqual(new Array(20).fill(5));
  });

  test('are where they are at a time, whatever the frame rate', () => {
    const placesAfter = (rate: number) => {
      const band = new Band(10, 0, 0);
      for (let i = 0; i < rate; i++) band.advance(1 / rate, 300, 200);
      return [...band.points];
    };
    const reference = placesAfter(60);
    expect(reference[0]).toBeGreaterThan(250);
    for (const rate of [7, 24, 30, 59, 90, 144, 240, 1000]) {
      placesAfter(rate).forEach((value, i) => {
        expect(value, `${rate} frames a second`).toBeCloseTo(reference[i], 3);
      });
    }
  });

  test('hang 10 px from each other in the end', () => {
    const band = new Band(10, 0, 0);
    band.advance(20, 300, 400);
    let [x, y] = [300, 400];
    for (let i = 0; i < 20; i += 2) {
      expect(Math.hypot(band.points[i] - x, band.points[i + 1] - y)).toBeCloseTo(SLACK, 3);
      [x, y] = [band.points[i], band.points[i + 1]];
    }
  });
});

describe('the curve', () => {
  const followers = Float64Array.from([10, 0, 20, 10, 30, -5, 45, 5]);
  const out = new Float64Array(2 * curvePoints(4));
  bandCurve(0, 0, followers, out);
  const point = (i: number) => [out[i * 2], out[i * 2 + 1]];

  test('leads from the leader through the midpoints to the last', () => {
    expect([0, 3, 6, 9, 12].map(point)).toEqual([
      [0, 0],
      [15, 5],
      [25, 2.5],
      [37.5, 0],
      [45, 5],
    ]);
  });

  test('has the followers as controls', () => {
    for (let s = 0; s < 3; s++) {
      const [p0, p1, p2, p3] = [0, 1, 2, 3].map((k) => point(3 * s + k));
      for (const axis of [0, 1]) {
        // The control of a quadratic, from either control of the cubic that is the same.
        expect((3 * p1[axis] - p0[axis]) / 2).toBeCloseTo(followers[s * 2 + axis], 9);
        expect((3 * p2[axis] - p3[axis]) / 2).toBeCloseTo(followers[s * 2 + axis], 9);
      }
    }
  });

  test('has no corner', () => {
    for (const i of [3, 6, 9]) {
      const [before, at, after] = [point(i - 1), point(i), point(i + 1)];
      const turn = (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0]);
      expect(turn).toBeCloseTo(0, 9);
    }
  });

  test('with all points at one place stays there', () => {
    bandCurve(7, 7, new Float64Array(8).fill(7), out);
    for (const value of out) expect(value).toBeCloseTo(7, 9);
  });
});
