import type { CompiledRig } from './compiled-rig.ts';
import { LAYOUT } from './layout.ts';
import type { OwnRoom } from './own-room.ts';

/** How far the cells of a rig reach over every pose of some actions, rig px. */
export interface CellExtents {
  /** The box of each cell: left, top, right, bottom. Of cells that bones carry it is that of the unbent path. */
  readonly boxes: Float32Array;
  /** The greatest width and height of each cell, wherever it is: never more than those of its box, and less where all of a path moves alike. */
  readonly sizes: Float32Array;
}

/**
 * Where each cell can be, and how large, while the given actions play with any weights from 0 to 1.
 *
 * The width W of a path is convex in its points, so that W(rest + Σ w · delta) ≤ W(rest) + Σ w · W(delta).
 *
 * @param active Whether an action plays, for each action.
 * @param own What the puppet's own points need.
 * Bones are taken to be at rest; see `BoneRoom`.
 */
export function cellExtents(compiled: CompiledRig, active: ArrayLike<number>, own?: OwnRoom | null): CellExtents {
  const { cells, paths, points, morphs, reach, reachStarts, growth, curves } = compiled;
  const boxes = new Float32Array(cells.length);
  const sizes = new Float32Array(cells.length / 2);
  for (let cell = 0; cell < cells.length / 4; cell++) {
    const path = cells[cell * 4];
    const texel = path * LAYOUT.PATH_TEXELS * 4;
    const first = paths[texel + 4];
    const count = paths[texel + 5];
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const rest = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (let i = 0; i < count; i++) {
      const x = points[(first + i) * 4];
      const y = points[(first + i) * 4 + 1];
      let [x0, y0, x1, y1] = [x, y, x, y];
      include(rest, x, y, x, y);
      for (let m = paths[texel]; m < paths[texel] + paths[texel + 1]; m++) {
        if (!active[morphs[m * 4 + 2]]) continue;
        const r = (reachStarts[m] + i) * 4;
        x0 += reach[r];
        y0 += reach[r + 1];
        x1 += reach[r + 2];
        y1 += reach[r + 3];
      }
      include(box, x0, y0, x1, y1);
    }
    let [width, height] = [rest.right - rest.left, rest.bottom - rest.top];
    const extent = own?.extent(path);
    if (extent !== undefined) {
      // Where it is may change in every frame.
      include(box, -ANYWHERE, -ANYWHERE, ANYWHERE, ANYWHERE);
      width = Math.max(width, extent.isAnywhere ? ANYWHERE : extent.width);
      height = Math.max(height, extent.isAnywhere ? ANYWHERE : extent.height);
    }
    for (let m = paths[texel]; m < paths[texel] + paths[texel + 1]; m++) {
      if (!active[morphs[m * 4 + 2]]) continue;
      width += growth[m * 2];
      height += growth[m * 2 + 1];
    }
    const more = curves?.reachOf(path, active);
    if (more) {
      include(box, box.left - more.left, box.top - more.top, box.right + more.right, box.bottom + more.bottom);
      width += more.wider;
      height += more.higher;
    }
    width = Math.min(width, box.right - box.left);
    height = Math.min(height, box.bottom - box.top);
    const pen = penOf(compiled, cell);
    boxes.set([box.left - pen, box.top - pen, box.right + pen, box.bottom + pen], cell * 4);
    sizes.set([width + 2 * pen, height + 2 * pen], cell * 2);
  }
  return { boxes, sizes };
}

/** px. Larger than any canvas. */
const ANYWHERE = 1e9;

/** How far the stroke of a cell, or the feather of its fill, reaches beyond its path. */
export function penOf({ cells, strokeWidths }: CompiledRig, cell: number): number {
  bits.setUint32(0, cells[cell * 4 + 2]);
  const reach = 0.5 * bits.getFloat32(0);
  return cells[cell * 4 + 1] === LAYOUT.CELL_STROKE ? strokeWidths[cells[cell * 4]] * reach : reach;
}

const bits = new DataView(new ArrayBuffer(4));

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function include(box: Box, left: number, top: number, right: number, bottom: number): void {
  box.left = Math.min(box.left, left);
  box.top = Math.min(box.top, top);
  box.right = Math.max(box.right, right);
  box.bottom = Math.max(box.bottom, bottom);
}

/** Places for cells: x, y, width, height for each cell, in a rectangle of the given size. A cell left out has none. */
export interface CellLayout {
  readonly width: number;
  readonly height: number;
  readonly places: Uint16Array;
}

/** Boxes are widened to whole px and by one px on each side. */
const MARGIN = 3;

/**
 * Places for all cells of a puppet, wherever it stands.
 *
 * @param matrix Absolute values of the linear part of rig px → canvas px, or anything greater: a, b, c, d.
 * @param greatest Greatest width and height of a cell: the canvas, which boxes are cut to.
 * @returns undefined where they do not fit into a square of `limit`.
 */
export function packCells(
  { sizes: extents }: CellExtents,
  matrix: readonly [number, number, number, number],
  greatest: readonly [number, number],
  limit: number,
): CellLayout | undefined {
  const [a, b, c, d] = matrix;
  const count = extents.length / 2;
  const sizes = new Float64Array(count * 2);
  for (let cell = 0; cell < count; cell++) {
    const w = extents[cell * 2];
    const h = extents[cell * 2 + 1];
    sizes[cell * 2] = Math.min(Math.ceil(a * w + c * h) + MARGIN, greatest[0]);
    sizes[cell * 2 + 1] = Math.min(Math.ceil(b * w + d * h) + MARGIN, greatest[1]);
  }
  const layout = shelve(
    Array.from({ length: count }, (_, cell) => cell),
    sizes,
    1,
  );
  return Math.max(layout.width, layout.height) <= limit ? layout : undefined;
}

