import { AyatoriError } from './problem.ts';

/**
 * A part of the library that only some rigs need, so that a page without them does without it. Loaders fetch it along
 * with such a rig; who makes one otherwise imports its entry.
 */
export class Part<T> {
  readonly #what: string;
  readonly #entry: string;
  #content: T | undefined;

  /**
   * @param what What a rig has that needs it.
   * @param entry The module whose import provides it.
   */
  constructor(what: string, entry: string) {
    this.#what = what;
    this.#entry = entry;
  }

  provide(content: T): void {
    this.#content = content;
  }

  /** @throws AyatoriError `part-missing` where it was not provided. */
  get content(): T {
    if (this.#content !== undefined) return this.#content;
    throw new AyatoriError({
      code: 'part-missing',
      message: `the rig has ${this.#what}, and the part of the library that they need is not loaded`,
      hint: `import '${this.#entry}', or load the rig in the same page or worker: \`load\` brings the part along`,
    });
  }
}
