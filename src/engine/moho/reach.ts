import type { Reach } from '../compile/curves.ts';
import { bend } from '../geometry/cubic.ts';
import { buildHandles } from '../geometry/moho/curves.ts';
import type { Rig } from '../model/rig.ts';
import type { MeshTable } from './curves.ts';
import { type MeshTrack, type MeshTracks, PARAMETERS } from './mesh-tracks.ts';

/** What an action does to a path, by itself. */
export interface ActionReach extends Reach {
  readonly action: number;
}

/** So many frames of an action are looked at, spread evenly: what lies between differs little. */
const samples = 40;
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
): { bends: Float32Array; reaches: readonly (readonly ActionReach[])[] } {
  const firstSegments: number[] = [];
  let segmentCount = 0;
  const pathsOf = new Map<number, number[]>();
  for (const [p, { curve, contours }] of rig.paths.entries()) {
    firstSegments.push(segmentCount);
    for (const { segments } of contours) segmentCount += segments;
    const layer = curve?.layer ?? -1;
    pathsOf.set(layer, [...(pathsOf.get(layer) ?? []), p]);
  }
  const bends = new Float32Array(segmentCount);
  const reaches: ActionReach[][] = rig.paths.map(() => []);
  for (const [m, { layer, layerRow, bones }] of meshes.entries()) {
    const own = tracks[m];
    const paths = pathsOf.get(layer) ?? [];
    const matrix = restRows.subarray(layerRow * 8, layerRow * 8 + 6);
    const poser = new MeshPoser(own, matrix);
    poser.pose([], 0);
    const rest = paths.map((p) => poser.measure(rig, p));
    for (const [i, p] of paths.entries()) {
      // Several bones may bring the legs of a control polygon out of line by 30°.
      const more = bones.length > 1 ? 1 : 0;
      rest[i].bends.forEach((each, s) => {
        bends[firstSegments[p] + s] = each + more * rest[i].legs[s];
      });
    }
    for (const action of new Set([...own.anchors, ...own.parameters].map((track) => track.action))) {
      const moving = [...own.anchors, ...own.parameters].filter((track) => track.action === action);
      const grown = rest.map(({ box, bends: own }) => ({ box: [...box], width: 0, height: 0, bends: own.slice() }));
      const last = Math.max(...moving.map(({ frames }) => frames[frames.length - 1]));
      const step = Math.max(1, Math.floor(last / samples));
      for (let frame = 1; frame <= last; frame += step) {
        poser.pose(moving, frame);
        for (const [i, p] of paths.entries()) {
          const { box, bends: now } = poser.measure(rig, p);
          const most = grown[i];
          for (let side = 0; side < 4; side++) {
            most.box[side] = side < 2 ? Math.min(most.box[side], box[side]) : Math.max(most.box[side], box[side]);
          }
          most.width = Math.max(most.width, box[2] - box[0]);
          most.height = Math.max(most.height, box[3] - box[1]);
          for (let s = 0; s < now.length; s++) most.bends[s] = Math.max(most.bends[s], now[s]);
        }
      }
      for (const [i, p] of paths.entries()) {
        const { box, width, height, bends: most } = grown[i];
        const at = rest[i].box;
        const [left, top, right, bottom, wider, higher] = [
          at[0] - box[0],
          at[1] - box[1],
          box[2] - at[2],
          box[3] - at[3],
          Math.max(0, width - (at[2] - at[0])),
          Math.max(0, height - (at[3] - at[1])),
        ].map((number) => number * margin);
        if (left + top + right + bottom > 0) reaches[p].push({ action, left, top, right, bottom, wider, higher });
        most.forEach((each, s) => {
          bends[firstSegments[p] + s] += (each - rest[i].bends[s]) * margin;
        });
      }
    }
  }
  return { bends, reaches };
}

/** The sum of what some actions do to a path. */
export function sumReach(reaches: readonly ActionReach[], active: ArrayLike<number>): Reach {
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

/** A mesh as one action moves it, at rest otherwise. */
class MeshPoser {
  readonly #tracks: MeshTracks;
  readonly #matrix: Float32Array;
  readonly #anchors: Float64Array;
  readonly #parameters: Float64Array;
  readonly #kinds: readonly Float64Array[];
  readonly #handles: Float64Array;

  constructor(tracks: MeshTracks, matrix: Float32Array) {
    this.#tracks = tracks;
    this.#matrix = matrix;
    this.#anchors = tracks.restAnchors.slice();
    this.#parameters = tracks.restParameters.slice();
    const count = tracks.mesh.curvePoints.length;
    this.#kinds = Array.from({ length: 5 }, () => new Float64Array(count));
    this.#handles = new Float64Array(count * 6);
  }

  pose(moving: readonly MeshTrack[], frame: number): void {
    const { mesh, restAnchors, restParameters, anchors } = this.#tracks;
    this.#anchors.set(restAnchors);
    this.#parameters.set(restParameters);
    for (const track of moving) addRow(track, frame, anchors.includes(track) ? this.#anchors : this.#parameters);
    for (let i = 0; i < this.#parameters.length; i += PARAMETERS) {
      for (let k = 0; k < 5; k++) this.#kinds[k][i / PARAMETERS] = this.#parameters[i + k];
    }
    const [smoothness, weightIn, weightOut, offsetIn, offsetOut] = this.#kinds;
    const parameters = { smoothness, weightIn, weightOut, offsetIn, offsetOut };
    const handles = buildHandles(mesh, this.#anchors, parameters, this.#handles);
    const [a, b, c, d, e, f] = this.#matrix;
    for (let i = 0; i < handles.length; i += 2) {
      const [x, y] = [handles[i], handles[i + 1]];
      handles[i] = a * x + c * y + e;
      handles[i + 1] = b * x + d * y + f;
    }
  }

  /** Box of the control points of a path, px; the bend of each segment, and half its longest leg. */
  measure(rig: Rig, path: number): { box: number[]; bends: number[]; legs: number[] } {
    const { curve, contours } = rig.paths[path];
    const codes = curve?.points ?? new Uint32Array();
    const points = new Float64Array(codes.length * 2);
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < codes.length; i++) {
      const [x, y] = [this.#handles[codes[i] * 2], this.#handles[codes[i] * 2 + 1]];
      points[i * 2] = x;
      points[i * 2 + 1] = y;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
    const bends: number[] = [];
    const legs: number[] = [];
    for (const { start, segments } of contours) {
      for (let s = 0; s < segments; s++) {
        const first = start + s * 3;
        bends.push(bend(points, first));
        let longest = 0;
        for (let i = first * 2; i < first * 2 + 6; i += 2) {
          longest = Math.max(longest, Math.hypot(points[i + 2] - points[i], points[i + 3] - points[i + 1]));
        }
        legs.push(longest / 2);
      }
    }
    return { box, bends, legs };
  }
}

/** Adds the row that holds at a frame. */
function addRow({ frames, deltas }: MeshTrack, frame: number, out: Float64Array): void {
  let key = -1;
  while (key + 1 < frames.length && frames[key + 1] <= frame) key++;
  for (let i = 0; key >= 0 && i < out.length; i++) out[i] += deltas[key * out.length + i];
}
