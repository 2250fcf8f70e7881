import type { Contour } from '../../engine/model/rig.ts';
import { Blocks } from './blocks.ts';

/** The control points and contours of one path. */
export interface Geometry {
  /** x, y, x, y, … */
  readonly points: Float64Array;
  readonly contours: readonly Contour[];
}

export interface ShapeData {
  readonly geometry: Geometry;
  /** What stopped the reading; the path is kept up to there, as SVG wants it. */
  readonly fault: string | undefined;
}

export const emptyGeometry: Geometry = { points: new Float64Array(0), contours: [] };

/** Collects contours of cubics; lines become cubics with their handles on the thirds. */
export class GeometryBuilder {
  /** Most paths need no other block than the first. */
  readonly #numbers = new Blocks((length) => new Float64Array(length), 64);
  readonly #contours: Contour[] = [];
  /** Where the contour starts: among the numbers, and in the picture. */
  #start = 0;
  #startX = 0;
  #startY = 0;
  #open = false;
  /** The current point. */
  x = 0;
  y = 0;

  /** Control points so far. */
  get points(): number {
    return this.#numbers.length / 2;
  }

  moveTo(x: number, y: number): void {
    this.#end(false);
    this.#begin(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#resume();
    const dx = (x - this.x) / 3;
    const dy = (y - this.y) / 3;
    this.#push(this.x + dx, this.y + dy);
    this.#push(x - dx, y - dy);
    this.#push(x, y);
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#resume();
    this.#push(x1, y1);
    this.#push(x2, y2);
    this.#push(x, y);
  }

  quadTo(x1: number, y1: number, x: number, y: number): void {
    const { x: x0, y: y0 } = this;
    this.cubicTo(
      x0 + (2 / 3) * (x1 - x0),
      y0 + (2 / 3) * (y1 - y0),
      x + (2 / 3) * (x1 - x),
      y + (2 / 3) * (y1 - y),
      x,
      y,
    );
  }

  /** The current point goes back to the start of the contour. */
  close(): void {
    if (!this.#open) return;
    this.#end(true);
    this.x = this.#startX;
    this.y = this.#startY;
  }

  /** For shapes of a bounded size. */
  build(): Geometry {
    const work = this.buildInTurns();
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
    }
  }

  /** Yields in long ones. */
  *buildInTurns(): Generator<void, Geometry> {
    this.#end(false);
    return { points: yield* this.#numbers.build(), contours: this.#contours };
  }

  /** After a close the next segment starts a contour where the closed one started. */
  #resume(): void {
    if (!this.#open) this.#begin(this.x, this.y);
  }

  #begin(x: number, y: number): void {
    this.#start = this.#numbers.length;
    this.#startX = x;
    this.#startY = y;
    this.#open = true;
    this.#push(x, y);
  }

  #end(closed: boolean): void {
    if (!this.#open) return;
    const count = (this.#numbers.length - this.#start) / 2;
    this.#contours.push({ start: this.#start / 2, segments: (count - 1) / 3, closed });
    this.#open = false;
  }

  #push(x: number, y: number): void {
    this.#numbers.push(x);
    this.#numbers.push(y);
    this.x = x;
    this.y = y;
  }
}
