import bezier from 'bezier-easing';
import { type Easing, fault, linear } from './easing.ts';

/** The keywords of CSS with their control points. */
const KEYWORDS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  linear: [0, 0, 1, 1],
  ease: [0.25, 0.1, 0.25, 1],
  'ease-in': [0.42, 0, 1, 1],
  'ease-out': [0, 0, 0.58, 1],
  'ease-in-out': [0.42, 0, 0.58, 1],
};

const EXPECTED = '`cubic-bezier(x1, y1, x2, y2)`, `ease`, `ease-in`, `ease-out`, `ease-in-out` or `linear`';

/**
 * The curve of CSS and of timeline editors, from (0, 0) by two control points to (1, 1).
 * @param x1 0 to 1, as `x2`.
 * @param y1 Any number, as `y2`: beyond 0 to 1 the curve overshoots.
 * @throws AyatoriError `easing`
 */
export function cubicBezier(x1: number, y1: number, x2: number, y2: number): Easing;
/** @param css Such as `cubic-bezier(0.2, 0, 0, 1)` or `ease-in-out`. */
export function cubicBezier(css: string): Easing;
export function cubicBezier(first: number | string, y1 = 0, x2 = 0, y2 = 0): Easing {
  const [ax, ay, bx, by] = typeof first === 'string' ? parse(first) : [first, y1, x2, y2];
  for (const [name, value] of [
    ['x1', ax],
    ['x2', bx],
  ] as const) {
    if (!(value >= 0 && value <= 1)) {
      throw fault(`${name} of a cubic Bézier is out of range`, 'a number from 0 to 1', String(value));
    }
  }
  for (const [name, value] of [
    ['y1', ay],
    ['y2', by],
  ] as const) {
    if (!Number.isFinite(value)) {
      throw fault(`${name} of a cubic Bézier is out of range`, 'a finite number', String(value));
    }
  }
  const curve = ax === ay && bx === by ? linear : bezier(ax, ay, bx, by);
  return (t) => (t > 0 ? curve(t) : 0);
}

function parse(css: string): readonly [number, number, number, number] {
  const text = css.slice(0, 200).trim().toLowerCase();
  if (Object.hasOwn(KEYWORDS, text)) return KEYWORDS[text];
  const inside = /^cubic-bezier\((.*)\)$/.exec(text)?.[1] ?? text;
  const numbers = inside.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) {
    throw fault('this is no cubic Bézier easing', EXPECTED, `"${css.slice(0, 60)}"`);
  }
  return numbers as [number, number, number, number];
}
