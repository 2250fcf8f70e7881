import { orderedChildren } from '../../engine/geometry/moho/order.ts';
import { isPaintStill, type MohoPaint, paintOutline } from '../../engine/geometry/moho/paint.ts';
import { drawnLayers, gather } from '../../engine/geometry/moho/picture.ts';
import { type MohoMoment, MohoPose } from '../../engine/geometry/moho/pose.ts';
import type { PreparedMoho } from '../../engine/geometry/moho/prepare.ts';
import {
  type Action,
  type Color,
  groupRef,
  type MorphTrack,
  type NodeRef,
  type OrderTrack,
  type StyleTrack,
} from '../../engine/model/rig.ts';

/** Where the paths and layers of a project are in the rig. */
export interface BakeTargets {
  /** First path of each layer's mesh, by layer. */
  readonly firstPaths: readonly number[];
  /** Group of each layer. */
  readonly groups: readonly number[];
  /** Layers with a mesh that has paths in the rig. */
  readonly meshes: readonly number[];
  /** Bytes of differences may be made. Throws at the limit. */
  readonly spend: (bytes: number) => void;
}

/** What is seen of all paths at a moment. */
export interface Snapshot {
  /** Control points of each path, px. */
  readonly points: Map<number, Float64Array>;
  readonly paints: Map<number, MohoPaint>;
  /** Children of each layer whose order can change, as groups. */
  readonly orders: Map<number, readonly NodeRef[]>;
}

/** px; smaller differences do not show. */
const least = 1e-4;

/** Poses one moment after the other; what stays from one to the next is computed once. */
export class SnapshotMaker {
  readonly #prepared: PreparedMoho;
  readonly #targets: BakeTargets;
  readonly #inputs = new Map<number, readonly number[]>();
  readonly #points = new Map<number, Float64Array>();
  readonly #paintInputs = new Map<number, readonly number[]>();
  readonly #paints = new Map<number, MohoPaint>();
  /** Whether each layer is painted the same at all times. */
  readonly #still: readonly boolean[];

  constructor(prepared: PreparedMoho, targets: BakeTargets) {
    this.#prepared = prepared;
    this.#targets = targets;
    this.#still = prepared.project.layers.map(isPaintStill);
  }

