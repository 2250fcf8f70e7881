import { colord, extend, type Plugin } from 'colord';
import type { Color } from '../../engine/model/rig.ts';

const cache = new Map<string, Color | undefined>();

/** Makes the names of colours known, which drawing programs seldom write. */
export function learnColorNames(names: Plugin): void {
  extend([names]);
  cache.clear();
}

/**
 * A CSS colour: hex of 3, 4, 6 or 8 digits, rgb(), hsl(), and names with `transparent` once they were
 * {@link learnColorNames | learnt}. Undefined for any other text.
 */
export function parseColor(text: string): Color | undefined {
  const key = text.trim();
  if (cache.has(key)) return cache.get(key);
  const color = readColor(key);
  // Drawings use few colours; a file that does not should not fill the memory.
  if (cache.size >= 1000) cache.clear();
  cache.set(key, color);
  return color;
}

function readColor(text: string): Color | undefined {
  // No colour is longer; the patterns of the library need not see anything else.
  if (text === '' || text.length > 100) return undefined;
  const color = colord(text.toLowerCase());
  if (!color.isValid()) return undefined;
  const { r, g, b, a } = color.rgba;
  return [r / 255, g / 255, b / 255, a];
}

/** Whether two colours paint the same. */
export function sameColor(a: Color | null, b: Color | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}
