import { AyatoriError } from '../engine/model/problem.ts';
import { isLitter, nameKey } from './names.ts';
import { type Limits, limitError } from './options.ts';
import type { Entry, Source } from './sources/source.ts';
import { abortError } from './turns.ts';

/** A source with bookkeeping: what was read, which names there are, and limits held. */
export class Files {
  readonly source: Source;
  readonly limits: Limits;
  readonly #signal: AbortSignal | undefined;
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, Entry> | undefined>>();
  /** Files that were read to see whether they are there. */
  readonly #kept = new Map<string, Uint8Array>();
  readonly #count: { files: number; bytes: number };

  constructor(source: Source, limits: Limits, signal: AbortSignal | undefined, count = { files: 0, bytes: 0 }) {
    this.source = source;
    this.#count = count;
    this.limits = limits;
    this.#signal = signal;
  }

  /** What was read so far, through {@link in} too. */
  get count(): { readonly files: number; readonly bytes: number } {
    return this.#count;
  }

  /** These files, or those of another source in the same count and under the same limits. */
  in(source: Source): Files {
    return source === this.source ? this : new Files(source, this.limits, this.#signal, this.#count);
  }

  get canList(): boolean {
    return this.source.list !== undefined;
  }

  /** The bytes of a file, or undefined where there is none. */
  async read(path: string): Promise<Uint8Array | undefined> {
    const kept = this.#kept.get(path);
    if (kept !== undefined) {
      this.#kept.delete(path);
      return kept;
    }
    const { fileBytes, files } = this.limits;
    const bytes = await this.#guard(path, () => this.source.read(path, { maxBytes: fileBytes, signal: this.#signal }));
    if (bytes === undefined) return undefined;
    if (!(bytes instanceof Uint8Array)) {
      throw new AyatoriError({
        code: 'read-failed',
        file: path,
        message: 'the source does not give bytes',
        expected: 'a Uint8Array',
      });
    }
    this.#count.files++;
    this.#count.bytes += bytes.length;
    if (this.#count.files > files) throw limitError(this.limits, 'files', 'files', undefined, path);
    return bytes;
  }

  /** What a source throws, as an AyatoriError. */
  async #guard<T>(path: string, ask: () => T | Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (cause) {
      this.checkAborted();
      if (cause instanceof AyatoriError) throw cause;
      const found = cause instanceof Error ? cause.message : String(cause);
      const file = path || this.source.name;
      throw new AyatoriError({ code: 'read-failed', file, message: 'the file could not be read', found }, { cause });
    }
  }

  /** File lists and rig files are taken in without a pause, so they are bounded more closely. */
  checkList(length: number, path: string): void {
    const { listBytes } = this.limits;
    if (length > listBytes) throw limitError(this.limits, 'listBytes', 'bytes in a list or rig file', length, path);
  }

  /** Throws when the load was aborted. */
  checkAborted(): void {
    if (this.#signal?.aborted) throw abortError(this.#signal);
  }

  /** Whether a file is there. What it took to know is kept for the next read. */
  async has(path: string): Promise<boolean> {
    const bytes = await this.read(path);
    if (bytes !== undefined) this.#kept.set(path, bytes);
    return bytes !== undefined;
  }

  /**
   * What is in a folder, by {@link nameKey}; the path of each as the source has it. Undefined
   * where there is no such folder or the source cannot list.
   */
  async list(parts: readonly string[]): Promise<ReadonlyMap<string, Entry & { path: string }> | undefined> {
    const folder = await this.#folder(parts);
    if (folder === undefined) return undefined;
    const entries = await this.#entries(folder);
    if (entries === undefined) return undefined;
    const found = new Map<string, Entry & { path: string }>();
    for (const [key, entry] of entries)
      found.set(key, { ...entry, path: folder === '' ? entry.name : `${folder}/${entry.name}` });
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
    const entries = await this.#guard(folder, () => this.source.list?.(folder));
    if (entries === undefined) return undefined;
    if (entries.length > this.limits.files) {
      throw limitError(this.limits, 'files', 'files in one folder', entries.length, folder || this.source.name);
    }
    return new Map(entries.filter(({ name }) => !isLitter(name)).map((entry) => [nameKey(entry.name), entry]));
  }
}
