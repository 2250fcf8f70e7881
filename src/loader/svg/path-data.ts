import { SVGPathData, SVGPathDataParser } from 'svg-pathdata';
import { loadedExtras } from './extras-part.ts';
import { emptyGeometry, type Geometry, GeometryBuilder, type ShapeData } from './geometry.ts';
import { maxCoordinate } from './matrix.ts';

/** Characters between two points where the work may be interrupted. */
const chunkSize = 1 << 14;

type Command = ReturnType<SVGPathDataParser['parse']>[number];

/**
 * Reads the `d` of a path into cubics; points of absolute cubics are the very numbers of the file.
 * Gives undefined where the path has more than `maxPoints` points. Yields in long paths.
 */
export function* readPathData(d: string, maxPoints: number): Generator<void, ShapeData | undefined> {
  const writer = new CommandWriter();
  const parser = new SVGPathDataParser();
  const commands: Command[] = [];
  let fault: string | undefined;
  // The parser keeps numbers that follow a close for the next command; SVG stops there.
  const stray = /[zZ][\s,]*[\d.+-]/.exec(d);
  const text = stray === null ? d : d.slice(0, stray.index + 1);
  if (stray !== null) fault = `Unexpected number after "Z" at index ${stray.index + 1}.`;
  const first = /^\s*([^\s])/.exec(text)?.[1];
  if (first === undefined || text.trim() === 'none') return { geometry: emptyGeometry, fault };
  if (first !== 'M' && first !== 'm') {
    return { geometry: emptyGeometry, fault: `Expected "M" at the start, found "${first}".` };
  }
  try {
    for (let start = 0; start < text.length; start += chunkSize) {
      if (start > 0) yield;
      commands.length = 0;
      try {
        // The parser counts from the start of the chunk.
        parser.parse(start === 0 && text.length <= chunkSize ? text : text.slice(start, start + chunkSize), commands);
      } catch (error) {
        throw start === 0 ? error : moveIndex(error, start);
      } finally {
        writer.write(commands);
      }
      if (writer.points > maxPoints) return undefined;
    }
    commands.length = 0;
    try {
      parser.finish(commands);
    } finally {
      writer.write(commands);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser blames a comma for what may be any other character.
    fault = error.message.replace(/ Command cannot follow comma$/, '');
  }
  return { geometry: yield* writer.build(), fault };
}

function moveIndex(error: unknown, by: number): unknown {
  if (!(error instanceof SyntaxError)) return error;
  return new SyntaxError(error.message.replace(/\d+(?=\D*$)/, (index) => String(Number(index) + by)));
}

/** Turns commands into cubics. Keeps what smooth curves need of the command before. */
class CommandWriter {
  readonly #builder = new GeometryBuilder();
  /** The handle that a smooth curve mirrors. */
  #handleX = 0;
  #handleY = 0;
  #handleOf: 'cubic' | 'quad' | undefined;

  get points(): number {
    return this.#builder.points;
  }

  build(): Generator<void, Geometry> {
    return this.#builder.buildInTurns();
  }

  /** Throws a SyntaxError at a number that no coordinate can be. */
  write(commands: readonly Command[]): void {
    for (const command of commands) this.#write(command);
  }

  #write(command: Command): void {
    const builder = this.#builder;
    if (command.type === SVGPathData.CLOSE_PATH) {
      builder.close();
      this.#handleOf = undefined;
      return;
    }
    const { x: x0, y: y0 } = builder;
    const dx = command.relative ? x0 : 0;
    const dy = command.relative ? y0 : 0;
    const x = 'x' in command ? this.#finite(command.x + dx) : x0;
    const y = 'y' in command ? this.#finite(command.y + dy) : y0;
    let handleOf: 'cubic' | 'quad' | undefined;
    switch (command.type) {
      case SVGPathData.MOVE_TO:
        builder.moveTo(x, y);
        break;
      case SVGPathData.LINE_TO:
      case SVGPathData.HORIZ_LINE_TO:
      case SVGPathData.VERT_LINE_TO:
        builder.lineTo(x, y);
        break;
      case SVGPathData.CURVE_TO:
      case SVGPathData.SMOOTH_CURVE_TO: {
        const isSmooth = command.type === SVGPathData.SMOOTH_CURVE_TO;
        const mirrors = isSmooth && this.#handleOf === 'cubic';
        const x1 = isSmooth ? (mirrors ? 2 * x0 - this.#handleX : x0) : this.#finite(command.x1 + dx);
        const y1 = isSmooth ? (mirrors ? 2 * y0 - this.#handleY : y0) : this.#finite(command.y1 + dy);
        this.#handleX = this.#finite(command.x2 + dx);
        this.#handleY = this.#finite(command.y2 + dy);
        handleOf = 'cubic';
        builder.cubicTo(x1, y1, this.#handleX, this.#handleY, x, y);
        break;
      }
      case SVGPathData.QUAD_TO:
      case SVGPathData.SMOOTH_QUAD_TO: {
        const isSmooth = command.type === SVGPathData.SMOOTH_QUAD_TO;
        const mirrors = isSmooth && this.#handleOf === 'quad';
        this.#handleX = isSmooth ? (mirrors ? 2 * x0 - this.#handleX : x0) : this.#finite(command.x1 + dx);
        this.#handleY = isSmooth ? (mirrors ? 2 * y0 - this.#handleY : y0) : this.#finite(command.y1 + dy);
        handleOf = 'quad';
        builder.quadTo(this.#handleX, this.#handleY, x, y);
        break;
      }
      case SVGPathData.ARC:
        this.#finite(command.rX + command.rY + command.xRot);
        loadedExtras().arcTo(
          builder,
          command.rX,
          command.rY,
          command.xRot,
          command.lArcFlag === 1,
          command.sweepFlag === 1,
          x,
          y,
        );
        break;
    }
    this.#handleOf = handleOf;
  }

  #finite(value: number): number {
    if (!(Math.abs(value) <= maxCoordinate)) throw new SyntaxError(`The number ${value} is out of range.`);
    return value;
  }
}
