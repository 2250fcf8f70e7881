import type { PathReach } from '../compile/curves.ts';
import { buildHandles } from '../geometry/moho/curves.ts';
import type { Path, Rig } from '../model/rig.ts';
import type { MeshTable } from './curves.ts';
import { type MeshTrack, type MeshTracks, PARAMETERS } from './mesh-tracks.ts';

/** What an action does to a path, by itself. */
export interface ActionReach extends PathReach {
  readonly action: number;
}

/** By path: what the actions do to it. */
export interface MeasuredReach {
  readonly bends: Float32Array;
  /** Of actions that make it larger: what counts in every frame. */
  readonly reaches: readonly (readonly ActionReach[])[];
  /** Actions that move any point of it. */
  readonly movers: readonly ReadonlySet<number>[];
}

/** So many frames of an action are looked at, spread evenly: what lies between differs little. */
const samples = 20;
/** What several actions do to one curve at once is not the sum of what each does: room beyond it. */
const margin = 1.1;

/**
 * How large paths become, and how much their segments bend, as actions move them one by one. A box that turns out
 * too small costs resolution, not parts of the picture. Bones and layers are at rest.
 */
export function measureReach(
  rig: Rig,
  meshes: readonly MeshTable[],
  tracks: readonly MeshTracks[],
  restRows: Float32Array,
): MeasuredReach {
  const firstSegments: number[] = [];
  let segmentCount = 0;
  const pathsOf = new Map<number, number[]>();
  for (const [p, { curve, contours }] of rig.paths.entries()) {
    firstSegments.push(segmentCount);
    for (const { segments } of contours) segmentCount += segments;
    const layer = curve?.layer ?? -1;
    const own = pathsOf.get(layer);
    if (own === undefined) pathsOf.set(layer, [p]);
    else own.push(p);
  }
  const bends = new Float32Array(segmentCount);
  const reaches: ActionReach[][] = rig.paths.map(() => []);
  const movers = rig.paths.map(() => new Set<number>());
  for (const [m, { layer, layerRow, bones }] of meshes.entries()) {
    const { anchors, parameters } = tracks[m];
    const paths = pathsOf.get(layer) ?? [];
    const poser = new MeshPoser(tracks[m], restRows.subarray(layerRow * 8, layerRow * 8 + 6));
    const rest = paths.map((p) => new PathRange(rig.paths[p]));
    for (const range of rest) poser.measure(range);
    for (const [i, p] of paths.entries()) {
      // Several bones may bring the legs of a control polygon out of line by 30°.
      rest[i].bends.forEach((each, s) => {
        bends[firstSegments[p] + s] = each + (bones.length > 1 ? rest[i].legs[s] / 2 : 0);
      });
    }
    for (const action of new Set([...anchors, ...parameters].map((track) => track.action))) {
      const isOwn = (track: MeshTrack): boolean => track.action === action;
      const moving = [...anchors.filter(isOwn), ...parameters.filter(isOwn)];
      const last = Math.max(...moving.map(({ frames }) => frames[frames.length - 1]));
      const ranges = rest.map((range) => range.copy());
      const step = Math.max(1, Math.ceil(last / samples));
      for (let frame = 1; frame < last + step; frame += step) {
        poser.pose(moving, Math.min(frame, last));
        for (const range of ranges) poser.measure(range);
      }
      for (const [i, p] of paths.entries()) {
        const reach = ranges[i].beyond(rest[i], action);
        if (ranges[i].isMoved) movers[p].add(action);
        if (reach.left + reach.top + reach.right + reach.bottom > 0) reaches[p].push(reach);
        ranges[i].bends.forEach((each, s) => {
          bends[firstSegments[p] + s] += (each - rest[i].bends[s]) * margin;
        });
      }
    }
  }
  return { bends, reaches, movers };
}

/** The sum of what some actions do to a path. */
export function sumReach(reaches: readonly ActionReach[], active: ArrayLike<number>): PathReach {
  const sum = { left: 0, top: 0, right: 0, bottom: 0, wider: 0, higher: 0 };
  for (const { action, left, top, right, bottom, wider, higher } of reaches) {
    if (!active[action]) continue;
    sum.left += left;
    sum.top += top;
    sum.right += right;
    sum.bottom += bottom;
    sum.wider += wider;
    sum.higher += higher;
  }
  return sum;
}

/** What was seen of a path so far, px. */
class PathRange {
  readonly codes: Uint32Array;
  readonly contours: Path['contours'];
  left = Infinity;
  top = Infinity;
  right = -Infinity;
  bottom = -Infinity;
  width = 0;
  height = 0;
  /** Whether a point was seen elsewhere than at rest. */
  isMoved = false;
  /** Of each segment: its greatest bend, and the longest leg of its control polygon. */
  readonly bends: Float64Array;
  readonly legs: Float64Array;
  readonly #path: Path;

