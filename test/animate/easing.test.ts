import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cubicBezier } from '../../src/engine/animate/easing/cubic-bezier.ts';
import { type Easing, linear, snap, step, steps, wrapEasing } from '../../src/engine/animate/easing/easing.ts';
import * as named from '../../src/engine/animate/easing/named.ts';
import { toEasing } from '../../src/engine/animate/easing/resolve.ts';

/** Values at 0, ¼, ½, ¾ and 1. */
type Row = readonly [number, number, number, number, number];

const { PI, SQRT1_2, cos, sin, sqrt } = Math;

/** The exponential of base 2 that reaches 0 at −10, as d3 has it: 1 at 0. */
const expo = (x: number) => (2 ** (10 * x) - 2 ** -10) / (1 - 2 ** -10);
const overshoot = 1.70158;
const back = (t: number) => t * t * ((overshoot + 1) * t - overshoot);
const elastic = (t: number) => -expo(t - 1) * sin((2 * PI * (t - 1)) / 0.3 - PI / 2);
const bounce = (t: number) => {
  const at = (t0: number, base: number) => 7.5625 * (t - t0) ** 2 + base;
  if (t < 1 / 2.75) return at(0, 0);
  if (t < 2 / 2.75) return at(1.5 / 2.75, 0.75);
  return t < 2.5 / 2.75 ? at(2.25 / 2.75, 0.9375) : at(2.625 / 2.75, 0.984375);
};

/** In, out and in-out from the one that is written down. */
const ins = (f: (t: number) => number): Row => [0, f(0.25), f(0.5), f(0.75), 1];
const outs = (f: (t: number) => number): Row => [0, 1 - f(0.75), 1 - f(0.5), 1 - f(0.25), 1];
const inOuts = (f: (t: number) => number): Row => [0, f(0.5) / 2, 0.5, 1 - f(0.5) / 2, 1];

const NAMED: Record<keyof typeof named, Row> = {
  easeInSine: [0, 1 - cos(PI / 8), 1 - SQRT1_2, 1 - sin(PI / 8), 1],
  easeOutSine: [0, sin(PI / 8), SQRT1_2, cos(PI / 8), 1],
  easeInOutSine: [0, (1 - SQRT1_2) / 2, 0.5, (1 + SQRT1_2) / 2, 1],
  easeInQuad: [0, 1 / 16, 1 / 4, 9 / 16, 1],
  easeOutQuad: [0, 7 / 16, 3 / 4, 15 / 16, 1],
  easeInOutQuad: [0, 1 / 8, 1 / 2, 7 / 8, 1],
  easeInCubic: [0, 1 / 64, 1 / 8, 27 / 64, 1],
  easeOutCubic: [0, 37 / 64, 7 / 8, 63 / 64, 1],
  easeInOutCubic: [0, 1 / 16, 1 / 2, 15 / 16, 1],
  easeInQuart: [0, 1 / 256, 1 / 16, 81 / 256, 1],
  easeOutQuart: [0, 175 / 256, 15 / 16, 255 / 256, 1],
  easeInOutQuart: [0, 1 / 32, 1 / 2, 31 / 32, 1],
  easeInQuint: [0, 1 / 1024, 1 / 32, 243 / 1024, 1],
  easeOutQuint: [0, 781 / 1024, 31 / 32, 1023 / 1024, 1],
  easeInOutQuint: [0, 1 / 64, 1 / 2, 63 / 64, 1],
  easeInExpo: ins((t) => expo(t - 1)),
  easeOutExpo: outs((t) => expo(t - 1)),
  easeInOutExpo: inOuts((t) => expo(t - 1)),
  easeInCirc: [0, 1 - sqrt(15) / 4, 1 - sqrt(3) / 2, 1 - sqrt(7) / 4, 1],
  easeOutCirc: [0, sqrt(7) / 4, sqrt(3) / 2, sqrt(15) / 4, 1],
  easeInOutCirc: [0, (1 - sqrt(3) / 2) / 2, 0.5, (1 + sqrt(3) / 2) / 2, 1],
  easeInBack: ins(back),
  easeOutBack: outs(back),
  easeInOutBack: inOuts(back),
  easeInElastic: ins(elastic),
  easeOutElastic: outs(elastic),
  easeInOutElastic: inOuts(elastic),
  easeInBounce: outs(bounce),
  easeOutBounce: ins(bounce),
  easeInOutBounce: [0, (1 - bounce(0.5)) / 2, 0.5, (1 + bounce(0.5)) / 2, 1],
};

