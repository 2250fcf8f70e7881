type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array;

/** Numbers of which nobody knows how many there will be, in an eighth of the memory that an array of values takes. */
export class Growable<T extends Numbers> {
  length = 0;
  #values: T;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#values = make(8);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = this.#make(Math.ceil(this.length * 1.5));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index];
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  toArray(): T {
    return this.#values.slice(0, this.length) as T;
  }
}

export const floats = (): Growable<Float64Array> => new Growable((length) => new Float64Array(length));
export const indices = (): Growable<Uint32Array> => new Growable((length) => new Uint32Array(length));
