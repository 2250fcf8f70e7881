import type { CompiledRig } from '../compile/compiled-rig.ts';
import { FACTOR, LEAST, MOST, measured, SkinRoom } from '../compile/skin-room.ts';
import type { MohoCurves, RoomTable } from './curves.ts';

/** How far layers and bones have turned the paths of each skin set of one puppet and made them grow so far. */
export class LayerRoom extends SkinRoom {
  readonly #rooms: readonly RoomTable[];
  readonly #rest: Float32Array;

  constructor(compiled: CompiledRig) {
    super(compiled);
    const { rooms, restRows } = compiled.curves as MohoCurves;
    this.#rooms = rooms;
    this.#rest = restRows;
  }

  protected override measure(set: number, rows: Float32Array): boolean {
    const { layerRow, bones, box } = this.#rooms[set];
    const rest = this.#rest;
    const at = layerRow * 8;
    // The layer now, seen from where it is at rest: linear parts only.
    const [a, b, c, d] = [rest[at], rest[at + 1], rest[at + 2], rest[at + 3]];
    const determinant = a * d - b * c || 1;
    const [x0, y0] = [rows[at] * d - rows[at + 2] * b, rows[at + 1] * d - rows[at + 3] * b];
    const [x1, y1] = [rows[at + 2] * a - rows[at] * c, rows[at + 3] * a - rows[at + 1] * c];
    const scale = 1 / determinant;
    const stretch = Math.sqrt(Math.max(x0 * x0 + y0 * y0, x1 * x1 + y1 * y1)) * Math.abs(scale);
    const turn = Math.atan2(y0 * scale, x0 * scale);
    // Units of a layer go up, px down.
    const side = determinant < 0 ? -1 : 1;
    let [most, apart, least, greatest] = [1, 0, 0, 0];
    const first = bones[0] * 8;
    for (let k = 0; k < bones.length; k++) {
      const o = bones[k] * 8;
      most = Math.max(most, length(rows[o] + 1, rows[o + 1]), length(rows[o + 2], rows[o + 3] + 1));
      const own = side * Math.atan2(rows[o + 1], rows[o] + 1);
      least = k === 0 ? own : Math.min(least, own);
      greatest = k === 0 ? own : Math.max(greatest, own);
      for (let corner = 0; k > 0 && corner < 4; corner++) {
        const x = box[(corner & 1) * 2];
        const y = box[1 + (corner & 2)];
        const dx = (rows[o] - rows[first]) * x + (rows[o + 2] - rows[first + 2]) * y + rows[o + 4] - rows[first + 4];
        const dy =
          (rows[o + 1] - rows[first + 1]) * x + (rows[o + 3] - rows[first + 3]) * y + rows[o + 5] - rows[first + 5];
        apart = Math.max(apart, length(dx, dy));
      }
    }
    const diagonal = length(box[2] - box[0], box[3] - box[1]);
    measured[FACTOR] = stretch * most * (1 + (diagonal > 0 ? apart / diagonal : 0));
    measured[LEAST] = withoutNoise(turn + least);
    measured[MOST] = withoutNoise(turn + greatest);
    return true;
  }
}

/** A layer at rest is not turned, whatever 32 bits make of it. */
const withoutNoise = (turn: number): number => (Math.abs(turn) < 1e-5 ? 0 : turn);

/** `Math.hypot` takes several times as long, and keeps from overflow what never comes near it. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);