/** The cubic of CSS at x, found by halving. */
function cssBezier(x1: number, y1: number, x2: number, y2: number): Row {
  const at = (p: number, q: number, s: number) => 3 * p * s * (1 - s) ** 2 + 3 * q * s * s * (1 - s) + s ** 3;
  const solve = (x: number) => {
    let [low, high] = [0, 1];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (at(x1, x2, middle) < x) low = middle;
      else high = middle;
    }
    return at(y1, y2, low);
  };
  return [0, solve(0.25), solve(0.5), solve(0.75), 1];
}

const TABLE: [name: string, easing: Easing, row: Row][] = [
  ['linear', linear, [0, 0.25, 0.5, 0.75, 1]],
  ['step', step, [0, 0, 0, 0, 1]],
  ['steps(4)', steps(4), [0, 0.25, 0.5, 0.75, 1]],
  ['steps(4, start)', steps(4, 'start'), [0.25, 0.5, 0.75, 1, 1]],
  ['steps(3, none)', steps(3, 'none'), [0, 0, 0.5, 1, 1]],
  ['steps(3, both)', steps(3, 'both'), [0.25, 0.25, 0.5, 0.75, 1]],
  ['snap(1)', snap(1), [0, 0, 0, 1, 1]],
  ['snap(2)', snap(2), [0, 0, 0.5, 0.5, 1]],
  ['snap(3)', snap(3), [0, 1 / 3, 1 / 3, 2 / 3, 1]],
  ['snap(8, easeInCubic)', snap(8, named.easeInCubic), [0, 0, 0.125, 0.375, 1]],
  ['snap(4, easeOutBack), which overshoots', snap(4, named.easeOutBack), [0, 0.75, 1, 1, 1]],
  ['cubicBezier(0.17, 0.67, 0.83, 0.67)', cubicBezier(0.17, 0.67, 0.83, 0.67), cssBezier(0.17, 0.67, 0.83, 0.67)],
  ['cubicBezier(0.3, -0.5, 0.6, 1.8)', cubicBezier(0.3, -0.5, 0.6, 1.8), cssBezier(0.3, -0.5, 0.6, 1.8)],
  ['cubicBezier(0.2, 0.2, 0.7, 0.7), a line', cubicBezier(0.2, 0.2, 0.7, 0.7), [0, 0.25, 0.5, 0.75, 1]],
  ['cubicBezier("ease")', cubicBezier('ease'), cssBezier(0.25, 0.1, 0.25, 1)],
  ['cubicBezier("ease-in")', cubicBezier('ease-in'), cssBezier(0.42, 0, 1, 1)],
  ['cubicBezier("ease-out")', cubicBezier('ease-out'), cssBezier(0, 0, 0.58, 1)],
  ['cubicBezier("ease-in-out")', cubicBezier('ease-in-out'), cssBezier(0.42, 0, 0.58, 1)],
  ['cubicBezier("linear")', cubicBezier('linear'), [0, 0.25, 0.5, 0.75, 1]],
  ['CSS with blanks', cubicBezier(' Cubic-Bezier( .2,-1 , 0.4, 2e0 )'), cssBezier(0.2, -1, 0.4, 2)],
  ['wrapEasing(step, easeOutBack)', wrapEasing(step, named.easeOutBack), [0, 0, 1, 1, 1]],
  ['wrapEasing(easeInQuad, snap(4))', wrapEasing(named.easeInQuad, snap(4)), [0, 1 / 16, 1 / 4, 9 / 16, 1]],
  ...Object.entries(named).map(([name, easing]): [string, Easing, Row] => [
    name,
    easing,
    NAMED[name as keyof typeof named],
  ]),
];

describe.each(TABLE)('%s', (_, easing, row) => {
  test('at 0, ¼, ½, ¾ and 1', () => {
    [0, 0.25, 0.5, 0.75, 1].forEach((t, i) => {
      expect(easing(t), `at ${t}`).toBeCloseTo(row[i], 12);
    });
  });

  test('outside it holds its ends', () => {
    for (const t of [-1e-9, -0.3, -1, -Infinity, Number.NaN]) expect(easing(t), `at ${t}`).toBe(easing(0));
    for (const t of [1 + 1e-9, 1.3, 2, Infinity]) expect(easing(t), `at ${t}`).toBe(easing(1));
    expect([easing(0), easing(1)]).toEqual([row[0], row[4]]);
  });
});

