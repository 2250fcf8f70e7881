import { bend } from '../geometry/cubic.ts';
import { assertValid } from '../model/known-rig.ts';
import type { Action, Color, MorphTrack, Path, Rig, Style } from '../model/rig.ts';
import { isGroupRef } from '../model/rig.ts';
import { compileBones } from './bone-part.ts';
import type { CompiledRig, PathSegments } from './compiled-rig.ts';
import type { CompiledCurves } from './curves.ts';
import { DeltaAtlas } from './deltas.ts';
import { FrameRows } from './frame-rows.ts';
import { checkSize, LAYOUT, MAX_VISIBILITY_LEVELS } from './layout.ts';

/**
 * Rig → tables. Done once for a rig, whatever is played later:
 *
 *     control points ─┬─ rest positions ──────────────┐
 *                     ├─ tracks → deltas, frame rows ─┤→ pose pass: where the points are
 *                     └─ greatest bend a segment ─────→ chord counts (`tessellate`)
 *     styles ────────── rest, keys ───────────────────→ colours and widths, looked up while painting
 *     paths ─────────── cells (a fill or a stroke to be covered), items (a cell to be painted), masks
 *
 * A rig whose curves are rebuilt in every pose has hidden paths beside those that are painted: what curves are made of.
 *
 * @throws AyatoriError `rig-invalid` for a rig that does not keep the promises of the model; `rig-unchecked`;
 *   `part-missing` for one with bones or curves where nothing that moves them was provided.
 */
export function compile(rig: Rig): CompiledRig {
  assertValid(rig);
  const { pathSkins, pointSkins, ...bones } = compileBones(rig);
  const { curves } = bones;
  const firstPoints = new Uint32Array(rig.paths.length);
  let pointCount = 0;
  rig.paths.forEach((path, p) => {
    firstPoints[p] = pointCount;
    pointCount += path.points.length / 2;
  });

  const rows = new FrameRows();
  const morphs = compileMorphs(rig, curves, rows);
  const styles = compileStyles(rig, rows);
  const painted = compileCells(rig);

  const points = new Float32Array((pointCount + (curves?.hiddenCount ?? 0)) * 4);
  const paths = new Uint32Array((rig.paths.length + (curves?.hiddenPaths ?? 0)) * LAYOUT.PATH_TEXELS * 4);
  const paints = new Float32Array(rig.paths.length * LAYOUT.PAINT_TEXELS * 4);
  rig.paths.forEach((path, p) => {
    const first = firstPoints[p];
    const skin = pointSkins.get(p);
    for (let i = 0; i < path.points.length / 2; i++) {
      points.set([path.points[i * 2], path.points[i * 2 + 1], p, skin?.[i] ?? -1], (first + i) * 4);
    }
    paths.set(
      [
        morphs.starts[p],
        morphs.starts[p + 1] - morphs.starts[p],
        styles.starts[p],
        styles.starts[p + 1] - styles.starts[p],
        first,
        path.points.length / 2,
        pathSkins[p * 2],
        pathSkins[p * 2 + 1],
      ],
      p * LAYOUT.PATH_TEXELS * 4,
    );
    paints.set(paintTexels(path.style), p * LAYOUT.PAINT_TEXELS * 4);
  });
  curves?.addHidden(points, pointCount, paths, rig.paths.length, morphs.starts.subarray(rig.paths.length));

  return {
    rig,
    pointCount,
    firstPoints,
    points,
    paths,
    paints,
    morphs: morphs.table,
    deltas: morphs.deltas,
    frameRows: rows.toArray(),
    styles: styles.table,
    values: styles.values,
    ...painted,
    ...bones,
    reach: morphs.reach,
    reachStarts: morphs.reachStarts,
    growth: morphs.growth,
    pathSegments: collectSegments(rig, firstPoints, pathSkins, curves?.bends),
  };
}

const CAPS = { butt: LAYOUT.CAP_BUTT, round: LAYOUT.CAP_ROUND, square: LAYOUT.CAP_SQUARE };
const JOINS = { miter: LAYOUT.JOIN_MITER, round: LAYOUT.JOIN_ROUND, bevel: LAYOUT.JOIN_BEVEL };

function paintTexels(style: Style): number[] {
  return [
    ...colorTexel(style.fill),
    ...colorTexel(style.stroke),
    style.strokeWidth,
    style.visible ? 1 : 0,
    Math.max(1, style.miterLimit),
    CAPS[style.lineCap] + 4 * JOINS[style.lineJoin],
  ];
}

/** `none` paints nothing, as a fully transparent colour does. */
const colorTexel = (color: Color | null): readonly number[] => color ?? [0, 0, 0, 0];

