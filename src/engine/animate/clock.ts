/**
 * Seconds as the exact sum of all steps, rounded once: many small steps come to the same time as one
 * step of their length, and steps back undo steps forth. (A second number carries what the first one
 * loses by rounding: "double-double" arithmetic, Knuth's TwoSum.)
 */
export class Clock {
  #time = 0;
  #rest = 0;

  get time(): number {
    return this.#time;
  }

  add(seconds: number): void {
    const sum = this.#time + seconds;
    const part = sum - this.#time;
    const lost = this.#time - (sum - part) + (seconds - part) + this.#rest;
    this.#time = sum + lost;
    this.#rest = lost - (this.#time - sum);
  }

  set(seconds: number): void {
    this.#time = seconds;
    this.#rest = 0;
  }

  /** Becomes the same as another one, to the last bit. */
  copy(other: Clock): void {
    this.#time = other.#time;
    this.#rest = other.#rest;
  }
}