describe('snap', () => {
  test('is the nearest of nine stops, for each thousandth', () => {
    const stops = Array.from({ length: 9 }, (_, i) => i / 8);
    for (let i = 0; i <= 1000; i++) {
      const t = i / 1000;
      const nearest = stops.reduce((best, stop) => (Math.abs(stop - t) < Math.abs(best - t) ? stop : best));
      expect(snap(8)(t), `at ${t}`).toBe(nearest);
    }
  });

  test('goes to the lower stop half-way', () => {
    expect(snap(8)(1 / 16)).toBe(0);
    for (let i = 0; i < 8; i++) expect(snap(8)((i + 0.5) / 8)).toBe(i / 8);
    expect(snap(8)(1 / 16 + Number.EPSILON)).toBe(1 / 8);
  });

  test('snaps what the inner easing gives', () => {
    const easeIn = cubicBezier('ease-in');
    for (let i = 0; i <= 1000; i++) expect(snap(8, easeIn)(i / 1000)).toBe(snap(8)(easeIn(i / 1000)));
  });

  test('stays within 0 and 1 on one of the stops, whatever is inside', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.double(), fc.double(), (count, t, inner) => {
        const value = snap(count, () => inner)(t);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(Math.round(value * count) / count).toBe(value);
        if (inner >= 0 && inner <= 1) expect(Math.abs(value - inner)).toBeLessThanOrEqual(0.5 / count + 1e-16);
      }),
    );
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, '8'])('refuses %s steps', (count) => {
    expect(() => snap(count as number)).toThrow(
      `the number of steps is out of range; expected a whole number from 1; found ${count}`,
    );
  });
});

test('steps are refused where they are too few', () => {
  expect(() => steps(0)).toThrow('expected a whole number from 1; found 0');
  expect(() => steps(1, 'none')).toThrow('expected a whole number from 2; found 1');
});

describe('cubicBezier refuses', () => {
  test.each([
    [[-0.1, 0, 1, 1], 'x1 of a cubic Bézier is out of range; expected a number from 0 to 1; found -0.1'],
    [[0, 0, Number.NaN, 1], 'x2 of a cubic Bézier is out of range; expected a number from 0 to 1; found NaN'],
    [[0, Infinity, 1, 1], 'y1 of a cubic Bézier is out of range; expected a finite number; found Infinity'],
  ] as const)('%j', (numbers, message) => {
    const [x1, y1, x2, y2] = numbers;
    expect(() => cubicBezier(x1, y1, x2, y2)).toThrow(message);
  });

  test.each(['', 'ease-inn', 'cubic-bezier(1,2,3)', 'cubic-bezier(0,,1,1)', 'cubic-bezier(0,0,1,1', 'constructor'])(
    '"%s"',
    (css) => {
      expect(() => cubicBezier(css)).toThrow(`this is no cubic Bézier easing; expected \`cubic-bezier(`);
    },
  );
});

describe('an easing in words', () => {
  const same = (a: Easing, b: Easing) => {
    for (let t = -0.25; t <= 1.25; t += 1 / 64) expect(a(t)).toBe(b(t));
  };

  test.each([
    ['linear', linear],
    ['step', step],
    ['step-end', step],
    ['step-start', steps(1, 'start')],
    ['steps(4)', steps(4)],
    ['steps( 5 , jump-none )', steps(5, 'none')],
    ['easeInOutCubic', named.easeInOutCubic],
    ['ease', cubicBezier(0.25, 0.1, 0.25, 1)],
    ['ease-out', cubicBezier(0, 0, 0.58, 1)],
    ['cubic-bezier(.2, 0, 0, 1)', cubicBezier(0.2, 0, 0, 1)],
  ] as const)('%s', (text, easing) => same(toEasing(text), easing));

  test('a function is itself', () => {
    expect(toEasing(step)).toBe(step);
  });

  test.each([
    ['easeInCubik', 'expected easeInCubic'],
    ['steps(0)', 'expected a whole number from 1; found 0'],
    ['constructor', 'this is no easing; expected a name such as easeInOutCubic, or an easing of CSS'],
  ])('%s is refused', (text, message) => {
    expect(() => toEasing(text)).toThrow(message);
  });
});
