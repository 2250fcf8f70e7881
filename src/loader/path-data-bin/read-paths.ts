import type { Color } from '../../engine/model/rig.ts';
import { type Limits, limitError } from '../options.ts';
import { sameColor } from '../svg/color.ts';
import { emptyGeometry } from '../svg/geometry.ts';
import { maxCoordinate } from '../svg/matrix.ts';
import type { ValueReader } from './animated.ts';
import type { BinaryPath } from './binary-file.ts';
import { type Context, reportPart } from './context.ts';
import { cubicsOf, DifferenceReader, hasStart, type Outline, readOutline } from './outline.ts';

/** Reads the paths of groups and counts them. */
export class PathReader {
  readonly #context: Context;
  readonly #limits: Limits;
  /** The longer side of the picture, px. */
  readonly #side: number;
  readonly #differences: DifferenceReader;
  #paths = 0;
  #points = 0;

  constructor(context: Context, limits: Limits, side: number) {
    this.#context = context;
    this.#limits = limits;
    this.#side = side;
    this.#differences = new DifferenceReader(context.cursor);
  }

  /** The paths of the next group. */
  *read(group: string): Generator<void, BinaryPath[]> {
    const { cursor, animated } = this.#context;
    const paths: BinaryPath[] = [];
    const count = cursor.u16('the paths of a group');
    for (let i = 0; i < count; ) {
      const run = cursor.run(i, count, 'the paths of a group');
      if (run > 0) {
        this.#paths += run;
        if (this.#paths > this.#limits.paths) {
          throw limitError(this.#limits, 'paths', 'paths', undefined, cursor.file);
        }
        cursor.place = { group, path: i };
        animated.copies = run;
        const path = yield* this.#path(run);
        for (let k = 0; k < run; k++) paths.push(path);
        animated.copies = 1;
        if (animated.isDue()) yield;
      }
      i += Math.abs(run);
    }
    return paths;
  }

  *#path(copies: number): Generator<void, BinaryPath> {
    const { cursor, animated } = this.#context;
    const mask = cursor.u16('the mask of a path') - 1;
    const evenOdd = cursor.flag('the fill rule of a path');
    const byte = cursor.offset;
    const outline = readOutline(cursor);
    const isPath = hasStart(outline);
    if (!isPath) {
      const message = 'the path does not begin with M; it is left empty';
      const found = 'LCZ'[outline.commands[0] - 1];
      reportPart(this.#context, { code: 'path-data', byte, message, expected: 'M', found });
    }
    const geometry = isPath ? cubicsOf(outline.commands, outline.numbers, this.#side) : emptyGeometry;
    this.#points += (geometry.points.length / 2) * copies;
    if (this.#points > this.#limits.points) {
      throw limitError(this.#limits, 'points', 'control points', undefined, cursor.file);
    }
    return {
      mask,
      evenOdd,
      geometry,
      width: yield* animated.read(this.#width),
      fill: yield* animated.read(this.#color),
      stroke: yield* animated.read(this.#color),
      deltas: yield* animated.read(this.#deltas(outline, isPath, geometry.points.length)),
    };
  }

  readonly #width: ValueReader<number> = {
    read: (action, frame) => {
      const byte = this.#context.cursor.offset;
      const width = this.#context.cursor.f32('the line width');
      if (width >= 0 && width <= maxCoordinate) return width;
      reportPart(this.#context, {
        code: 'bin-value',
        byte,
        ...this.#key(action, frame),
        message: 'the line width is not valid; it is left out',
        expected: 'a number from 0 to 1e30',
        found: String(width),
      });
      return undefined;
    },
    same: (a, b) => a === b,
  };

  readonly #color: ValueReader<Color | null> = {
    read: () => {
      const { cursor } = this.#context;
      if (cursor.u8('a colour') === 0) return null;
      const next = () => cursor.u8('a colour') / 255;
      return [next(), next(), next(), 1];
    },
    same: sameColor,
  };

  /** @param length Numbers of the control points. */
  #deltas(outline: Outline, isPath: boolean, length: number): ValueReader<Float64Array> {
    const { cursor, animated } = this.#context;
    return {
      read: (action, frame) => {
        const byte = cursor.offset;
        animated.spend((length + outline.commands.length) * Float64Array.BYTES_PER_ELEMENT);
        // At rest there are none, in whatever form the file says so.
        const isUsed = isPath && (action > 0 || frame > 0);
        const numbers = this.#differences.read(outline, isUsed);
        if (!isUsed) return undefined;
        if (numbers !== undefined) return cubicsOf(outline.commands, numbers, this.#side).points;
        reportPart(this.#context, {
          code: 'morph-topology',
          byte,
          ...this.#key(action, frame),
          message: 'the differences do not fit the commands of the path; the frame before is held',
          expected: `differences for ${outline.commands.length} commands`,
        });
        return undefined;
      },
      same: sameNumbers,
      isNothing: (value) => value.every((each) => each === 0),
    };
  }

  #key(action: number, frame: number): { action: string; frame: number } {
    return { action: this.#context.actions[action]?.name ?? '', frame };
  }
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
