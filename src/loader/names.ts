/**
 * One form for names that look alike: file systems and editors write accented letters composed
 * (NFC) or decomposed (NFD), and both mean the same group or file.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/** The list of the actions of a character. */
export const listName = 'filelist.csv';

const natural = new Intl.Collator('en', { numeric: true });

/** Order of names in which `f2` stands before `f10`. Total: names that differ only in form or padding keep an order. */
export function compareNames(a: string, b: string): number {
  return natural.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** No file system has longer names; patterns for names need not see any. */
const maxName = 1000;

/** What systems leave beside files and nobody put there: `.DS_Store`, `._walk_1.svg`, `__MACOSX`; names that none can have. */
export function isLitter(name: string): boolean {
  return name === '.DS_Store' || name === '__MACOSX' || name.startsWith('._') || name.length > maxName;
}

/** The parts of a path, without `.`; `..` goes up and never above the folder where the path starts. */
export function pathParts(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

/** The name of a file without its folders and ending. */
export function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
}

/** A name that ends in a number, as frames have: `walk_00012.svg` → `walk_`, 12. Undefined for any other. */
export function frameName(name: string): { stem: string; digits: string; frame: number } | undefined {
  const match = /^(.*?)(\d{1,9})\.svg$/i.exec(name);
  return match === null ? undefined : { stem: match[1], digits: match[2], frame: Number(match[2]) };
}
