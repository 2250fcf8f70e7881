import type { Files } from '../files.ts';
import { splitPrefix } from '../names.ts';
import type { Located, Locator } from './locate.ts';

/** How files are named where they cannot be listed: found once, tried first for the next action. */
interface Naming {
  /** Leading folders of the prefix that are not there. */
  readonly dropped: number;
  /** Digits of the number at least; `none`: there is no number. */
  readonly digits: number | 'none';
  readonly form: 'NFC' | 'NFD' | 'raw';
}

// As Moho writes, then what other programs write.
const digitsTried: readonly Naming['digits'][] = [5, 1, 2, 3, 4, 6, 'none'];
const formsTried: readonly Naming['form'][] = ['NFC', 'raw', 'NFD'];

/** Finds frame files in a source that cannot list them, by asking for them. */
export class TriedLocator implements Locator {
  readonly #files: Files;
  readonly #base: readonly string[];
  /** Of the action before. */
  #naming: Naming = { dropped: 0, digits: 5, form: 'NFC' };

  /** @param base The folder of the list. */
  constructor(files: Files, base: readonly string[]) {
    this.#files = files;
    this.#base = base;
  }

  async locate(prefix: string, last = 0): Promise<Located | undefined> {
    const { folders, stem } = splitPrefix(prefix);
    const located = await this.#byTrying(folders, stem);
    if (located !== undefined) return located;
    // By the naming of the action before: the first file may be the very one that is missing.
    const assumed = this.#assume(folders, stem, this.#naming);
    for (const number of new Set([2, 3, last])) {
      const path = number <= last ? assumed.path(number) : undefined;
      if (path !== undefined && (await this.#files.has(path))) return assumed;
    }
    return undefined;
  }

  async #byTrying(folders: readonly string[], stem: string): Promise<Located | undefined> {
    for (const naming of this.#candidates(folders, stem)) {
      for (const first of naming.digits === 'none' ? [1] : [1, 0]) {
        const path = this.#name(folders, stem, naming, first);
        if (!(await this.#files.has(path))) continue;
        this.#naming = naming;
        return this.#assume(folders, stem, naming);
      }
    }
    return undefined;
  }

  #assume(folders: readonly string[], stem: string, naming: Naming): Located {
    return { numbers: undefined, path: (number) => this.#name(folders, stem, naming, number) };
  }

  #name(folders: readonly string[], stem: string, { dropped, digits, form }: Naming, number: number): string {
    const suffix = digits === 'none' ? '' : String(number).padStart(digits, '0');
    const path = [...this.#base, ...folders.slice(dropped), `${stem}${suffix}.svg`].join('/');
    return form === 'raw' ? path : path.normalize(form);
  }

  *#candidates(folders: readonly string[], stem: string): Generator<Naming, void> {
    const last = this.#naming;
    yield last;
    const text = [...folders, stem].join('/');
    const forms = formsTried.filter(
      (form, i) => i === 0 || (form === 'raw' ? text : text.normalize(form)) !== text.normalize('NFC'),
    );
    for (let dropped = 0; dropped <= folders.length; dropped++) {
      for (const form of forms) {
        for (const digits of digitsTried) {
          if (dropped !== last.dropped || form !== last.form || digits !== last.digits) yield { dropped, digits, form };
        }
      }
    }
  }
}
