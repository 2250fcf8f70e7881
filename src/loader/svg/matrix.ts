/** x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Compared by identity: where nothing is transformed, numbers stay as the file has them. */
export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  if (outer === identity) return inner;
  if (inner === identity) return outer;
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Factor by which widths of lines grow: the square root of that of areas. */
export function widthScale([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Greatest over smallest stretch: 1 where circles stay circles; infinite where areas vanish. */
export function anisotropy([a, b, c, d]: Matrix): number {
  const half = (a * a + b * b + c * c + d * d) / 2;
  const area = a * d - b * c;
  const root = Math.sqrt(Math.max(0, half * half - area * area));
  return Math.sqrt((half + root) / Math.max(0, half - root));
}

/** Beyond it nothing can be drawn: the products of two such numbers are no 32-bit floats any more. */
export const maxCoordinate = 1e30;

/** Whether all numbers are finite and small enough to be drawn. */
export function isInRange(numbers: ArrayLike<number>): boolean {
  for (let i = 0; i < numbers.length; i++) if (!(Math.abs(numbers[i]) <= maxCoordinate)) return false;
  return true;
}

/**
 * Puts points in their place. False where some then are not in range. Yields in long lists.
 * @param points x, y, x, y, …; changed.
 */
export function* placePoints(points: Float64Array, matrix: Matrix): Generator<void, boolean> {
  for (let start = 0; start < points.length; start += chunk) {
    if (start > 0) yield;
    const part = points.length <= chunk ? points : points.subarray(start, start + chunk);
    transformPoints(part, matrix);
    if (!isInRange(part)) return false;
  }
  return true;
}

/** Numbers between two points where the work may be interrupted. */
const chunk = 1 << 15;

function transformPoints(points: Float64Array, matrix: Matrix): void {
  if (matrix === identity) return;
  const [a, b, c, d, e, f] = matrix;
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i];
    const y = points[i + 1];
    points[i] = a * x + c * y + e;
    points[i + 1] = b * x + d * y + f;
  }
}

const argumentCounts = new Map<string, readonly number[]>(
  Object.entries({
    matrix: [6],
    translate: [1, 2],
    scale: [1, 2],
    rotate: [1, 3],
    skewX: [1],
    skewY: [1],
  }),
);

/** Reads a transform attribute; undefined where it is not valid (it then counts as not given). */
export function parseTransform(text: string): Matrix | undefined {
  let matrix = identity;
  // One function at a time, with what may stand before it.
  const part = /[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)/y;
  let end = 0;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [, name, list] = match;
    const numbers = parseNumbers(list);
    if (numbers === undefined || !argumentCounts.get(name)?.includes(numbers.length)) return undefined;
    matrix = multiply(matrix, functionMatrix(name, numbers));
    end = part.lastIndex;
  }
  return /^[\s,]*$/.test(text.slice(end)) ? matrix : undefined;
}

const radians = Math.PI / 180;

function functionMatrix(name: string, numbers: readonly number[]): Matrix {
  const [p, q] = numbers;
  switch (name) {
    case 'matrix':
      return numbers as readonly number[] as Matrix;
    case 'translate':
      return [1, 0, 0, 1, p, q ?? 0];
    case 'scale':
      return [p, 0, 0, q ?? p, 0, 0];
    case 'skewX':
      return [1, 0, Math.tan(p * radians), 1, 0, 0];
    case 'skewY':
      return [1, Math.tan(p * radians), 0, 1, 0, 0];
    default: {
      const [angle, x = 0, y = 0] = numbers;
      const cos = Math.cos(angle * radians);
      const sin = Math.sin(angle * radians);
      return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
    }
  }
}

/**
 * The numbers of a list as in `points` or `viewBox`: separated by blanks, commas, or nothing
 * where a sign or point starts the next. Undefined where anything else stands in it.
 */
export function parseNumbers(text: string): number[] | undefined {
  const numbers: number[] = [];
  const reader = new NumberReader(text);
  for (let value = reader.next(); value !== undefined; value = reader.next()) numbers.push(value);
  return /^[\s,]*$/.test(reader.rest()) ? numbers : undefined;
}

const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;

/** Reads one number after the other. See {@link parseNumbers}. */
export class NumberReader {
  readonly #text: string;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Undefined where none stands next. */
  next(): number | undefined {
    number.lastIndex = this.#end;
    const match = number.exec(this.#text);
    if (match === null) return undefined;
    const value = Number(match[1]);
    if (!Number.isFinite(value)) return undefined;
    this.#end = number.lastIndex;
    return value;
  }

  /** What stands after the number last read. */
  rest(length = this.#text.length): string {
    return this.#text.slice(this.#end, this.#end + length);
  }
}
