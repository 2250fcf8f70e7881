import { readStyleAttribute, type Sheet } from './css.ts';
import type { SvgNode } from './xml.ts';

/** No honest style attribute is longer; a hostile one shall not keep the patterns busy. */
const maxStyle = 1 << 16;

/**
 * What a file says about an element's properties: in its style attribute, else in rules, else in
 * those of its attributes that `isProperty` knows. Values marked `!important` go before all others.
 */
export function declaredValues(
  node: SvgNode,
  sheet: Sheet,
  isProperty: (attribute: string) => boolean,
): ReadonlyMap<string, string> {
  const { attributes } = node;
  const values = new Map<string, string>();
  for (const name in attributes) {
    if (isProperty(name)) values.set(name, attributes[name].trim());
  }
  const layers = [...sheet.declarationsOf(node)];
  if (attributes.style !== undefined) layers.push(readStyleAttribute(attributes.style.slice(0, maxStyle)));
  const important = new Set<string>();
  for (const layer of layers) {
    for (const [name, text] of layer) {
      const value = withoutMark(text);
      if (value === undefined && important.has(name)) continue;
      if (value !== undefined) important.add(name);
      values.set(name, (value ?? text).trim());
    }
  }
  return values;
}

/** The value of a declaration marked `!important`; undefined for others. */
function withoutMark(value: string): string | undefined {
  const mark = value.lastIndexOf('!');
  const word = mark < 0 ? '' : value.slice(mark + 1).trim();
  return word.toLowerCase() === 'important' ? value.slice(0, mark) : undefined;
}