interface CompiledMorphs {
  readonly table: Uint32Array;
  readonly starts: Uint32Array;
  readonly deltas: Int16Array;
  readonly reach: Float32Array;
  readonly reachStarts: Uint32Array;
  readonly growth: Float32Array;
}

function compileMorphs(rig: Rig, curves: CompiledCurves | null, rows: FrameRows): CompiledMorphs {
  const perPath: { track: MorphTrack; action: number; frames: number }[][] = rig.paths.map(() => []);
  rig.actions.forEach((action, a) => {
    for (const track of action.morphs) perPath[track.path].push({ track, action: a, frames: action.frames });
  });
  const atlas = new DeltaAtlas();
  const table: number[] = [];
  const reach: number[] = [];
  const reachStarts: number[] = [];
  const growth: number[] = [];
  const starts: number[] = [];
  perPath.forEach((tracks, p) => {
    starts[p] = table.length / 4;
    const count = rig.paths[p].points.length / 2;
    for (const { track, action, frames } of tracks) {
      const firstRow = rows.add(track.frames, frames);
      atlas.add(track).forEach(({ first, scale }, part) => {
        table.push(first, firstRow, action, floatBits(scale));
        reachStarts.push(reach.length / 4);
        // The second part of a wide track only refines the first.
        if (part === 0) {
          pushReach(track, count, reach);
          growth.push(...greatestSpread(track, count));
        } else {
          for (let i = 0; i < count; i++) reach.push(-scale, -scale, scale, scale);
          growth.push(2 * scale, 2 * scale);
        }
      });
    }
  });
  if (curves) starts.push(...curves.addMorphs(table, atlas, rows));
  starts.push(table.length / 4);
  return {
    table: Uint32Array.from(table),
    starts: Uint32Array.from(starts),
    deltas: atlas.toArray(),
    reach: Float32Array.from(reach),
    reachStarts: Uint32Array.from(reachStarts),
    growth: Float32Array.from(growth),
  };
}

const scratch = new DataView(new ArrayBuffer(4));

/** A float's bits as an integer, for integer tables; `uintBitsToFloat` undoes it. */
function floatBits(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getUint32(0);
}

/** Zero counts too: before its first key, and at weight 0, a point is at rest. */
function pushReach(track: MorphTrack, pointCount: number, reach: number[]): void {
  const stride = pointCount * 2;
  for (let i = 0; i < pointCount; i++) {
    let [left, top, right, bottom] = [0, 0, 0, 0];
    for (let o = i * 2; o < track.deltas.length; o += stride) {
      left = Math.min(left, track.deltas[o]);
      top = Math.min(top, track.deltas[o + 1]);
      right = Math.max(right, track.deltas[o]);
      bottom = Math.max(bottom, track.deltas[o + 1]);
    }
    reach.push(left, top, right, bottom);
  }
}

/** How much farther than the others a point of the path moves at most, along x and along y. */
function greatestSpread(track: MorphTrack, pointCount: number): [x: number, y: number] {
  const spread: [number, number] = [0, 0];
  const stride = pointCount * 2;
  for (let row = 0; row < track.deltas.length; row += stride) {
    for (const axis of [0, 1]) {
      let [least, greatest] = [Infinity, -Infinity];
      for (let i = row + axis; i < row + stride; i += 2) {
        least = Math.min(least, track.deltas[i]);
        greatest = Math.max(greatest, track.deltas[i]);
      }
      spread[axis] = Math.max(spread[axis], greatest - least);
    }
  }
  return spread;
}

interface CompiledStyles {
  readonly table: Uint32Array;
  readonly starts: Uint32Array;
  readonly values: Float32Array;
}

const STYLE_CODES = { fill: LAYOUT.STYLE_FILL, stroke: LAYOUT.STYLE_STROKE, strokeWidth: LAYOUT.STYLE_WIDTH };

