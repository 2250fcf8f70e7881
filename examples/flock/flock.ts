import { Grid } from './grid.ts';

/** What moves a circle; each may be left out. */
export interface Urges {
  readonly inertia: boolean;
  readonly separation: boolean;
  readonly alignment: boolean;
  readonly cohesion: boolean;
}

const ALL: Urges = { inertia: true, separation: true, alignment: true, cohesion: true };

/** Steps a second. */
export const PACE = 60;

/**
 * Circles that chase a target. In each step a circle moves by the mean of four vectors:
 *
 *     inertia      its motion in the step before
 *     separation   away from the centre of those nearer than its radius: radius − distance to that centre
 *     alignment    from the centre of the flock to the target, times 0.1 to 0.3
 *     cohesion     from itself to the centre of the flock, times 0.3 to 0.5
 *
 * Radius (20 to 30 px) and factors are drawn once for each circle. All see the flock as it was before the step.
 */
export class Flock {
  readonly count: number;
  /** px. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The motion of the last step, px. */
  readonly dx: Float64Array;
  readonly dy: Float64Array;
  readonly radii: Float64Array;
  readonly alignments: Float64Array;
  readonly cohesions: Float64Array;
  readonly #grid: Grid;

  /**
   * Circles at rest, spread over a place.
   * @param random Numbers from 0 to 1.
   */
  constructor(count: number, random: () => number, width: number, height: number) {
    this.count = count;
    const drawn = (least: number, most: number) =>
      Float64Array.from({ length: count }, () => least + (most - least) * random());
    this.x = drawn(0, width);
    this.y = drawn(0, height);
    this.dx = new Float64Array(count);
    this.dy = new Float64Array(count);
    this.radii = drawn(20, 30);
    this.alignments = drawn(0.1, 0.3);
    this.cohesions = drawn(0.3, 0.5);
    this.#grid = new Grid(count);
  }

  /** One step towards a target. */
  step(targetX: number, targetY: number, urges: Urges = ALL): void {
    const { count, x, y, dx, dy, radii, alignments, cohesions } = this;
    let centerX = 0;
    let centerY = 0;
    for (let i = 0; i < count; i++) {
      centerX += x[i] / count;
      centerY += y[i] / count;
    }
    if (urges.separation) this.#grid.fill(x, y, CELL);
    for (let i = 0; i < count; i++) {
      let sumX = urges.inertia ? dx[i] : 0;
      let sumY = urges.inertia ? dy[i] : 0;
      if (urges.separation) {
        this.#grid.sum(x[i], y[i], radii[i]);
        const others = this.#grid.count - 1;
        if (others > 0) {
          let awayX = x[i] - (this.#grid.sumX - x[i]) / others;
          let awayY = y[i] - (this.#grid.sumY - y[i]) / others;
          let distance = Math.hypot(awayX, awayY);
          if (distance < 1e-6) {
            // From the very centre all directions are alike: each circle takes one of its own.
            awayX = Math.cos(i * GOLDEN);
            awayY = Math.sin(i * GOLDEN);
            distance = 1;
            sumX += awayX * radii[i];
            sumY += awayY * radii[i];
          } else {
            sumX += (awayX / distance) * (radii[i] - distance);
            sumY += (awayY / distance) * (radii[i] - distance);
          }
        }
      }
      if (urges.alignment) {
        sumX += (targetX - centerX) * alignments[i];
        sumY += (targetY - centerY) * alignments[i];
      }
      if (urges.cohesion) {
        sumX += (centerX - x[i]) * cohesions[i];
        sumY += (centerY - y[i]) * cohesions[i];
      }
      dx[i] = sumX / 4;
      dy[i] = sumY / 4;
    }
    for (let i = 0; i < count; i++) {
      x[i] += dx[i];
      y[i] += dy[i];
    }
  }
}

/** Least side of a cell, px: small, as a large flock gets crowded. */
const CELL = 2;

/** No two multiples of it are alike; radians. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
