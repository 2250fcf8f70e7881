import type { Puppet } from './puppet.ts';

/** What a picture was drawn from, to tell whether the next one would be the same. */
export class LastPicture {
  #numbers = new Float32Array(256);
  #puppets: Puppet[] = [];
  #next = 0;
  #isSame = false;

  /**
   * Keeps in mind what is about to be drawn.
   * @param puppets Those that are shown, back to front, their poses and matrices as they will be drawn.
   * @returns Whether all of it is as it was the last time.
   */
  note(puppets: readonly Puppet[], width: number, height: number, background: ArrayLike<number>): boolean {
    this.#next = 0;
    this.#isSame = this.#puppets.length === puppets.length;
    this.#puppets.length = puppets.length;
    this.#number(width);
    this.#number(height);
    this.#all(background);
    for (let i = 0; i < puppets.length; i++) {
      const puppet = puppets[i];
      if (this.#puppets[i] !== puppet) {
        this.#puppets[i] = puppet;
        this.#isSame = false;
      }
      // Points of its own change in place.
      if (puppet.own !== null) this.#isSame = false;
      this.#number(puppet.alpha);
      this.#all(puppet.tint);
      this.#all(puppet.matrix);
      this.#all(puppet.actions);
      this.#all(puppet.bones);
    }
    return this.#isSame;
  }

  /** The next picture is drawn whatever it shows. */
  forget(): void {
    this.#puppets.length = 0;
    this.#numbers.fill(Number.NaN);
  }

  #all(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) this.#number(values[i]);
  }

  #number(value: number): void {
    if (this.#next === this.#numbers.length) {
      const grown = new Float32Array(this.#next * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    const number = Math.fround(value);
    if (this.#numbers[this.#next] !== number) {
      this.#numbers[this.#next] = number;
      this.#isSame = false;
    }
    this.#next++;
  }
}
