import { describe, expect, test } from 'vitest';
import { Flock } from '../../examples/flock/flock.ts';
import { Grid } from '../../examples/flock/grid.ts';
import { seeded } from '../support/random.ts';

const flockOf = (count: number, seed = 1, size = 400) => new Flock(count, seeded(seed), size, size);

/** The rule as it is told, with every circle looking at every other one. */
function plainStep({ x, y, dx, dy, radii, alignments, cohesions }: Flock, target: readonly [number, number]) {
  const mean = (values: Iterable<number>) => {
    const all = [...values];
    return all.reduce((sum, value) => sum + value, 0) / all.length;
  };
  const [cx, cy] = [mean(x), mean(y)];
  return Array.from(x, (_, i) => {
    const near = Array.from(x, (_, j) => j).filter((j) => j !== i && Math.hypot(x[j] - x[i], y[j] - y[i]) < radii[i]);
    let away = [0, 0];
    if (near.length > 0) {
      const [ax, ay] = [x[i] - mean(near.map((j) => x[j])), y[i] - mean(near.map((j) => y[j]))];
      const distance = Math.hypot(ax, ay);
      away = [(ax / distance) * (radii[i] - distance), (ay / distance) * (radii[i] - distance)];
    }
    return [
      (dx[i] + away[0] + (target[0] - cx) * alignments[i] + (cx - x[i]) * cohesions[i]) / 4,
      (dy[i] + away[1] + (target[1] - cy) * alignments[i] + (cy - y[i]) * cohesions[i]) / 4,
    ];
  });
}

describe('a flock', () => {
  test.each([
    [12, 400],
    [300, 120],
  ])('of %i circles moves by the mean of the four vectors', (count, size) => {
    const flock = flockOf(count, 3, size);
    for (let round = 0; round < 20; round++) {
      const expected = plainStep(flock, [100, 50 + round]);
      flock.step(100, 50 + round);
      expected.forEach(([dx, dy], i) => {
        expect(flock.dx[i]).toBeCloseTo(dx, 7);
        expect(flock.dy[i]).toBeCloseTo(dy, 7);
      });
    }
  });

  test('has coefficients within their ranges, other ones for each circle', () => {
    const { radii, alignments, cohesions } = flockOf(1000);
    for (const [values, least, most] of [
      [radii, 20, 30],
      [alignments, 0.1, 0.3],
      [cohesions, 0.3, 0.5],
    ] as const) {
      expect(Math.min(...values)).toBeGreaterThanOrEqual(least);
      expect(Math.max(...values)).toBeLessThanOrEqual(most);
      expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan((most - least) * 0.9);
    }
  });

  test('is the same for the same seed', () => {
    const places = (seed: number) => {
      const flock = flockOf(50, seed);
      for (let i = 0; i < 100; i++) flock.step(i, 100);
      return [...flock.x, ...flock.y];
    };
    expect(places(7)).toEqual(places(7));
    expect(places(8)).not.toEqual(places(7));
  });

  test('whose circles coincide comes apart without NaN', () => {
    const flock = flockOf(200);
    flock.x.fill(50);
    flock.y.fill(50);
    for (let i = 0; i < 60; i++) flock.step(50, 50);
    for (const value of [...flock.x, ...flock.y, ...flock.dx, ...flock.dy]) expect(value).not.toBeNaN();
    expect(new Set(flock.x).size).toBe(200);
    expect(Math.max(...flock.x) - Math.min(...flock.x)).toBeGreaterThan(20);
  });

  test('of one circle goes to the target', () => {
    const flock = flockOf(1);
    for (let i = 0; i < 300; i++) flock.step(40, 60);
    expect(flock.x[0]).toBeCloseTo(40, 3);
    expect(flock.y[0]).toBeCloseTo(60, 3);
  });

  test('gathers about the target', () => {
    const flock = flockOf(12);
    for (let i = 0; i < 300; i++) flock.step(40, 60);
    const middle = (values: Float64Array) => values.reduce((a, b) => a + b) / values.length;
    expect(Math.hypot(middle(flock.x) - 40, middle(flock.y) - 60)).toBeLessThan(15);
    for (let i = 0; i < 12; i++) expect(Math.hypot(flock.x[i] - 40, flock.y[i] - 60)).toBeLessThan(80);
  });

  test('leaves out what it is told to', () => {
    const flock = flockOf(12);
    const before = [...flock.x];
    flock.step(40, 60, { inertia: true, separation: false, alignment: false, cohesion: false });
    expect([...flock.x]).toEqual(before);
  });
});

describe('the grid', () => {
  test('finds what looking at all finds', () => {
    const random = seeded(2);
    for (const [count, spread] of [
      [1, 10],
      [40, 1],
      [500, 60],
      [500, 5000],
    ]) {
      const x = Float64Array.from({ length: count }, () => random() * spread);
      const y = Float64Array.from({ length: count }, () => random() * spread * 0.3);
      const grid = new Grid(count);
      grid.fill(x, y, 5);
      for (let round = 0; round < 100; round++) {
        const [px, py, r] = [(random() * 1.4 - 0.2) * spread, (random() * 0.6 - 0.1) * spread, random() * 40];
        grid.sum(px, py, r);
        const near = Array.from(x, (_, i) => i).filter((i) => Math.hypot(x[i] - px, y[i] - py) < r);
        expect(grid.count).toBe(near.length);
        expect(grid.sumX).toBeCloseTo(
          near.reduce((sum, i) => sum + x[i], 0),
          6,
        );
        expect(grid.sumY).toBeCloseTo(
          near.reduce((sum, i) => sum + y[i], 0),
          6,
        );
      }
    }
  });

  test('keeps a step of 5,000 circles that are crowded together far from one look at each pair', () => {
    const flock = flockOf(5000, 1, 60);
    const time = (work: () => void) => {
      const start = performance.now();
      work();
      return performance.now() - start;
    };
    const best = (work: () => void) => Math.min(...Array.from({ length: 5 }, () => time(work)));
    const { x, y } = flock;
    let near = 0;
    const pairs = best(() => {
      for (let i = 0; i < 5000; i++) {
        for (let j = 0; j < 5000; j++) if ((x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2 < 625) near++;
      }
    });
    expect(near).toBeGreaterThan(0);
    expect(best(() => flock.step(30, 30))).toBeLessThan(pairs / 3);
  });
});
