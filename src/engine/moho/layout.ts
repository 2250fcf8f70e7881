import { LAYOUT } from '../compile/layout.ts';

/**
 * What the tables of `compile/layout.ts` hold besides in a rig whose curves are rebuilt. Hidden points stand behind the
 * points of paths, hidden paths behind the others.
 *
 * Table        | format  | texel
 * -------------|---------|------------------------------------------------------------------
 * point        | RGBA32F | of a path: x, y at rest, path, 3 · curve point + 0 for its anchor, 1 for its handle in, 2 for its handle out
 *              |         | hidden: x, y at rest or two parameters, path, where the influences of an anchor begin or HIDDEN_…
 * path         | RGBA32UI| in the place of the first influence of a path: the row of its layer
 * morph        | RGBA32UI| of a hidden path: with its action, MORPH_TURNED
 * influence    | RG32F   | of an anchor: number of bones, or SKIN_…, row that takes it to the space of bones (−1: it is there) · for each bone
 *              |         | two texels: bone, weight · change of the weight a unit along x, 0; in an elbow: parent, child · joint x, y ·
 *              |         | cosine, sine of the child at rest; of one bone: bone, 0
 * curve point  | RGBA32F | two texels: from the anchor before, to the next one at rest · hidden points: anchor, the one before (−1: none), the
 *              |         | next, first parameter
 * parameters   |         | three hidden points: smoothness, weight in · weight out, offset in · offset out, 0
 * puppet       | RGBA32F | bones move anchors in the space of their layer; behind their rows those of layers: a, b, c, d · e, f, 0, 0 to rig
 *              |         | px; then those to the space of bones: a, b, c, d · e, f, bend of the elbow, 0
 */
export const CURVE_LAYOUT = {
  /** With the action of a morph: what it does to an anchor is turned with the skin. */
  MORPH_TURNED: 0x80000000,
  HIDDEN_ANCHOR: -1,
  HIDDEN_PARAMETER: -2,
  PARAMETER_TEXELS: 3,
  CURVE_TEXELS: 2,
  SKIN_ELBOW: -1,
  SKIN_BONE: -2,
  /** Texels of a path, as everywhere. */
  PATH_TEXELS: LAYOUT.PATH_TEXELS,
} as const;

/** The numbers as a chunk for shaders. */
export const layoutChunk = Object.entries(CURVE_LAYOUT)
  .filter(([name]) => name !== 'PATH_TEXELS')
  .map(([name, value]) => `#define ${name} ${value > 0x7fffffff ? `${value}u` : value}`)
  .join('\n');
