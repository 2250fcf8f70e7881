import { type Limits, limitError } from '../options.ts';

/** Bytes that a file of any size may grow to. */
const freeBytes = 2 ** 26;

/**
 * What the keys of a file may take. Runs say with a few bytes what is as long as a path, so that this
 * is bounded by the size of the file as well.
 */
export class Budget {
  readonly #limits: Limits;
  readonly #file: string;
  readonly #allowed: number;
  #spent = 0;

  constructor(limits: Limits, file: string, fileBytes: number) {
    this.#limits = limits;
    this.#file = file;
    this.#allowed = Math.min(limits.deltaBytes, freeBytes + limits.archiveRatio * fileBytes);
  }

  get spent(): number {
    return this.#spent;
  }

  spend(bytes: number): void {
    this.#spent += bytes;
    if (this.#spent <= this.#allowed) return;
    const isLarge = this.#allowed === this.#limits.deltaBytes;
    throw isLarge
      ? limitError(this.#limits, 'deltaBytes', 'bytes of differences from rest', undefined, this.#file)
      : limitError(this.#limits, 'archiveRatio', 'bytes of keys for each byte of the file', undefined, this.#file);
  }
}
