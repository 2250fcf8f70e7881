import { AyatoriError } from '../engine/model/problem.ts';
import type { ListedEntry, Listing } from './listing.ts';
import { type Limits, limitError } from './options.ts';
import { fetchPart } from './part.ts';
import type { Source } from './sources/source.ts';
import { abortError } from './turns.ts';

/** A source with bookkeeping: what was read, which names there are, and limits held. */
export class Files {
  readonly source: Source;
  readonly limits: Limits;
  readonly #signal: AbortSignal | undefined;
  #listing: Promise<Listing> | undefined;
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

  /** What is in a folder; see {@link Listing.list}. Undefined too where the source cannot list. */
  async list(parts: readonly string[]): Promise<ReadonlyMap<string, ListedEntry> | undefined> {
    if (!this.canList) return undefined;
    this.#listing ??= this.#openListing();
    return await (await this.#listing).list(parts);
  }

  async #openListing(): Promise<Listing> {
    const { Listing } = await fetchPart(() => import('./listing.ts'));
    const ask = (folder: string) => this.#guard(folder, () => this.source.list?.(folder));
    return new Listing(ask, this.limits, this.source.name);
  }
}
