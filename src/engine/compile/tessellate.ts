import { chordCount } from '../geometry/cubic.ts';
import { contourSigns } from '../geometry/orientation.ts';
import type { CompiledRig } from './compiled-rig.ts';
import { LAYOUT } from './layout.ts';

/**
 * The recipes by which curves become chords, at one level of detail. They hold for every frame and
 * every merge. Texel layouts: `layout.ts`.
 */
export interface Tessellation {
  /** Screen px for a px of the rig up to which the tolerance holds. */
  readonly scale: number;
  readonly vertexCount: number;
  readonly recipes: Float32Array;
  readonly edges: Uint32Array;
  readonly strokes: Uint32Array;
  /** First edge (of a stroke's cell: first chord) and their number, for each cell. */
  readonly cellRanges: Uint32Array;
}

/** Farthest a chord may be from its curve, screen px. */
export const CHORD_TOLERANCE = 0.1;

/** Chords of a whole rig; curves of hostile size are drawn coarser rather than fill the memory. */
const MOST_CHORDS = 2 ** 21;

/**
 * @param scale Greatest screen px for a px of the rig.
 * @param room For each skin set, how much its bones can make the paths grow; see `SkinRoom`.
 * @param ownBends For each path, the greatest bend of points that are not the rig's; see `OwnRoom`.
 */
export function tessellate(
  compiled: CompiledRig,
  scale: number,
  room?: ArrayLike<number>,
  ownBends?: ArrayLike<number>,
): Tessellation {
  const { rig, firstPoints, cells } = compiled;
  const { starts } = compiled.pathSegments;
  const bends = grownBends(compiled, room, ownBends);
  const tolerance = affordableTolerance(bends, scale);
  const fillCells = new Int32Array(rig.paths.length).fill(-1);
  const strokeCells = new Int32Array(rig.paths.length).fill(-1);
  for (let cell = 0; cell < cells.length / 4; cell++) {
    (cells[cell * 4 + 1] === LAYOUT.CELL_STROKE ? strokeCells : fillCells)[cells[cell * 4]] = cell;
  }

  const recipes: number[] = [];
  const edges: number[] = [];
  const strokes: number[] = [];
  const cellRanges = new Uint32Array(cells.length / 2);
  rig.paths.forEach((path, p) => {
    const fillCell = fillCells[p];
    const strokeCell = strokeCells[p];
    if (fillCell < 0 && strokeCell < 0) return;
    const signs = contourSigns(path.points, path.contours, path.fillRule);
    const [firstEdge, firstStroke] = [edges.length / 4, strokes.length / 4];
    let segment = starts[p];
    path.contours.forEach((contour, c) => {
      const first = recipes.length / 2;
      let point = firstPoints[p] + contour.start;
      recipes.push(point, 0);
      for (let s = 0; s < contour.segments; s++, segment++, point += 3) {
        const chords = chordCount(bends[segment] * scale, tolerance);
        for (let k = 1; k <= chords; k++) recipes.push(point, k / chords);
      }
      const count = recipes.length / 2 - first;
      for (let i = 0; i < count; i++) {
        const vertex = first + i;
        const next = first + ((i + 1) % count);
        if (fillCell >= 0 && count > 1)
          edges.push(vertex, next, fillCell, (first | (signs[c] < 0 ? LAYOUT.EDGE_TURNED : 0)) >>> 0);
        // A closed contour has a chord from its last point to its first, most often of no length.
        if (strokeCell >= 0 && (i + 1 < count || contour.closed)) {
          strokes.push(vertex, first, (count | (contour.closed ? LAYOUT.CONTOUR_CLOSED : 0)) >>> 0, strokeCell);
        }
      }
    });
    if (fillCell >= 0) cellRanges.set([firstEdge, edges.length / 4 - firstEdge], fillCell * 2);
    if (strokeCell >= 0) cellRanges.set([firstStroke, strokes.length / 4 - firstStroke], strokeCell * 2);
  });
  return {
    scale,
    vertexCount: recipes.length / 2,
    recipes: Float32Array.from(recipes),
    edges: Uint32Array.from(edges),
    strokes: Uint32Array.from(strokes),
    cellRanges,
  };
}

/** What grows by so much bends by as much more; what actions add, they add to own points as well. */
function grownBends(
  { pathSegments, skinSets }: CompiledRig,
  room?: ArrayLike<number>,
  ownBends?: ArrayLike<number>,
): Float32Array {
  const { bends, starts } = pathSegments;
  const grown = bends.slice();
  for (let path = 0; path < starts.length - 1; path++) {
    const own = ownBends?.[path] ?? 0;
    for (let s = starts[path]; own > 0 && s < starts[path + 1]; s++) grown[s] += own;
  }
  skinSets.forEach(({ paths }, set) => {
    const factor = Math.max(1, room?.[set] ?? 1);
    for (const path of paths) for (let s = starts[path]; s < starts[path + 1]; s++) grown[s] *= factor;
  });
  return grown;
}

function affordableTolerance(bends: Float32Array, scale: number): number {
  for (let tolerance = CHORD_TOLERANCE; ; ) {
    let chords = 0;
    for (const bend of bends) chords += chordCount(bend * scale, tolerance);
    // The count of chords goes with the square root of the tolerance, and never below one a segment.
    const excess = (chords - bends.length) / Math.max(1, MOST_CHORDS - bends.length);
    if (excess <= 1) return tolerance;
    tolerance *= 1.1 * excess * excess;
  }
}
