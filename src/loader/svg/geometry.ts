import type { Contour } from '../../engine/model/rig.ts';

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

/** Numbers of the first block; most paths need no other. */
const smallBlock = 64;
/** Numbers of a block that grows no more: one array that doubled would take longer each time. */
const largeBlock = 1 << 14;

/** Collects contours of cubics; lines become cubics with their handles on the thirds. */
export class GeometryBuilder {
  /** Blocks that are full. */
  readonly #full: Float64Array[] = [];
  #block = new Float64Array(smallBlock);
  /** Numbers in the block. */
  #used = 0;
  #length = 0;
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
    return this.#length / 2;
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

  /** Yields between blocks. */
  *buildInTurns(): Generator<void, Geometry> {
    this.#end(false);
    const points = new Float64Array(this.#length);
    let start = 0;
    for (const block of this.#full) {
      points.set(block, start);
      start += block.length;
      yield;
    }
    points.set(this.#block.subarray(0, this.#used), start);
    return { points, contours: this.#contours };
  }

  /** After a close the next segment starts a contour where the closed one started. */
  #resume(): void {
    if (!this.#open) this.#begin(this.x, this.y);
  }

  #begin(x: number, y: number): void {
    this.#start = this.#length;
    this.#startX = x;
    this.#startY = y;
    this.#open = true;
    this.#push(x, y);
  }

  #end(closed: boolean): void {
    if (!this.#open) return;
    const count = (this.#length - this.#start) / 2;
    this.#contours.push({ start: this.#start / 2, segments: (count - 1) / 3, closed });
    this.#open = false;
  }

  #push(x: number, y: number): void {
    if (this.#used === this.#block.length) this.#makeRoom();
    this.#block[this.#used++] = x;
    this.#block[this.#used++] = y;
    this.#length += 2;
    this.x = x;
    this.y = y;
  }

  #makeRoom(): void {
    const block = this.#block;
    if (block.length < largeBlock) {
      this.#block = new Float64Array(block.length * 2);
      this.#block.set(block);
      return;
    }
    this.#full.push(block);
    this.#block = new Float64Array(largeBlock);
    this.#used = 0;
  }
}
