import { AyatoriError } from '../model/problem.ts';

/**
 * The tables that the compiler writes and the shaders read, one texel after another. Every number
 * that both sides must agree on stands here; `render/program.ts` hands them to the shaders as
 * `#define`s of the same names.
 *
 * Table      | format  | texel
 * -----------|---------|------------------------------------------------------------------
 * point      | RGBA32F | x at rest, y at rest, path, where its influences begin if weights are given (−1: none)
 * path       | RGBA32UI| two texels: first morph, morphs, first style, styles · first point, points, first influence, influences (+ SKIN_WEIGHTED)
 * paint      | RGBA32F | three texels a path: fill · stroke · stroke width, visible, miter limit, cap + 4 · join
 * morph      | RGBA32UI| first delta, first of its frame rows, action, scale (the bits of a float)
 * delta      | RG16I   | dx, dy in units of the morph's scale; one row of the path's points for each key
 * frame rows | R16UI   | for each frame of an action from 0: 0 = still at rest, k = key k − 1
 * style      | RGBA32UI| first of its frame rows, action, property, first value
 * value      | RGBA32F | a colour, or a number in the first channel
 * influence  | RG32F   | bone, strength or weight; those of a point with given weights stand behind a texel: depth, their number
 * bone       | RGBA32F | base x, base y, tip x, tip y at rest
 * cell       | RGBA32UI| path, kind, reach of the stroke in half widths or feather of the fill in px (the bits of a float), 0
 * item       | RGBA32UI| cell, first mask entry, mask entries, 0
 * mask       | R32UI   | cell, plus MASK_LAST at the end of each union; or MASK_EMPTY
 * order      | R32UI   | one row of items for each distinct draw order, back to front
 * place      | RGBA16UI| one row of cells for each layout: x, y, width, height in the puppet's part of the atlas
 * recipe     | RG32F   | first control point of a segment, parameter
 * edge       | RGBA32UI| from vertex, to vertex, cell, first vertex of the contour (+ EDGE_TURNED)
 * stroke     | RGBA32UI| from vertex, first vertex of the contour, vertices (+ CONTOUR_CLOSED), cell
 * own point  | RGBA32F | for each puppet one texel for each path: first point of the path, first texel of its points; then
 *            |         | the points, two a texel: x, y, x, y
 * puppet     | RGBA32F | PUPPET_ACTIONS texels, then one for each action: frame, frame, weight, weight; then two for each
 *            |         | bone that carries points: a, b, c, d · e, f of its effect, less the identity, then what depth adds to x and y
 *
 * Those of rigs whose curves are rebuilt: `moho/layout.ts`.
 */
export const LAYOUT = {
  /** Texels in a line of a texture: the least size that WebGL2 promises. A power of two, so that places need no division. */
  TABLE_WIDTH: 2048,
  TABLE_SHIFT: 11,

  PATH_TEXELS: 2,
  PAINT_TEXELS: 3,

  STYLE_FILL: 0,
  STYLE_STROKE: 1,
  STYLE_WIDTH: 2,
  /** This and above: visibility by the n-th visibility-keyed group around the path. */
  STYLE_VISIBLE: 3,

  CELL_NONZERO: 0,
  CELL_EVENODD: 1,
  CELL_STROKE: 2,

  /** Influences are those of each point, not of the path. */
  SKIN_WEIGHTED: 0x80000000,

  CAP_BUTT: 0,
  CAP_ROUND: 1,
  CAP_SQUARE: 2,
  JOIN_MITER: 0,
  JOIN_ROUND: 1,
  JOIN_BEVEL: 2,

  MASK_LAST: 0x80000000,
  MASK_EMPTY: 0x7fffffff,
  CONTOUR_CLOSED: 0x80000000,
  EDGE_TURNED: 0x80000000,

  /** Texels of a puppet before its actions: see `writePuppet`. */
  PUPPET_MATRIX: 0,
  PUPPET_OFFSET: 1,
  PUPPET_TINT: 2,
  PUPPET_ATLAS: 3,
  PUPPET_ACTIONS: 4,
} as const;

/** Most visibility-keyed groups around one path: one bit each in a 32-bit word, beside the properties. */
export const MAX_VISIBILITY_LEVELS = 29;

/** Texels of one table: as many as a texture holds on every machine with WebGL2. */
const MAX_TEXELS = LAYOUT.TABLE_WIDTH ** 2;

/** @throws AyatoriError `limit`, with both numbers. */
export function checkSize(what: string, count: number): void {
  if (count <= MAX_TEXELS) return;
  throw new AyatoriError({
    code: 'limit',
    message: `the rig needs more ${what} than a table holds`,
    expected: `at most ${MAX_TEXELS}`,
    found: `${count} or more`,
  });
}
