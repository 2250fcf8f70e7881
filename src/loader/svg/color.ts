import { colord, extend } from 'colord';
import type { Color } from '../../engine/model/rig.ts';
import { fetchPart } from '../part.ts';

const cache = new Map<string, Color | undefined>();

let knowsNames = false;

/** Fetches the names of colours, which drawing programs seldom write. */
export async function learnColorNames(): Promise<void> {
  if (knowsNames) return;
  const { default: names } = await fetchPart(() => import('colord/plugins/names'));
  extend([names]);
  knowsNames = true;
  cache.clear();
}

/** Whether an attribute may have the name of a colour as its value, or as that of a property in it. */
export function mayNameColor(attribute: string, text = 'none'): boolean {
  if (text === 'none' || text[0] === '#') return false;
  if (attribute === 'style') return inStyle.test(text.slice(0, 1 << 16));
  return asPaint.test(text.trim().slice(-1000));
}

// What is longer is not read; some is cut off here, so that a hostile file cannot keep the patterns busy.
const asPaint = /(?:^|\)\s*)(?!(?:none|inherit|currentcolor)$)[a-z]+$/i;
const inStyle = /(?:fill|stroke|color)\s*:\s*(?!(?:none|inherit|currentcolor)\b|rgb|hsl)[a-z]/i;

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
