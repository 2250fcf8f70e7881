import type { Color } from '../../engine/model/rig.ts';
import { Blocks } from './blocks.ts';

/** Keys of one thing in one action: ascending frames and what is set at each. */
export class Keys<T> {
  readonly frames: number[] = [];
  readonly values: T[] = [];

  add(frame: number, value: T): void {
    this.frames.push(frame);
    this.values.push(value);
  }

  get isEmpty(): boolean {
    return this.frames.length === 0;
  }
}

/** Numbers of a row between two points where the work may be interrupted. */
const chunk = 1 << 15;

/** Rows of numbers, one a key. */
export class Rows {
  readonly frames: number[] = [];
  readonly #width: number;
  readonly #values: Blocks<Float32Array>;

  constructor(width: number) {
    this.#width = width;
    this.#values = new Blocks((length) => new Float32Array(length), width);
  }

  /** Adds the row `value − rest`. Yields in long rows. */
  *add(frame: number, value: Float64Array, rest: Float64Array): Generator<void, void> {
    const row = this.#values.take(this.#width);
    for (let i = 0; i < row.length; i++) {
      row[i] = value[i] - rest[i];
      if (i % chunk === chunk - 1) yield;
    }
    this.frames.push(frame);
  }

  build(): Generator<void, Float32Array> {
    return this.#values.build();
  }
}

export type ColorKeys = Keys<Color | null>;
