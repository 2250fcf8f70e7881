import type { DrawOrders } from '../animate/draw-orders.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { tessellate } from '../compile/tessellate.ts';
import type { Device } from './device.ts';

/** The immutable tables of one rig on one device: uploaded once, whatever is played. */
export interface RigTables {
  readonly uPoints: WebGLTexture;
  readonly uPaths: WebGLTexture;
  readonly uPaints: WebGLTexture;
  readonly uMorphs: WebGLTexture;
  readonly uDeltas: WebGLTexture;
  readonly uFrameRows: WebGLTexture;
  readonly uStyles: WebGLTexture;
  readonly uValues: WebGLTexture;
  readonly uCells: WebGLTexture;
  readonly uItems: WebGLTexture;
  readonly uMasks: WebGLTexture;
  readonly uInfluences: WebGLTexture;
  readonly uBones: WebGLTexture;
  /** Only where curves are rebuilt. */
  readonly uCurvePoints?: WebGLTexture;
}

export function uploadRig(device: Device, compiled: CompiledRig): RigTables {
  const { gl } = device;
  return {
    uPoints: device.table(gl.RGBA32F, 4, compiled.points),
    uPaths: device.table(gl.RGBA32UI, 4, compiled.paths),
    uPaints: device.table(gl.RGBA32F, 4, compiled.paints),
    uMorphs: device.table(gl.RGBA32UI, 4, compiled.morphs),
    uDeltas: device.table(gl.RG16I, 2, compiled.deltas),
    uFrameRows: device.table(gl.R16UI, 1, compiled.frameRows),
    uStyles: device.table(gl.RGBA32UI, 4, compiled.styles),
    uValues: device.table(gl.RGBA32F, 4, compiled.values),
    uCells: device.table(gl.RGBA32UI, 4, compiled.cells),
    uItems: device.table(gl.RGBA32UI, 4, compiled.items),
    uMasks: device.table(gl.R32UI, 1, compiled.masks),
    uInfluences: device.table(gl.RG32F, 2, compiled.influences),
    uBones: device.table(gl.RGBA32F, 4, compiled.boneRests),
    ...(compiled.curves && { uCurvePoints: device.table(gl.RGBA32F, 4, compiled.curves.curvePoints) }),
  };
}

/** The chords of a rig at one level of detail. */
export interface DetailTables {
  readonly scale: number;
  readonly vertexCount: number;
  readonly edgeCount: number;
  readonly strokeCount: number;
  /** See `Tessellation.cellRanges`. */
  readonly cellRanges: Uint32Array;
  readonly uRecipes: WebGLTexture;
  readonly uEdges: WebGLTexture;
  readonly uStrokes: WebGLTexture;
}

/** The level that serves a scale: a power of two. It depends on nothing else, so that a picture does not either. */
export function detailLevel(scale: number): number {
  // Rounding in a rotation must not double the detail.
  return 2 ** Math.ceil(Math.log2(Math.min(Math.max(scale * 0.999, 1 / 16), 256)));
}

export function uploadDetail(
  device: Device,
  compiled: CompiledRig,
  scale: number,
  room: ArrayLike<number>,
  ownBends: ArrayLike<number>,
): DetailTables {
  const { gl } = device;
  const chords = tessellate(compiled, scale, room, ownBends);
  return {
    scale,
    vertexCount: chords.vertexCount,
    edgeCount: chords.edges.length / 4,
    strokeCount: chords.strokes.length / 4,
    cellRanges: chords.cellRanges,
    uRecipes: device.table(gl.RG32F, 2, chords.recipes),
    uEdges: device.table(gl.RGBA32UI, 4, chords.edges),
    uStrokes: device.table(gl.RGBA32UI, 4, chords.strokes),
  };
}

/** Rows of a table that grows: draw orders, cell layouts. Rows never change once they are written. */
export class RowTexture {
  readonly #device: Device;
  readonly #internalFormat: number;
  readonly #channels: number;
  readonly #rowLength: number;
  #data: Uint32Array | Uint16Array;
  #texture: WebGLTexture | null = null;
  #textureRows = 0;
  #rows = 0;
  #sent = 0;

  /** @param rowLength Numbers in a row. `wide`: of 32 bits, else of 16. */
  constructor(device: Device, internalFormat: number, channels: number, rowLength: number, wide: boolean) {
    this.#device = device;
    this.#internalFormat = internalFormat;
    this.#channels = channels;
    this.#rowLength = rowLength;
    this.#data = wide ? new Uint32Array(0) : new Uint16Array(0);
  }

  get rows(): number {
    return this.#rows;
  }

  /** @returns The row's index. */
  push(row: ArrayLike<number>): number {
    const needed = (this.#rows + 1) * this.#rowLength;
    if (needed > this.#data.length) {
      const grown = new (this.#data.constructor as new (length: number) => Uint32Array | Uint16Array)(needed * 2);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data.set(row, this.#rows * this.#rowLength);
    return this.#rows++;
  }

  clear(): void {
    this.#rows = 0;
    this.#sent = 0;
  }

  /** The texture with all rows; only those that came since are sent. */
  upload(): WebGLTexture {
    const device = this.#device;
    if (!this.#texture || this.#rows > this.#textureRows) {
      device.deleteTexture(this.#texture);
      this.#textureRows = Math.max(8, this.#rows * 2);
      this.#texture = device.rowTexture(this.#internalFormat, this.#rowLength / this.#channels, this.#textureRows);
      this.#sent = 0;
    }
    if (this.#sent < this.#rows) {
      const rows = this.#data.subarray(this.#sent * this.#rowLength, this.#rows * this.#rowLength);
      device.updateRows(this.#texture, this.#internalFormat, this.#rowLength / this.#channels, this.#sent, rows);
      this.#sent = this.#rows;
    }
    return this.#texture;
  }

  destroy(): void {
    this.#device.deleteTexture(this.#texture);
    this.#texture = null;
  }
}

/** Brings the rows of a rig's draw orders that came since to the GPU's copy. */
export function syncOrders(rows: RowTexture, orders: DrawOrders): void {
  while (rows.rows < orders.count) rows.push(orders.row(rows.rows));
}
