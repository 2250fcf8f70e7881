import { sameColor } from './color.ts';
import type { Paint } from './paint.ts';
import { type Context, initialContext } from './style.ts';

/** `after`, or `before` itself where both say the same, so that what is inside can be told to be unchanged. */
export function keepContext(before: Context, after: Context): Context {
  for (const key of contextKeys) {
    const a = before[key];
    const b = after[key];
    if (a !== b && !sameValue(a, b)) return after;
  }
  return before;
}

const contextKeys = Object.keys(initialContext) as (keyof Context)[];

function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.every((value, i) => value === b[i]);
  return typeof a === 'object' && typeof b === 'object' && samePaint(a as Paint, b as Paint);
}

/** Whether two paints are written the same; what a reference leads to may differ all the same. */
function samePaint(a: Paint, b: Paint): boolean {
  if (a.kind === 'color' && b.kind === 'color') return sameColor(a.color, b.color);
  if (a.kind === 'reference' && b.kind === 'reference') return a.id === b.id && sameColor(a.fallback, b.fallback);
  return a.kind === b.kind;
}