  /** Yields between layers. */
  *take(moment: MohoMoment): Generator<void, Snapshot> {
    const { project, meshes } = this.#prepared;
    const { firstPaths, groups } = this.#targets;
    const pose = new MohoPose(this.#prepared, moment);
    const seen = new Set(drawnLayers(pose));
    for (const layer of this.#targets.meshes) {
      yield;
      const outlines = meshes[layer]?.outlines ?? [];
      const inputs = pose.handleInputs(layer);
      if (!isSame(this.#inputs.get(layer), inputs)) {
        this.#inputs.set(layer, inputs);
        const handles = pose.handles(layer);
        for (const [i, { points }] of outlines.entries())
          this.#points.set(firstPaths[layer] + i, gather(handles, points));
      }
      const paintInputs = [pose.lineScale(layer), Number(seen.has(layer))];
      if (!this.#still[layer] || !isSame(this.#paintInputs.get(layer), paintInputs)) {
        this.#paintInputs.set(layer, paintInputs);
        const widths = pose.widths(layer);
        for (const [i, outline] of outlines.entries()) {
          const paint = paintOutline(pose, layer, outline, widths);
          // Nothing of a layer that is hidden has a colour: keys can bring it back then.
          const own = seen.has(layer) ? paint : { ...paint, fill: null, stroke: null };
          this.#paints.set(firstPaths[layer] + i, own);
        }
      }
    }
    const orders = new Map<number, readonly NodeRef[]>();
    for (const [index, layer] of project.layers.entries()) {
      if (layer.ordering === undefined) continue;
      const children = orderedChildren(layer, project.layers, pose.frame, pose.drive(index));
      orders.set(
        groups[index],
        children.map((child) => groupRef(groups[child])),
      );
    }
    return { points: new Map(this.#points), paints: new Map(this.#paints), orders };
  }
}

const isSame = (a: readonly number[] | undefined, b: readonly number[]): boolean =>
  a !== undefined && a.length === b.length && a.every((number, i) => number === b[i]);

interface Keys<T> {
  readonly frames: number[];
  readonly values: T[];
}

/** An action as keys of finished control points. Yields now and then. */
export function* bakeAction(
  name: string,
  frames: number,
  rest: Snapshot,
  maker: SnapshotMaker,
  momentAt: (frame: number) => MohoMoment,
  { spend }: BakeTargets,
): Generator<void, Action> {
  const deltas = new Map<number, Keys<Float32Array>>();
  const fills = new Map<number, Keys<Color | null>>();
  const strokes = new Map<number, Keys<Color | null>>();
  const widths = new Map<number, Keys<number>>();
  const orders = new Map<number, Keys<readonly NodeRef[]>>();
  let before = rest;
  for (let frame = 1; frame <= frames; frame++) {
    const now = yield* maker.take(momentAt(frame));
    for (const [path, points] of now.points) {
      // Points that stay are the same array.
      if (points === before.points.get(path)) continue;
      const delta = differences(points, rest.points.get(path) ?? points);
      const last = deltas.get(path)?.values.at(-1);
      if (last === undefined ? !delta.some((number) => number !== 0) : isNear(last, delta)) continue;
      spend(delta.byteLength);
      addKey(deltas, path, frame, delta);
    }
    for (const [path, paint] of now.paints) {
      const old = before.paints.get(path) ?? paint;
      if (old === paint) continue;
      if (!isSameColor(old.fill, paint.fill)) addKey(fills, path, frame, paint.fill);
      if (!isSameColor(old.stroke, paint.stroke)) addKey(strokes, path, frame, paint.stroke);
      if (Math.abs(old.width - paint.width) > 1e-6) addKey(widths, path, frame, paint.width);
    }
    for (const [group, order] of now.orders) {
      if (!isSame(before.orders.get(group), order)) addKey(orders, group, frame, order);
    }
    before = now;
  }
  const styles: StyleTrack[] = [];
  const framesOf = (keys: Keys<unknown>): Int32Array => Int32Array.from(keys.frames);
  for (const [path, keys] of fills)
    styles.push({ path, property: 'fill', frames: framesOf(keys), values: keys.values });
  for (const [path, keys] of strokes)
    styles.push({ path, property: 'stroke', frames: framesOf(keys), values: keys.values });
  for (const [path, keys] of widths) {
    styles.push({ path, property: 'strokeWidth', frames: framesOf(keys), values: keys.values });
  }
  return {
    name,
    kind: 'morph',
    frames,
    morphs: [...deltas].map(
      ([path, keys]): MorphTrack => ({ path, frames: framesOf(keys), deltas: joined(keys.values) }),
    ),
    styles,
    visibility: [],
    orders: [...orders].map(([group, keys]): OrderTrack => ({ group, frames: framesOf(keys), values: keys.values })),
    bones: [],
  };
}

function addKey<T>(tracks: Map<number, Keys<T>>, index: number, frame: number, value: T): void {
  const keys = tracks.get(index) ?? { frames: [], values: [] };
  tracks.set(index, keys);
  keys.frames.push(frame);
  keys.values.push(value);
}

function differences(points: Float64Array, rest: Float64Array): Float32Array {
  const delta = new Float32Array(points.length);
  for (let i = 0; i < points.length; i++) {
    const difference = points[i] - rest[i];
    if (Math.abs(difference) >= least) delta[i] = difference;
  }
  return delta;
}

const isNear = (a: Float32Array, b: Float32Array): boolean => a.every((number, i) => Math.abs(number - b[i]) < least);

const isSameColor = (a: Color | null, b: Color | null): boolean =>
  a === b || (a !== null && b !== null && a.every((share, i) => Math.abs(share - b[i]) < 1e-6));

function joined(rows: readonly Float32Array[]): Float32Array {
  const numbers = new Float32Array(rows.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const row of rows) {
    numbers.set(row, at);
    at += row.length;
  }
  return numbers;
}
