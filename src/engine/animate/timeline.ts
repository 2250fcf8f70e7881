/** What holds from a time on, until the next entry. */
export interface Entry {
  /** Seconds. */
  at: number;
}

/** How many entries a timeline keeps, so that hours of play do not fill the memory. */
export const HISTORY = 64;

/**
 * What was asked for, in order of time. Entries are used again, so that nothing is allocated once a
 * timeline has its length.
 */
export class Timeline<E extends Entry> {
  readonly #make: () => E;
  /** Those from `#count` on are spare. */
  #entries: E[] = NONE as E[];
  #count = 0;
  #index = -1;
  #full = false;

  constructor(make: () => E) {
    this.#make = make;
  }

  /** The entry that holds at a time; undefined before the first. Of a full timeline the first one holds for all before. */
  find(time: number): E | undefined {
    const index = this.#indexAt(time);
    return index >= 0 ? this.#entries[index] : this.#full ? this.#entries[0] : undefined;
  }

  /** The next entry after a time. */
  next(time: number): E | undefined {
    const index = this.#indexAt(time) + 1;
    return index < this.#count ? this.#entries[index] : undefined;
  }

  /** The entry before another one. */
  before(entry: E): E | undefined {
    const index = this.#entries.indexOf(entry);
    return index > 0 ? this.#entries[index - 1] : undefined;
  }

  /** Forgets what comes after a time. */
  cut(time: number): void {
    this.#count = this.#indexAt(time) + 1;
  }

  /** A last entry to write on. Its content is old. @param replace Takes that of the same time, if there is one. */
  push(time: number, replace: boolean): E {
    this.cut(time);
    const entries = this.#entries;
    if (replace && this.#count > 0 && entries[this.#count - 1].at === time) return entries[this.#count - 1];
    if (this.#count === HISTORY) {
      this.#full = true;
      entries.push(entries.shift() as E);
      this.#count--;
    } else if (entries.length === 0) {
      // Most have this one only; an empty list that is pushed to takes room for many.
      this.#entries = [this.#make()];
    } else if (this.#count === entries.length) entries.push(this.#make());
    this.#index = this.#count++;
    const entry = this.#entries[this.#index];
    entry.at = time;
    return entry;
  }

  /** Time seldom goes far, so the search begins where the last one ended. */
  #indexAt(time: number): number {
    const entries = this.#entries;
    let index = Math.min(this.#index, this.#count - 1);
    while (index >= 0 && entries[index].at > time) index--;
    while (index + 1 < this.#count && entries[index + 1].at <= time) index++;
    this.#index = index;
    return index;
  }
}

const NONE: readonly Entry[] = [];
