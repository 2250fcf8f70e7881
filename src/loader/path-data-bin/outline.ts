import { type Geometry, GeometryBuilder } from '../svg/geometry.ts';
import type { Cursor } from './cursor.ts';

/** Commands of a path as the file has them. Points and differences from them are both numbers for the same commands. */
export interface Outline {
  /** 0: M, 1: L, 2: C, 3: Z. */
  readonly commands: Uint8Array;
  readonly numbers: Int16Array;
}

const M = 0;
const L = 1;
const C = 2;
const Z = 3;
/** Numbers of each command. */
const counts = [2, 2, 6, 0];
const mostNumbers = 6;

/** A number of the file for the longer side of the picture. */
const unit = 30_000;

export function readOutline(cursor: Cursor): Outline {
  const count = cursor.u16('a path');
  cursor.checkCount(count, 1, 'commands in a path');
  const commands = new Uint8Array(count);
  const numbers: number[] = [];
  for (let i = 0; i < count; i++) {
    const command = cursor.u8('a path');
    if (command > Z) {
      throw cursor.fault(
        'there is no such command of a path',
        '0 (M), 1 (L), 2 (C) or 3 (Z)',
        `${command}`,
        cursor.offset - 1,
      );
    }
    commands[i] = command;
    for (let k = counts[command]; k > 0; k--) numbers.push(cursor.i16('a path'));
  }
  return { commands, numbers: Int16Array.from(numbers) };
}

/** Whether a path begins as one has to. */
export function hasStart({ commands }: Outline): boolean {
  return commands.length === 0 || commands[0] === M;
}

/**
 * Cubics in px. All that is done to the numbers is linear, so that differences give the differences
 * of the control points.
 * @param side The longer side of the picture, px.
 */
export function cubicsOf(commands: Uint8Array, numbers: Int16Array, side: number): Geometry {
  const builder = new GeometryBuilder();
  let i = 0;
  const next = () => (numbers[i++] * side) / unit;
  for (const command of commands) {
    if (command === M) builder.moveTo(next(), next());
    else if (command === L) builder.lineTo(next(), next());
    else if (command === C) builder.cubicTo(next(), next(), next(), next(), next(), next());
    else builder.close();
  }
  return builder.build();
}

/** Reads differences from outlines. */
export class DifferenceReader {
  readonly #cursor: Cursor;
  /** Numbers of the command last read. */
  readonly #numbers = new Int16Array(mostNumbers);

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /**
   * The numbers for the same commands, or undefined where they do not fit these.
   * @param isUsed False: they are only read past.
   */
  read(outline: Outline, isUsed: boolean): Int16Array | undefined {
    const { commands } = outline;
    const cursor = this.#cursor;
    const numbers = new Int16Array(isUsed ? outline.numbers.length : 0);
    const count = cursor.u16('the differences of a path');
    let fits = isUsed && count <= commands.length;
    let next = 0;
    for (let i = 0; i < count; ) {
      const run = cursor.run(i, count, 'the differences of a path');
      const length = run < 0 ? 0 : this.#readNumbers();
      const end = i + Math.abs(run);
      // Closes have no numbers, whether these are an empty list or none.
      for (; i < end && fits; i++) {
        fits = counts[commands[i]] === length;
        if (fits) for (let k = 0; k < length; k++) numbers[next++] = this.#numbers[k];
      }
      i = end;
    }
    for (let i = count; i < commands.length && fits; i++) fits = commands[i] === Z;
    return fits ? numbers : undefined;
  }

  /** @returns How many there are; -1 where some are empty or there are more than any command has. */
  #readNumbers(): number {
    const cursor = this.#cursor;
    const count = cursor.u16('the differences of a command');
    let isWhole = count <= mostNumbers;
    for (let i = 0; i < count; ) {
      const run = cursor.run(i, count, 'the differences of a command');
      if (run < 0) isWhole = false;
      const end = i + Math.abs(run);
      const value = run < 0 ? 0 : cursor.i16('the differences of a command');
      if (isWhole) this.#numbers.fill(value, i, end);
      i = end;
    }
    return isWhole ? count : -1;
  }
}