  constructor(path: Path) {
    this.#path = path;
    this.codes = path.curve?.points ?? new Uint32Array();
    this.contours = path.contours;
    const count = path.contours.reduce((sum, { segments }) => sum + segments, 0);
    this.bends = new Float64Array(count);
    this.legs = new Float64Array(count);
  }

  copy(): PathRange {
    const { left, top, right, bottom, width, height } = this;
    const copy = Object.assign(new PathRange(this.#path), { left, top, right, bottom, width, height });
    copy.bends.set(this.bends);
    copy.legs.set(this.legs);
    return copy;
  }

  beyond({ left, top, right, bottom, width, height }: PathRange, action: number): ActionReach {
    return {
      action,
      left: (left - this.left) * margin,
      top: (top - this.top) * margin,
      right: (this.right - right) * margin,
      bottom: (this.bottom - bottom) * margin,
      wider: (this.width - width) * margin,
      higher: (this.height - height) * margin,
    };
  }
}

/** A mesh as one action moves it, at rest otherwise. It is at rest at first. */
class MeshPoser {
  readonly #tracks: MeshTracks;
  readonly #matrix: Float32Array;
  readonly #anchors: Float64Array;
  readonly #parameters: Float64Array;
  readonly #kinds: readonly Float64Array[];
  /** x, y of anchor, handle in and handle out of each curve point, px. */
  readonly #handles: Float64Array;
  readonly #restHandles: Float64Array;

  constructor(tracks: MeshTracks, matrix: Float32Array) {
    this.#tracks = tracks;
    this.#matrix = matrix;
    this.#anchors = tracks.restAnchors.slice();
    this.#parameters = tracks.restParameters.slice();
    const count = tracks.mesh.curvePoints.length;
    this.#kinds = Array.from({ length: 5 }, () => new Float64Array(count));
    this.#handles = new Float64Array(count * 6);
    this.pose([], 0);
    this.#restHandles = this.#handles.slice();
  }

  pose(moving: readonly MeshTrack[], frame: number): void {
    const { mesh, restAnchors, restParameters, anchors } = this.#tracks;
    this.#anchors.set(restAnchors);
    this.#parameters.set(restParameters);
    for (const track of moving) addRow(track, frame, anchors.includes(track) ? this.#anchors : this.#parameters);
    const [smoothness, weightIn, weightOut, offsetIn, offsetOut] = this.#kinds;
    for (let i = 0; i < smoothness.length; i++) {
      for (let k = 0; k < 5; k++) this.#kinds[k][i] = this.#parameters[i * PARAMETERS + k];
    }
    const handles = this.#handles;
    buildHandles(mesh, this.#anchors, { smoothness, weightIn, weightOut, offsetIn, offsetOut }, handles);
    const [a, b, c, d, e, f] = this.#matrix;
    for (let i = 0; i < handles.length; i += 2) {
      const x = handles[i];
      const y = handles[i + 1];
      handles[i] = a * x + c * y + e;
      handles[i + 1] = b * x + d * y + f;
    }
  }

  /** Takes in a path as it is now. */
  measure(range: PathRange): void {
    const { codes, contours, bends, legs } = range;
    const handles = this.#handles;
    const rest = this.#restHandles;
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let i = 0; i < codes.length; i++) {
      const x = handles[codes[i] * 2];
      const y = handles[codes[i] * 2 + 1];
      if (x !== rest[codes[i] * 2] || y !== rest[codes[i] * 2 + 1]) range.isMoved = true;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    range.left = Math.min(range.left, left);
    range.top = Math.min(range.top, top);
    range.right = Math.max(range.right, right);
    range.bottom = Math.max(range.bottom, bottom);
    range.width = Math.max(range.width, right - left);
    range.height = Math.max(range.height, bottom - top);
    let segment = 0;
    for (let c = 0; c < contours.length; c++) {
      const { start, segments } = contours[c];
      for (let s = 0; s < segments; s++, segment++) {
        const i = start + s * 3;
        const [p, q, r, t] = [codes[i] * 2, codes[i + 1] * 2, codes[i + 2] * 2, codes[i + 3] * 2];
        const ax = handles[q] - handles[p];
        const ay = handles[q + 1] - handles[p + 1];
        const bx = handles[r] - handles[q];
        const by = handles[r + 1] - handles[q + 1];
        const cx = handles[t] - handles[r];
        const cy = handles[t + 1] - handles[r + 1];
        // The second differences; see `bend` in geometry/cubic.ts.
        const first = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
        const second = (cx - bx) * (cx - bx) + (cy - by) * (cy - by);
        bends[segment] = Math.max(bends[segment], Math.sqrt(Math.max(first, second)));
        legs[segment] = Math.max(
          legs[segment],
          Math.sqrt(Math.max(ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy)),
        );
      }
    }
  }
}

/** Adds the row that holds at a frame. */
function addRow({ frames, deltas }: MeshTrack, frame: number, out: Float64Array): void {
  let key = -1;
  while (key + 1 < frames.length && frames[key + 1] <= frame) key++;
  for (let i = 0; key >= 0 && i < out.length; i++) out[i] += deltas[key * out.length + i];
}
