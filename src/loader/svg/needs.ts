import { isShape } from './shape-attributes.ts';

/** Whether the extras are needed to read an element. */
export function needsExtras(name: string, attributes: Readonly<Record<string, string>>, depth: number): boolean {
  if (name === 'path' ? /a/i.test(attributes.d ?? '') : isShape(name) || elements.has(name)) return true;
  // The picture itself has its place.
  if (name === 'svg' && depth > 1) return true;
  return colorAttributes.some((each) => mayNameColor(each, attributes[each]));
}

const elements = new Set(['style', 'stop', 'use', 'symbol']);

/** Where colours may be written, beside style elements. */
const colorAttributes = ['fill', 'stroke', 'style', 'color', 'stop-color'];

/** Whether an attribute may have the name of a colour as its value, or as that of a property in it. */
function mayNameColor(attribute: string, text = 'none'): boolean {
  if (text === 'none' || text[0] === '#') return false;
  if (attribute === 'style') return inStyle.test(text.slice(0, 1 << 16));
  return asPaint.test(text.trim().slice(-1000));
}

// What is longer is not read; some is cut off here, so that a hostile file cannot keep the patterns busy.
const asPaint = /(?:^|\)\s*)(?!(?:none|inherit|currentcolor)$)[a-z]+$/i;
const inStyle = /(?:fill|stroke|color)\s*:\s*(?!(?:none|inherit|currentcolor)\b|rgb|hsl)[a-z]/i;
