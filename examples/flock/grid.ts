/**
 * Points in cells, made anew in each step, to sum up those near a place. The sums of whole cells are ready, so that
 * it costs little where many are crowded together.
 */
export class Grid {
  /** Of the last {@link sum}. */
  count = 0;
  sumX = 0;
  sumY = 0;
  #x: Float64Array;
  #y: Float64Array;
  readonly #cells: Int32Array;
  /** Indices of the points, cell after cell, row after row. */
  readonly #sorted: Int32Array;
  /** Where each cell begins in the list. */
  readonly #starts = new Int32Array(MOST * MOST + 1);
  /** Sums of all points before each in the list. */
  readonly #beforeX: Float64Array;
  readonly #beforeY: Float64Array;
  #left = 0;
  #top = 0;
  #size = 1;
  #columns = 1;
  #rows = 1;

  constructor(count: number) {
    this.#x = new Float64Array(count);
    this.#y = this.#x;
    this.#cells = new Int32Array(count);
    this.#sorted = new Int32Array(count);
    this.#beforeX = new Float64Array(count + 1);
    this.#beforeY = new Float64Array(count + 1);
  }

  /** @param smallest Least side of a cell. */
  fill(x: Float64Array, y: Float64Array, smallest: number): void {
    this.#x = x;
    this.#y = y;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < x.length; i++) {
      left = Math.min(left, x[i]);
      right = Math.max(right, x[i]);
      top = Math.min(top, y[i]);
      bottom = Math.max(bottom, y[i]);
    }
    this.#left = left;
    this.#top = top;
    this.#size = Math.max(smallest, (right - left) / (MOST - 1), (bottom - top) / (MOST - 1));
    this.#columns = Math.floor((right - left) / this.#size) + 1;
    this.#rows = Math.floor((bottom - top) / this.#size) + 1;

    const starts = this.#starts;
    const cellCount = this.#columns * this.#rows;
    starts.fill(0, 0, cellCount + 1);
    for (let i = 0; i < x.length; i++) {
      const cell = this.#row(y[i]) * this.#columns + this.#column(x[i]);
      this.#cells[i] = cell;
      starts[cell + 1]++;
    }
    for (let cell = 0; cell < cellCount; cell++) starts[cell + 1] += starts[cell];
    // From the back, each start is moved to the end of its cell and down again.
    for (let i = x.length - 1; i >= 0; i--) this.#sorted[--starts[this.#cells[i] + 1]] = i;
    for (let cell = 0; cell < cellCount; cell++) starts[cell] = starts[cell + 1];
    starts[cellCount] = x.length;
    for (let k = 0; k < x.length; k++) {
      this.#beforeX[k + 1] = this.#beforeX[k] + x[this.#sorted[k]];
      this.#beforeY[k + 1] = this.#beforeY[k] + y[this.#sorted[k]];
    }
  }

  /** Counts and sums up the points nearer than `radius` to a place. */
  sum(x: number, y: number, radius: number): void {
    this.count = this.sumX = this.sumY = 0;
    const squared = radius * radius;
    for (let row = this.#row(y - radius); row <= this.#row(y + radius); row++) {
      const above = this.#top + row * this.#size - y;
      const below = above + this.#size;
      const nearest = above > 0 ? above : below < 0 ? -below : 0;
      const farthest = Math.max(-above, below);
      if (nearest >= radius) continue;
      const reach = Math.sqrt(squared - nearest * nearest);
      const first = this.#column(x - reach);
      const last = this.#column(x + reach);
      // Columns whose cells lie inside of the circle with all corners; none where the first is after the last.
      let whole = last + 1;
      let lastWhole = last;
      if (farthest < radius) {
        const sure = Math.sqrt(squared - farthest * farthest);
        whole = Math.max(first, Math.floor((x - sure - this.#left) / this.#size) + 1);
        lastWhole = Math.min(last, Math.ceil((x + sure - this.#left) / this.#size) - 2);
      }
      if (whole > lastWhole) this.#test(row, first, last, x, y, squared);
      else {
        this.#test(row, first, whole - 1, x, y, squared);
        this.#take(row, whole, lastWhole);
        this.#test(row, lastWhole + 1, last, x, y, squared);
      }
    }
  }

  #take(row: number, first: number, last: number): void {
    const from = this.#starts[row * this.#columns + first];
    const to = this.#starts[row * this.#columns + last + 1];
    this.count += to - from;
    this.sumX += this.#beforeX[to] - this.#beforeX[from];
    this.sumY += this.#beforeY[to] - this.#beforeY[from];
  }

  #test(row: number, first: number, last: number, x: number, y: number, squared: number): void {
    const to = this.#starts[row * this.#columns + last + 1];
    for (let k = this.#starts[row * this.#columns + first]; k < to; k++) {
      const i = this.#sorted[k];
      const dx = this.#x[i] - x;
      const dy = this.#y[i] - y;
      if (dx * dx + dy * dy >= squared) continue;
      this.count++;
      this.sumX += this.#x[i];
      this.sumY += this.#y[i];
    }
  }

  #column(x: number): number {
    return Math.min(Math.max(Math.floor((x - this.#left) / this.#size), 0), this.#columns - 1);
  }

  #row(y: number): number {
    return Math.min(Math.max(Math.floor((y - this.#top) / this.#size), 0), this.#rows - 1);
  }
}

/** Cells along one side. */
const MOST = 128;
