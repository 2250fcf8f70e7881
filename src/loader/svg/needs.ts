import { isShape } from './shape-attributes.ts';

/** Whether the extras are needed to read an element. */
export function needsExtras(name: string, attributes: Readonly<Record<string, string>>, depth: number): boolean {
  if (name === 'path' ? /a/i.test(attributes.d ?? '') : isShape(name) || elements.has(name)) return true;
  // The picture itself has its place.
  if (name === 'svg' && depth > 1) return true;
  const { style } = attributes;
  return paints.some((each) => !isPlain(attributes[each])) || (style !== undefined && hasColors.test(style));
}

const elements = new Set(['style', 'stop', 'use', 'symbol']);

/** Attributes that may be colours. */
const paints = ['fill', 'stroke', 'color'];

// Behind a reference may be the colour for where it leads nowhere.
const plain = String.raw`#[\da-f]*|none|inherit|currentcolor|url\([^)]{0,100}\)(?:\s{1,9}none)?`;
const allPlain = new RegExp(`^(?:${plain})?$`, 'i');
/** A property in a style attribute that may be a colour and is not plain. */
const hasColors = new RegExp(String.raw`(?:fill|stroke|color)\s*:\s*(?!(?:${plain})\s*(?:[;!]|$))\S`, 'i');

/** Whether a value is hex or no colour at all. */
function isPlain(value: string | undefined): boolean {
  return value === undefined || allPlain.test(value.trim());
}
