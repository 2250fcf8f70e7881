import type { SvgNode } from './document.ts';

/** Property → value. A value that ends in `!important` keeps it. */
export type Declarations = ReadonlyMap<string, string>;

/** The rules of a document's style elements, as far as they have simple selectors. */
export interface Sheet {
  /** What the rules say about an element, all together; the same object for like elements. */
  declarationsOf(node: SvgNode): Declarations;
}

export const noDeclarations: Declarations = new Map();

export const emptySheet: Sheet = { declarationsOf: () => noDeclarations };

/** Lays declarations over others; values marked `!important` stay unless the new ones are too. */
export function override(values: Map<string, string>, declarations: Declarations): void {
  for (const [name, value] of declarations) {
    const before = values.get(name);
    if (before !== undefined && isImportant(before) && !isImportant(value)) continue;
    values.set(name, value);
  }
}

/** Where a value that ends in `!important` has that mark; -1 for others. */
export function markOf(value: string): number {
  const mark = value.lastIndexOf('!');
  return mark >= 0 &&
    value
      .slice(mark + 1, mark + 20)
      .trim()
      .toLowerCase() === 'important'
    ? mark
    : -1;
}

function isImportant(value: string): boolean {
  return markOf(value) >= 0;
}

/** Splits a style attribute at its semicolons; those in quotes and brackets do not count. */
export function readStyleAttribute(text: string): Declarations {
  const declarations = new Map<string, string>();
  for (const [part] of text.matchAll(/(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;"'(])+|["'(]/g)) {
    const colon = part.indexOf(':');
    if (colon > 0) declarations.set(part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim());
  }
  return declarations;
}
