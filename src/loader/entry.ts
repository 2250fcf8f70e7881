import { Files } from './files.ts';
import type { FoundEntry } from './folders/search.ts';
import { listName } from './names.ts';
import { type Limits, resolveLimits } from './options.ts';
import { fetchPart } from './part.ts';
import type { Source } from './sources/source.ts';

export type { FoundEntry };

export interface FindOptions {
  /** Of these `files` counts: all that is looked at in folders. */
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
}

/**
 * Finds what there is to load in a source, such as what was dropped on a page. What comes first of:
 *
 * 1. `filelist.csv`, as near to the top as there is one;
 * 2. `path_data.bin`, as near to the top as there is one;
 * 3. a `.csv` file, if it is the only one in the folders so near to the top;
 * 4. an `.svg` file, if there is no other;
 * 5. numbered `.svg` files as near to the top as there are any: their folder if it is one, else the folder around theirs;
 * 6. a `.bin` file, if there is no other;
 * 7. a `.skel.txt` file, if there is no other;
 * 8. a `.moho`, `.mohoproj` or `.animeproj` file, if there is no other;
 * 9. a `.zip` file, if there is no other.
 *
 * A source that cannot list is taken to have a `filelist.csv`.
 *
 * @returns undefined where there is none of these.
 * @throws AyatoriError `limit`, `aborted`, or what the source throws.
 */
export function findEntry(source: Source, options: FindOptions = {}): Promise<FoundEntry | undefined> {
  return findIn([], new Files(source, resolveLimits(options.limits ?? {}), options.signal));
}

/** What only sources that can list their folders need. */
export const foldersPart = () => fetchPart(() => import('./folders/folders.ts'));

/** {@link findEntry} in a folder. */
export async function findIn(folder: readonly string[], files: Files): Promise<FoundEntry | undefined> {
  if (!files.canList) return { kind: 'list', path: [...folder, listName].join('/'), rigFiles: [], others: [] };
  const { searchIn } = await foldersPart();
  return await searchIn(folder, files);
}
