import type { Color } from '../../engine/model/rig.ts';
import { extrasIfLoaded } from './extras-part.ts';

const cache = new Map<string, Color>();

/**
 * A CSS colour. Undefined for any other text. What is not hex is read by the extras, which documents with such colours
 * {@link needsExtras | need}: programs that draw write hex.
 */
export function parseColor(text: string): Color | undefined {
  const key = text.trim();
  const known = cache.get(key);
  if (known !== undefined) return known;
  const color = readHex(key) ?? extrasIfLoaded()?.readCssColor(key);
  if (color === undefined) return undefined;
  // Drawings use few colours; a file that does not should not fill the memory.
  if (cache.size >= 1000) cache.clear();
  cache.set(key, color);
  return color;
}

/** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
function readHex(text: string): Color | undefined {
  if (!/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)) return undefined;
  const digits = text.length > 5 ? text : text.replace(/\w/g, '$&$&');
  const channel = (i: number) => Number.parseInt(digits.slice(1 + i * 2, 3 + i * 2), 16) / 255;
  return [channel(0), channel(1), channel(2), digits.length > 7 ? channel(3) : 1];
}

/** Whether two colours paint the same. */
export function sameColor(a: Color | null, b: Color | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}
