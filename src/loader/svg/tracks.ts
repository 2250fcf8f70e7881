import type { Color } from '../../engine/model/rig.ts';

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

/** Rows of numbers, one a key, in one growing array. */
export class Rows {
  readonly frames: number[] = [];
  readonly #width: number;
  #values: Float32Array;

  constructor(width: number) {
    this.#width = width;
    this.#values = new Float32Array(width * 4);
  }

  /** Adds the row `value − rest`. */
  add(frame: number, value: Float64Array, rest: Float64Array): void {
    const start = this.frames.length * this.#width;
    if (start + this.#width > this.#values.length) {
      const larger = new Float32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    for (let i = 0; i < this.#width; i++) this.#values[start + i] = value[i] - rest[i];
    this.frames.push(frame);
  }

  build(): Float32Array {
    return this.#values.slice(0, this.frames.length * this.#width);
  }
}

export type ColorKeys = Keys<Color | null>;
