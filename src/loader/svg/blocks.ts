type Numbers = Float64Array | Float32Array;

/** Numbers of a block that grows no more: one array that doubled would take longer each time. */
const largeBlock = 1 << 14;

/** Numbers of which nobody knows how many there will be, so that no single step takes long. */
export class Blocks<T extends Numbers> {
  /** Numbers so far. */
  length = 0;
  /** Blocks that are full. */
  readonly #full: T[] = [];
  readonly #make: (length: number) => T;
  #block: T;
  /** Numbers in the block. */
  #used = 0;

  /** @param first Numbers of the first block; all that is added at once has to divide it. */
  constructor(make: (length: number) => T, first: number) {
    this.#make = make;
    this.#block = make(first);
  }

  push(value: number): void {
    if (this.#used === this.#block.length) this.#makeRoom();
    this.#block[this.#used++] = value;
    this.length++;
  }

  /** Room for so many numbers in a row, all 0, to be filled. */
  take(count: number): T {
    if (this.#used === this.#block.length) this.#makeRoom();
    const start = this.#used;
    this.#used += count;
    this.length += count;
    return this.#block.subarray(start, this.#used) as T;
  }

  /** All of them. Yields in between. */
  *build(): Generator<void, T> {
    const all = this.#make(this.length);
    let end = 0;
    for (const block of [...this.#full, this.#block.subarray(0, this.#used)]) {
      for (let start = 0; start < block.length; start += largeBlock) {
        const part = block.subarray(start, start + largeBlock);
        all.set(part, end);
        end += part.length;
        if (part.length === largeBlock) yield;
      }
    }
    return all;
  }

  #makeRoom(): void {
    const block = this.#block;
    const isLarge = block.length >= largeBlock;
    this.#block = this.#make(isLarge ? block.length : block.length * 2);
    if (isLarge) {
      this.#full.push(block);
      this.#used = 0;
    } else this.#block.set(block);
  }
}