function compileStyles(rig: Rig, rows: FrameRows): CompiledStyles {
  const perPath: number[][] = rig.paths.map(() => []);
  const values: number[] = [];
  const switches = visibilitySwitches(rig);
  let entries = 0;
  rig.actions.forEach((action, a) => {
    for (const track of action.styles) {
      const first = values.length / 4;
      if (track.property === 'strokeWidth') for (const width of track.values) values.push(width, 0, 0, 0);
      else for (const color of track.values) values.push(...colorTexel(color));
      perPath[track.path].push(rows.add(track.frames, action.frames), a, STYLE_CODES[track.property], first);
    }
    for (const track of action.visibility) {
      const first = values.length / 4;
      for (const visible of track.values) values.push(visible ? 1 : 0, 0, 0, 0);
      const firstRow = rows.add(track.frames, action.frames);
      const { level, paths } = switches.get(track.group) as VisibilitySwitch;
      entries += paths.length;
      checkSize('texels of styles', entries);
      for (const p of paths) perPath[p].push(firstRow, a, LAYOUT.STYLE_VISIBLE + level, first);
    }
  });
  const starts = new Uint32Array(rig.paths.length + 1);
  const table: number[] = [];
  perPath.forEach((texels, p) => {
    starts[p] = table.length / 4;
    for (const number of texels) table.push(number);
  });
  starts[rig.paths.length] = table.length / 4;
  return { table: Uint32Array.from(table), starts, values: Float32Array.from(values) };
}

/** A group whose visibility has keys. */
interface VisibilitySwitch {
  /** How many such groups stand around it. */
  readonly level: number;
  /** The nearest of them. */
  readonly around: VisibilitySwitch | undefined;
  /** All paths inside. */
  readonly paths: number[];
}

function visibilitySwitches(rig: Rig): Map<number, VisibilitySwitch> {
  const keyed = new Set(rig.actions.flatMap((action: Action) => action.visibility.map((track) => track.group)));
  const switches = new Map<number, VisibilitySwitch>();
  if (keyed.size === 0) return switches;
  // A group stands after its parent.
  const nearest: (VisibilitySwitch | undefined)[] = [];
  rig.groups.forEach(({ parent }, g) => {
    const around = parent < 0 ? undefined : nearest[parent];
    nearest.push(around);
    if (!keyed.has(g)) return;
    const level = around === undefined ? 0 : Math.min(around.level + 1, MAX_VISIBILITY_LEVELS - 1);
    nearest[g] = { level, around, paths: [] };
    switches.set(g, nearest[g]);
  });
  let entries = 0;
  rig.paths.forEach(({ group }, p) => {
    for (let each = nearest[group]; each !== undefined; each = each.around) {
      each.paths.push(p);
      checkSize('texels of styles', ++entries);
    }
  });
  return switches;
}

/** What is covered and painted: one cell, and for drawn paths one item, for each fill and each stroke. */
function compileCells(rig: Rig) {
  const canFill = rig.paths.map((path) => path.role === 'drawn' && path.style.fill !== null);
  const canStroke = rig.paths.map((path) => path.role === 'drawn' && path.style.stroke !== null);
  const strokeWidths = Float32Array.from(rig.paths, (path) => path.style.strokeWidth);
  for (const track of rig.actions.flatMap((action) => action.styles)) {
    if (rig.paths[track.path].role !== 'drawn') continue;
    if (track.property === 'fill' && track.values.some((color) => color !== null)) canFill[track.path] = true;
    if (track.property === 'stroke' && track.values.some((color) => color !== null)) canStroke[track.path] = true;
    if (track.property === 'strokeWidth') {
      for (const width of track.values) strokeWidths[track.path] = Math.max(strokeWidths[track.path], width);
    }
  }
  const inMask = new Set(rig.masks.flatMap((mask) => mask.paths));

  const cells: number[] = [];
  const fillCells = new Int32Array(rig.paths.length).fill(-1);
  const addCell = (path: number, kind: number, reach: number) => cells.push(path, kind, floatBits(reach), 0) / 4 - 1;
  rig.paths.forEach((path, p) => {
    if (!canFill[p] && !inMask.has(p)) return;
    fillCells[p] = addCell(
      p,
      path.fillRule === 'evenodd' ? LAYOUT.CELL_EVENODD : LAYOUT.CELL_NONZERO,
      path.style.feather ?? 0,
    );
  });

  const masks: number[] = [];
  const items: number[] = [];
  const pathItems = new Int32Array(rig.paths.length * 2).fill(-1);
  const entries = new Map<string, readonly [first: number, count: number]>();
  const masksOf = maskFinder(rig);
  const maskEntries = (path: Path): readonly [number, number] => {
    const { used, name } = masksOf(path);
    let entry = entries.get(name);
    if (!entry) {
      const first = masks.length;
      for (const mask of used) {
        const members = rig.masks[mask].paths.map((p) => fillCells[p]);
        if (members.length === 0) masks.push((LAYOUT.MASK_EMPTY | LAYOUT.MASK_LAST) >>> 0);
        members.forEach((cell, i) => {
          masks.push((cell | (i === members.length - 1 ? LAYOUT.MASK_LAST : 0)) >>> 0);
        });
        checkSize('texels of masks', masks.length);
      }
      entry = [first, masks.length - first];
      entries.set(name, entry);
    }
    return entry;
  };
  const visit = (group: number): void => {
    for (const ref of rig.groups[group].children) {
      if (isGroupRef(ref)) {
        visit(~ref);
        continue;
      }
      const entry = maskEntries(rig.paths[ref]);
      if (canFill[ref]) pathItems[ref * 2] = items.push(fillCells[ref], ...entry, 0) / 4 - 1;
      if (canStroke[ref] && strokeWidths[ref] > 0) {
        pathItems[ref * 2 + 1] =
          items.push(addCell(ref, LAYOUT.CELL_STROKE, strokeReach(rig.paths[ref])), ...entry, 0) / 4 - 1;
      }
    }
  };
  visit(0);
  return {
    cells: Uint32Array.from(cells),
    items: Uint32Array.from(items),
    masks: Uint32Array.from(masks),
    strokeWidths,
    pathItems,
  };
}

