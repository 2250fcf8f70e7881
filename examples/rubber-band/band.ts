/** Steps a second. */
export const PACE = 60;

/** What a follower lets be between itself and the one before, px. */
export const SLACK = 10;

/**
 * Points that follow each other. In each step of 1/60 s each closes half of what is more than 10 px between it and the
 * one before, from the first on. Time is cut into whole steps, and what is left over is shown half-way: so a band is
 * at the same place at the same time, at any frame rate.
 */
export class Band {
  /** Followers as they are to be seen: x, y, x, y, … */
  readonly points: Float64Array;
  readonly #now: Float64Array;
  readonly #before: Float64Array;
  /** Seconds that make no whole step. */
  #rest = 0;

  /** All followers at one place. */
  constructor(count: number, x: number, y: number) {
    this.#now = Float64Array.from({ length: count * 2 }, (_, i) => (i % 2 === 0 ? x : y));
    this.#before = this.#now.slice();
    this.points = this.#now.slice();
  }

  /** Lets time pass with the leader at a place. */
  advance(seconds: number, leaderX: number, leaderY: number): void {
    // A sum of frames may miss a whole step by a rounding.
    const steps = Math.floor((this.#rest + seconds) * PACE + 1e-6);
    this.#rest = Math.max(0, this.#rest + seconds - steps / PACE);
    for (let s = 0; s < steps; s++) {
      this.#before.set(this.#now);
      this.#step(leaderX, leaderY);
    }
    const share = this.#rest * PACE;
    for (let i = 0; i < this.points.length; i++) {
      this.points[i] = this.#before[i] + (this.#now[i] - this.#before[i]) * share;
    }
  }

  #step(leaderX: number, leaderY: number): void {
    const now = this.#now;
    let [x, y] = [leaderX, leaderY];
    for (let i = 0; i < now.length; i += 2) {
      const [dx, dy] = [x - now[i], y - now[i + 1]];
      const distance = Math.hypot(dx, dy);
      if (distance > SLACK) {
        const share = (distance - SLACK) / 2 / distance;
        now[i] += dx * share;
        now[i + 1] += dy * share;
      }
      x = now[i];
      y = now[i + 1];
    }
  }
}

/** How many control points {@link bandCurve} writes for so many followers. */
export const curvePoints = (followers: number): number => 3 * followers + 1;

/**
 * A smooth curve from the leader to the last follower: each follower but the last is the control of a quadratic that ends
 * half-way to the next, and the last half is straight. Quadratics are written as the cubics that are the same.
 * @param out x, y of the control points: `2 * curvePoints(followers)` numbers.
 */
export function bandCurve(leaderX: number, leaderY: number, followers: Float64Array, out: Float64Array): void {
  let [x, y] = [leaderX, leaderY];
  let at = 0;
  out[at++] = x;
  out[at++] = y;
  const last = followers.length - 2;
  for (let i = 0; i <= last; i += 2) {
    // The last is its own control: a straight line, evenly paced.
    const isLast = i === last;
    const endX = isLast ? followers[i] : (followers[i] + followers[i + 2]) / 2;
    const endY = isLast ? followers[i + 1] : (followers[i + 1] + followers[i + 3]) / 2;
    const controlX = isLast ? (x + endX) / 2 : followers[i];
    const controlY = isLast ? (y + endY) / 2 : followers[i + 1];
    out[at++] = x + (2 / 3) * (controlX - x);
    out[at++] = y + (2 / 3) * (controlY - y);
    out[at++] = endX + (2 / 3) * (controlX - endX);
    out[at++] = endY + (2 / 3) * (controlY - endY);
    out[at++] = x = endX;
    out[at++] = y = endY;
  }
}