/** A part of a puppet's items, in draw order, and the places of the cells they need. */
export interface CellPage extends CellLayout {
  readonly firstSlot: number;
  readonly slotCount: number;
}

/**
 * For a puppet whose cells do not fit at once: pages of items that follow each other in its draw
 * order. Cells are cut to the canvas where the puppet stands, so that what lies outside takes no room.
 *
 * @param matrix Rig px → canvas px: a, b, c, d, e, f.
 * @param order Items, back to front.
 */
export function packPages(
  compiled: CompiledRig,
  { boxes, sizes: extents }: CellExtents,
  matrix: ArrayLike<number>,
  view: readonly [number, number],
  order: Uint32Array,
  limit: number,
): CellPage[] {
  const sizes = new Float64Array(boxes.length / 2);
  for (let cell = 0; cell < boxes.length / 4; cell++) {
    const [w, h] = [extents[cell * 2], extents[cell * 2 + 1]];
    // Bones and layers may carry a cell anywhere; others are known to stay in their box.
    const isCarried =
      compiled.curves !== null || compiled.paths[compiled.cells[cell * 4] * LAYOUT.PATH_TEXELS * 4 + 7] !== 0;
    for (const axis of [0, 1]) {
      const [factorX, factorY] = [matrix[axis], matrix[2 + axis]];
      const whole = Math.ceil(Math.abs(factorX) * w + Math.abs(factorY) * h) + 1;
      const [least, greatest] = extent(factorX, factorY, matrix[4 + axis], boxes, cell);
      const seen = Math.max(0, Math.min(greatest, view[axis] + 1) - Math.max(least, -1));
      sizes[cell * 2 + axis] = Math.min(whole, isCarried ? view[axis] + 2 : seen) + MARGIN;
    }
  }
  const pages: CellPage[] = [];
  const add = (firstSlot: number, slotCount: number): void => {
    const cells = new Set<number>();
    for (let slot = firstSlot; slot < firstSlot + slotCount; slot++) {
      for (const cell of cellsOf(compiled, order[slot])) cells.add(cell);
    }
    const layout = shelve([...cells], sizes, 1);
    if (Math.max(layout.width, layout.height) <= limit) {
      pages.push({ ...layout, firstSlot, slotCount });
    } else if (slotCount > 1) {
      const half = slotCount >> 1;
      add(firstSlot, half);
      add(firstSlot + half, slotCount - half);
    } else {
      pages.push({ ...shrinkToFit([...cells], sizes, limit), firstSlot, slotCount });
    }
  };
  if (order.length > 0) add(0, order.length);
  return pages;
}

/** Least and greatest of factor x · x + factor y · y + offset over a box, whole. */
function extent(factorX: number, factorY: number, offset: number, boxes: Float32Array, cell: number): [number, number] {
  const [x0, y0, x1, y1] = [boxes[cell * 4], boxes[cell * 4 + 1], boxes[cell * 4 + 2], boxes[cell * 4 + 3]];
  const least = Math.min(factorX * x0, factorX * x1) + Math.min(factorY * y0, factorY * y1) + offset;
  const greatest = Math.max(factorX * x0, factorX * x1) + Math.max(factorY * y0, factorY * y1) + offset;
  return [Math.floor(least), Math.ceil(greatest)];
}

/** The cell that an item paints and those of its masks. */
function cellsOf({ items, masks }: CompiledRig, item: number): number[] {
  const cells = [items[item * 4]];
  for (let k = items[item * 4 + 1]; k < items[item * 4 + 1] + items[item * 4 + 2]; k++) {
    const cell = (masks[k] & ~LAYOUT.MASK_LAST) >>> 0;
    if (cell !== LAYOUT.MASK_EMPTY) cells.push(cell);
  }
  return cells;
}

/** One item with its masks may be too large by itself: then its cells lose resolution rather than their place. */
function shrinkToFit(cells: number[], sizes: Float64Array, limit: number): CellLayout {
  for (let shrink = 1; ; shrink *= 0.8) {
    const layout = shelve(cells, sizes, shrink);
    if (Math.max(layout.width, layout.height) <= limit || shrink < 1e-3) return layout;
  }
}

/** Shelves, tallest cells first. */
function shelve(cells: number[], sizes: Float64Array, shrink: number): CellLayout {
  const w = (cell: number) => Math.max(1, Math.ceil(sizes[cell * 2] * shrink));
  const h = (cell: number) => Math.max(1, Math.ceil(sizes[cell * 2 + 1] * shrink));
  cells.sort((p, q) => h(q) - h(p) || w(q) - w(p));
  let area = 0;
  let widest = 1;
  for (const cell of cells) {
    area += w(cell) * h(cell);
    widest = Math.max(widest, w(cell));
  }
  const width = Math.max(widest, Math.ceil(Math.sqrt(area * 1.05)));
  const places = new Uint16Array(sizes.length * 2);
  let [x, y, shelf] = [0, 0, 0];
  for (const cell of cells) {
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