/** How far a stroke may reach from its path, in half widths: a miter's tip, or the corner of a square cap. */
export function strokeReach(path: Path): number {
  const joined = path.contours.some((contour) => contour.segments > 1 || contour.closed);
  const miter = path.style.lineJoin === 'miter' && joined ? Math.max(1, path.style.miterLimit) : 1;
  return Math.max(miter, path.style.lineCap === 'square' ? Math.SQRT2 : 1);
}

interface MaskSet {
  /** Ascending. */
  readonly used: readonly number[];
  readonly name: string;
}

/** Finds the masks of a path, of the groups around it, and of those masks in turn, each once. */
function maskFinder(rig: Rig): (path: Path) => MaskSet {
  const withMore = (base: readonly number[], more: readonly number[]): MaskSet => {
    const used = new Set(base);
    const add = (mask: number): void => {
      if (used.has(mask)) return;
      used.add(mask);
      rig.masks[mask].masks.forEach(add);
    };
    more.forEach(add);
    const sorted = [...used].sort((a, b) => a - b);
    return { used: sorted, name: sorted.join() };
  };
  const byGroup = new Map<number, MaskSet>();
  const ofGroup = (group: number): MaskSet => {
    if (group < 0) return { used: [], name: '' };
    const known = byGroup.get(group);
    if (known !== undefined) return known;
    const { parent, masks } = rig.groups[group];
    const around = ofGroup(parent);
    const found = masks.length === 0 ? around : withMore(around.used, masks);
    byGroup.set(group, found);
    return found;
  };
  return ({ group, masks }) => (masks.length === 0 ? ofGroup(group) : withMore(ofGroup(group).used, masks));
}

/**
 * What several bones add to a segment's bend: they may bring two neighbouring legs of its control
 * polygon out of line. As far as this they do it by 30° within one segment.
 */
function skinBend(points: Float64Array, first: number): number {
  let longest = 0;
  for (let i = first; i < first + 3; i++) {
    longest = Math.max(longest, Math.hypot(points[i * 2 + 2] - points[i * 2], points[i * 2 + 3] - points[i * 2 + 1]));
  }
  return longest / 2;
}

/**
 * A bend is the length of a vector that is linear in the control points. So over every mix with
 * weights from 0 to 1 it is at most its length at rest plus, for each action, the greatest length
 * of its change.
 */
function collectSegments(
  rig: Rig,
  firstPoints: Uint32Array,
  pathSkins: Uint32Array,
  known: Float32Array | undefined,
): PathSegments {
  const points: number[] = [];
  const bends: number[] = [];
  const starts = new Uint32Array(rig.paths.length + 1);
  rig.paths.forEach((path, p) => {
    starts[p] = points.length;
    for (const contour of path.contours) {
      for (let s = 0; s < contour.segments; s++) {
        const first = contour.start + s * 3;
        points.push(firstPoints[p] + first);
        bends.push(bend(path.points, first) + (pathSkins[p * 2 + 1] > 1 ? skinBend(path.points, first) : 0));
      }
    }
  });
  starts[rig.paths.length] = points.length;
  for (const { morphs } of rig.actions) {
    for (const track of morphs) {
      const stride = rig.paths[track.path].points.length / 2;
      for (let s = starts[track.path]; s < starts[track.path + 1]; s++) {
        const local = points[s] - firstPoints[track.path];
        let greatest = 0;
        for (let row = 0; row < track.frames.length; row++) {
          greatest = Math.max(greatest, bend(track.deltas, row * stride + local));
        }
        bends[s] += greatest;
      }
    }
  }
  return { points: Uint32Array.from(points), bends: known ?? Float32Array.from(bends), starts };
}
