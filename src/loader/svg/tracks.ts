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

/** Numbers of a block that grows no more: one array that doubled would take longer each time. */
const largeBlock = 1 << 15;

/** Numbers between two points where the work may be interrupted. */
const chunk = 1 << 15;

/** Rows of numbers, one a key. */
export class Rows {
  readonly frames: number[] = [];
  readonly #width: number;
  /** Blocks of whole rows that are full. */
  readonly #full: Float32Array[] = [];
  #block: Float32Array;
  /** Numbers in the block. */
  #used = 0;

  constructor(width: number) {
    this.#width = width;
    this.#block = new Float32Array(width * (width < largeBlock ? 4 : 1));
  }

  /** Adds the row `value − rest`. Yields in long rows. */
  *add(frame: number, value: Float64Array, rest: Float64Array): Generator<void, void> {
    if (this.#used === this.#block.length) this.#makeRoom();
    const row = this.#block.subarray(this.#used, this.#used + this.#width);
    for (let i = 0; i < row.length; i++) {
      row[i] = value[i] - rest[i];
      if (i % chunk === chunk - 1) yield;
    }
    this.#used += this.#width;
    this.frames.push(frame);
  }

  /** Yields in long blocks and between blocks. */
  *build(): Generator<void, Float32Array> {
    const values = new Float32Array(this.frames.length * this.#width);
    let end = 0;
    for (const block of [...this.#full, this.#block.subarray(0, this.#used)]) {
      for (let start = 0; start < block.length; start += chunk) {
        const part = block.subarray(start, start + chunk);
        values.set(part, end);
        end += part.length;
        if (part.length === chunk) yield;
      }
    }
    return values;
  }

  #makeRoom(): void {
    const block = this.#block;
    if (block.length < largeBlock) {
      this.#block = new Float32Array(block.length * 2);
      this.#block.set(block);
      return;
    }
    this.#full.push(block);
    this.#block = new Float32Array(block.length);
    this.#used = 0;
  }
}

export type ColorKeys = Keys<Color | null>;
