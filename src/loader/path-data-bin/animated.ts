import type { Budget } from './budget.ts';
import type { Cursor } from './cursor.ts';

/** Ascending frames from 1, and what is set at each. */
export interface KeyList<T> {
  readonly frames: readonly number[];
  readonly values: readonly T[];
}

/** A value at rest and in the actions. */
export interface Animated<T> {
  /** Undefined where the file has none. */
  readonly rest: T | undefined;
  /** By action, in the order of the file. */
  readonly keys: ReadonlyMap<number, KeyList<T>>;
}

/** How values of one kind are read. */
export interface ValueReader<T> {
  /** Undefined for a value of no use, which is then as if it were not there. */
  readonly read: (action: number, frame: number) => T | undefined;
  readonly same: (a: T, b: T) => boolean;
  /** What a value adds nothing with: such keys are left out until another one comes. */
  readonly isNothing?: (value: T) => boolean;
}

/** Of all that never changes. */
export const noKeys: ReadonlyMap<number, never> = new Map<number, never>();

/** What a key takes beside its value, bytes: roughly, as it is to bound memory. */
const keyBytes = 16;
const trackBytes = 100;
/** Bytes read or made between two points where the work may be interrupted. */
const workSlice = 1 << 16;

export class AnimatedReader {
  readonly #cursor: Cursor;
  readonly #budget: Budget;
  /** Where the work was interrupted last. */
  #mark = 0;
  /** How many paths have what is read now. */
  copies = 1;

  constructor(cursor: Cursor, budget: Budget) {
    this.#cursor = cursor;
    this.#budget = budget;
  }

  /** Whether it is time to let others work; then it begins anew. */
  isDue(): boolean {
    const done = this.#cursor.offset + this.#budget.spent;
    if (done - this.#mark < workSlice) return false;
    this.#mark = done;
    return true;
  }

  /** Pays for something that is kept. */
  spend(bytes: number): void {
    this.#budget.spend(bytes * this.copies);
  }

  *read<T>(values: ValueReader<T>): Generator<void, Animated<T>> {
    const cursor = this.#cursor;
    if (!cursor.flag('the mark of what is animated')) return { rest: values.read(0, 0), keys: noKeys };
    const keys = new Map<number, KeyList<T>>();
    let rest: T | undefined;
    const count = cursor.u8('a list of actions');
    for (let action = 0; action < count; ) {
      const run = cursor.run(action, count, 'a list of actions');
      if (run > 0) {
        const spent = this.#budget.spent;
        const { first, list } = yield* this.#frames(action, values);
        if (action === 0) rest = first;
        if (list.frames.length > 0) {
          this.spend(trackBytes + keyBytes * list.frames.length);
          // Each action gets tracks of its own.
          this.#budget.spend((this.#budget.spent - spent) * (run - 1));
          for (let i = 0; i < run; i++) keys.set(action + i, list);
        }
      }
      action += Math.abs(run);
    }
    return { rest, keys };
  }

  *#frames<T>(
    action: number,
    { read, same, isNothing }: ValueReader<T>,
  ): Generator<void, { first: T | undefined; list: KeyList<T> }> {
    const cursor = this.#cursor;
    const frames: number[] = [];
    const values: T[] = [];
    let first: T | undefined;
    let last: T | undefined;
    const count = cursor.u16('a list of frames');
    for (let frame = 0; frame < count; ) {
      const run = cursor.run(frame, count, 'a list of frames');
      const end = frame + Math.abs(run);
      if (run > 0) {
        const value = read(action, frame);
        if (frame === 0) first = value;
        // Of equal keys one after the other the first says it all.
        const isNews = value !== undefined && (last === undefined ? !isNothing?.(value) : !same(value, last));
        if (isNews && end > 1) {
          frames.push(Math.max(frame, 1));
          values.push(value);
          last = value;
        }
        if (this.isDue()) yield;
      }
      frame = end;
    }
    return { first, list: { frames, values } };
  }
}
