import { AyatoriError, type Place } from '../../engine/model/problem.ts';

/** Reads numbers from bytes, big-endian, and never beyond their end. */
export class Cursor {
  readonly file: string;
  readonly size: number;
  readonly #view: DataView;
  #offset = 0;
  /** What is being read, for messages. */
  place: Place = {};

  constructor(bytes: Uint8Array, file: string) {
    this.file = file;
    this.size = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes read so far. */
  get offset(): number {
    return this.#offset;
  }

  u8(what: string): number {
    return this.#view.getUint8(this.#take(1, what));
  }

  u16(what: string): number {
    return this.#view.getUint16(this.#take(2, what));
  }

  i16(what: string): number {
    return this.#view.getInt16(this.#take(2, what));
  }

  f32(what: string): number {
    return this.#view.getFloat32(this.#take(4, what));
  }

  /** One byte that is 0 or 1. */
  flag(what: string): boolean {
    const value = this.u8(what);
    if (value > 1) throw this.fault(`${what} is not valid`, '0 or 1', String(value), this.#offset - 1);
    return value === 1;
  }

  /** UTF-16 code units behind their number. */
  string(what: string): string {
    const length = this.u8(what);
    const start = this.#take(2 * length, what);
    let text = '';
    for (let i = 0; i < length; i++) text += String.fromCharCode(this.#view.getUint16(start + 2 * i));
    return text;
  }

  /** Refuses a number of things that the rest of the file cannot hold. */
  checkCount(count: number, bytesEach: number, what: string): void {
    const left = this.size - this.#offset;
    if (count * bytesEach <= left) return;
    throw this.fault(`there cannot be so many ${what}`, `at least ${count * bytesEach} bytes for them`, bytesOf(left));
  }

  /**
   * Reads the head of the next run of a list: so many items from `start` on have one value, which
   * follows; a negative number: so many items are empty.
   * @param count Items of the whole list; more than `start`.
   */
  run(start: number, count: number, what: string): number {
    const at = this.#offset;
    const filled = this.u16(what);
    if (filled > count - start) {
      throw this.fault(`a run of equal items passes the end of ${what}`, `at most ${count - start}`, `${filled}`, at);
    }
    if (filled > 0) return filled;
    const empty = this.u16(what);
    if (empty === 0) throw this.fault(`a run of ${what} has no length`, 'a number from 1', '0', at);
    // The writer gives a closing run the length of the whole list.
    return -Math.min(empty, count - start);
  }

  /** That nothing follows. */
  checkEnd(): void {
    if (this.#offset === this.size) return;
    this.place = {};
    throw this.fault('the file goes on behind its last group', 'its end', bytesOf(this.size - this.#offset));
  }

  fault(message: string, expected: string, found: string, byte = this.#offset): AyatoriError {
    return new AyatoriError({
      code: 'bin-damaged',
      file: this.file,
      ...this.place,
      byte,
      message,
      expected,
      found,
      hint: 'is this a path_data.bin, and whole?',
    });
  }

  #take(bytes: number, what: string): number {
    const start = this.#offset;
    if (bytes > this.size - start) {
      throw this.fault(`the file ends in ${what}`, bytesOf(bytes), bytesOf(this.size - start));
    }
    this.#offset += bytes;
    return start;
  }
}

const bytesOf = (count: number): string => (count === 1 ? '1 byte' : `${count} bytes`);
