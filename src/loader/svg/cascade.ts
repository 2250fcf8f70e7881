import { markOf, override, readStyleAttribute, type Sheet } from './declarations.ts';
import type { SvgNode } from './document.ts';

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
  let declared = sheet.declarationsOf(node);
  if (attributes.style !== undefined) {
    const both = new Map(declared);
    override(both, readStyleAttribute(attributes.style.slice(0, maxStyle)));
    declared = both;
  }
  for (const name in attributes) {
    if (isProperty(name) && !declared.has(name)) values.set(name, attributes[name].trim());
  }
  for (const [name, text] of declared) {
    const mark = markOf(text);
    values.set(name, (mark < 0 ? text : text.slice(0, mark)).trim());
  }
  return values;
}
