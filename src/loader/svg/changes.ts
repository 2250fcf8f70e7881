import type { Sheet } from './declarations.ts';
import type { SvgNode } from './document.ts';
import type { Seen } from './scene.ts';
import { shapeAttributes } from './shape-attributes.ts';
import type { Context } from './style.ts';

/** An element of the frame before, so that an unchanged one is recognised by its text alone. */
export interface Memory {
  attributes: Seen['attributes'];
  count: number;
  name: string;
  sheet: Sheet;
  parentContext: Context;
  context: Context;
}

export function memoryOf({ name, attributes, parentContext, context }: Seen, sheet: Sheet): Memory {
  return { name, attributes, count: Object.keys(attributes).length, sheet, parentContext, context };
}

export const styleChange = 1;
export const shapeChange = 2;

/** What differs from the element as last seen: its style, its shape, both or (0) nothing. */
export function changesOf(state: Memory, { name, attributes }: SvgNode): number {
  if (name !== state.name) return styleChange | shapeChange;
  const before = state.attributes;
  let changes = 0;
  let count = 0;
  for (const each in attributes) {
    count++;
    if (attributes[each] !== before[each]) changes |= shapeAttributes(name).includes(each) ? shapeChange : styleChange;
  }
  // As many as before and all with an equal of that name: none is gone.
  return count === state.count ? changes : styleChange | shapeChange;
}

export function remember(state: Memory, { name, attributes }: SvgNode): void {
  state.name = name;
  state.attributes = attributes;
  state.count = Object.keys(attributes).length;
}
