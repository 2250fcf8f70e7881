import type { Entry } from './source.ts';

/** What is in each folder that the paths of some files lead through; `''` is the top. */
export function folderTree(paths: Iterable<string>): ReadonlyMap<string, readonly Entry[]> {
  const folders = new Map<string, Map<string, Entry>>([['', new Map()]]);
  for (const path of paths) {
    let start = 0;
    for (;;) {
      const end = path.indexOf('/', start);
      const folder = start === 0 ? '' : path.slice(0, start - 1);
      const name = end < 0 ? path.slice(start) : path.slice(start, end);
      const entries = folders.get(folder) ?? new Map<string, Entry>();
      folders.set(folder, entries);
      if (end < 0) {
        entries.set(name, { name, isFolder: false });
        break;
      }
      if (!entries.get(name)?.isFolder) entries.set(name, { name, isFolder: true });
      start = end + 1;
    }
  }
  return new Map([...folders].map(([folder, entries]) => [folder, [...entries.values()]]));
}
