import { checkSize } from './layout.ts';

/**
 * Lookup tables from the frame of an action to the key that holds there. Tracks with keys at the
 * same frames share a table.
 */
export class FrameRows {
  #tables = new Map<string, number>();
  #rows: number[] = [];

  /**
   * @param frames Ascending frames of the keys, from 1.
   * @param length Last frame of the action.
   * @returns Where the table of `length + 1` rows begins.
   */
  add(frames: Int32Array, length: number): number {
    const name = `${length}:${frames.join()}`;
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    const first = this.#rows.length;
    checkSize('frames of tracks', first + length + 1);
    let row = 0;
    for (let frame = 0; frame <= length; frame++) {
      while (row < frames.length && frames[row] <= frame) row++;
      this.#rows.push(row);
    }
    this.#tables.set(name, first);
    return first;
  }

  toArray(): Uint16Array {
    return Uint16Array.from(this.#rows);
  }
}
