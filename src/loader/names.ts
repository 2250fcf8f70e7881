/**
 * One form for names that look alike: file systems and editors write accented letters composed
 * (NFC) or decomposed (NFD), and both mean the same group or file.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/** The list of the actions of a character. */
export const listName = 'filelist.csv';

/** The parts of a path, without `.`; `..` goes up and never above the folder where the path starts. */
export function pathParts(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

/** The folders of a prefix, whose last part is the start of file names, even when it is empty. */
export function splitPrefix(prefix: string): { folders: string[]; stem: string } {
  const folders = pathParts(prefix);
  const stem = /[/\\]$/.test(prefix) ? '' : (folders.pop() ?? '');
  return { folders, stem };
}

/** The name of a file without its folders and ending. */
export function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
}
