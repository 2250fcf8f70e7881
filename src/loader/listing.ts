import { nameKey } from './names.ts';
import { type Limits, limitError } from './options.ts';
import type { Entry } from './sources/source.ts';

export interface ListedEntry extends Entry {
  /** As the source has it. */
  readonly path: string;
}

/** The folders of a source, each of which is asked for once. */
export class Listing {
  readonly #ask: (folder: string) => Promise<readonly Entry[] | undefined>;
  readonly #limits: Limits;
  readonly #sourceName: string;
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, Entry> | undefined>>();

  constructor(ask: (folder: string) => Promise<readonly Entry[] | undefined>, limits: Limits, sourceName: string) {
    this.#ask = ask;
    this.#limits = limits;
    this.#sourceName = sourceName;
  }

  /** What is in a folder, by {@link nameKey}. Undefined where there is no such folder. */
  async list(parts: readonly string[]): Promise<ReadonlyMap<string, ListedEntry> | undefined> {
    const folder = await this.#folder(parts);
    const entries = folder === undefined ? undefined : await this.#entries(folder);
    if (entries === undefined) return undefined;
    const found = new Map<string, ListedEntry>();
    for (const [key, entry] of entries) {
      found.set(key, { ...entry, path: folder ? `${folder}/${entry.name}` : entry.name });
    }
    return found;
  }

  /** The path of a folder as the source has it, whatever form its name is written in. */
  async #folder(parts: readonly string[]): Promise<string | undefined> {
    let folder = '';
    for (const part of parts) {
      const entry = (await this.#entries(folder))?.get(nameKey(part));
      if (!entry?.isFolder) return undefined;
      folder = folder === '' ? entry.name : `${folder}/${entry.name}`;
    }
    return folder;
  }

  #entries(folder: string): Promise<ReadonlyMap<string, Entry> | undefined> {
    let entries = this.#folders.get(folder);
    if (entries === undefined) {
      entries = this.#load(folder);
      this.#folders.set(folder, entries);
    }
    return entries;
  }

  async #load(folder: string): Promise<ReadonlyMap<string, Entry> | undefined> {
    const entries = await this.#ask(folder);
    if (entries === undefined) return undefined;
    if (entries.length > this.#limits.files) {
      throw limitError(this.#limits, 'files', 'files in one folder', entries.length, folder || this.#sourceName);
    }
    return new Map(entries.filter(({ name }) => !isLitter(name)).map((entry) => [nameKey(entry.name), entry]));
  }
}

/** No file system has longer names; patterns for names need not see any. */
const maxName = 1000;

/** What systems leave beside files and nobody put there: `.DS_Store`, `._walk_1.svg`, `__MACOSX`; names that none can have. */
function isLitter(name: string): boolean {
  return name === '.DS_Store' || name === '__MACOSX' || name.startsWith('._') || name.length > maxName;
}
