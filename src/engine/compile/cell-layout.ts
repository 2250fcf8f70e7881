import type { CompiledRig } from './compiled-rig.ts';
import { LAYOUT } from './layout.ts';

/** Width and height of each cell over every pose of some actions, rig px: two numbers for each cell. */
export type CellSizes = Float32Array;

/**
 * How large each cell can become while the given actions play with any weights from 0 to 1.
 * @param active Whether an action plays, for each action.
 */
export function cellSizes(compiled: CompiledRig, active: ArrayLike<number>): CellSizes {
  const { cells, paths, points, morphs, reach, reachStarts } = compiled;
  const scratch = new DataView(new ArrayBuffer(4));
  const sizes = new Float32Array(cells.length / 2);
  for (let cell = 0; cell < cells.length / 4; cell++) {
    const path = cells[cell * 4];
    const texel = path * LAYOUT.PATH_TEXELS * 4;
    const first = paths[texel + 4];
    const count = paths[texel + 5];
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      const x = points[(first + i) * 4];
      const y = points[(first + i) * 4 + 1];
      let [x0, y0, x1, y1] = [x, y, x, y];
      for (let m = paths[texel]; m < paths[texel] + paths[texel + 1]; m++) {
        if (!active[morphs[m * 4 + 2]]) continue;
        const r = (reachStarts[m] + i) * 4;
        x0 += reach[r];
        y0 += reach[r + 1];
        x1 += reach[r + 2];
        y1 += reach[r + 3];
      }
      left = Math.min(left, x0);
      top = Math.min(top, y0);
      right = Math.max(right, x1);
      bottom = Math.max(bottom, y1);
    }
    let pen = 0;
    if (cells[cell * 4 + 1] === LAYOUT.CELL_STROKE) {
      scratch.setUint32(0, cells[cell * 4 + 2]);
      pen = compiled.strokeWidths[path] * scratch.getFloat32(0);
    }
    sizes[cell * 2] = right - left + pen;
    sizes[cell * 2 + 1] = bottom - top + pen;
  }
  return sizes;
}

/** Places for the cells of one puppet: x, y, width, height for each cell, in a rectangle of the given size. */
export interface CellLayout {
  readonly width: number;
  readonly height: number;
  readonly places: Uint16Array;
}

/**
 * Packs the cells onto shelves, tallest first.
 *
 * @param matrix Absolute values of the linear part of rig px → canvas px, or anything greater: a, b, c, d.
 * @param greatest Greatest width and height of a cell: the canvas, which boxes are cut to.
 * @param limit Greatest side of the whole; cells shrink together until it holds.
 */
export function packCells(
  sizes: CellSizes,
  matrix: readonly [number, number, number, number],
  greatest: readonly [number, number],
  limit: number,
): CellLayout {
  const [a, b, c, d] = matrix;
  const count = sizes.length / 2;
  const wide = new Float64Array(count);
  const high = new Float64Array(count);
  for (let cell = 0; cell < count; cell++) {
    const [w, h] = [sizes[cell * 2], sizes[cell * 2 + 1]];
    // Boxes are widened to whole px and by one px on each side.
    wide[cell] = Math.min(Math.ceil(a * w + c * h) + 3, greatest[0]);
    high[cell] = Math.min(Math.ceil(b * w + d * h) + 3, greatest[1]);
  }
  const order = Array.from({ length: count }, (_, i) => i).sort((p, q) => high[q] - high[p] || wide[q] - wide[p]);
  for (let shrink = 1; ; shrink *= 0.8) {
    const layout = shelve(order, wide, high, shrink);
    if ((layout.width <= limit && layout.height <= limit) || shrink < 1e-3) return layout;
  }
}

function shelve(order: readonly number[], wide: Float64Array, high: Float64Array, shrink: number): CellLayout {
  const w = (cell: number) => Math.max(1, Math.ceil(wide[cell] * shrink));
  const h = (cell: number) => Math.max(1, Math.ceil(high[cell] * shrink));
  let area = 0;
  let widest = 1;
  for (const cell of order) {
    area += w(cell) * h(cell);
    widest = Math.max(widest, w(cell));
  }
  const width = Math.max(widest, Math.ceil(Math.sqrt(area * 1.05)));
  const places = new Uint16Array(order.length * 4);
  let [x, y, shelf] = [0, 0, 0];
  for (const cell of order) {
    if (x + w(cell) > width) {
      x = 0;
      y += shelf;
      shelf = 0;
    }
    places.set([x, y, w(cell), h(cell)], cell * 4);
    x += w(cell);
    shelf = Math.max(shelf, h(cell));
  }
  return { width, height: Math.max(1, y + shelf), places };
}
