const natural = new Intl.Collator('en', { numeric: true });

/** Order of names in which `f2` stands before `f10`. Total: names that differ only in form or padding keep an order. */
export function compareNames(a: string, b: string): number {
  return natural.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** A name that ends in a number, as frames have: `walk_00012.svg` → `walk_`, 12. Undefined for any other. */
export function frameName(name: string): { stem: string; digits: string; frame: number } | undefined {
  const match = /^(.*?)(\d{1,9})\.svg$/i.exec(name);
  return match === null ? undefined : { stem: match[1], digits: match[2], frame: Number(match[2]) };
}
