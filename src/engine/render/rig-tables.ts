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
  };
}

/** The chords of a rig at one level of detail. */
export interface DetailTables {
  readonly scale: number;
  readonly vertexCount: number;
  readonly edgeCount: number;
  readonly strokeCount: number;
  readonly uRecipes: WebGLTexture;
  readonly uEdges: WebGLTexture;
  readonly uStrokes: WebGLTexture;
}

/** Levels are powers of two; the one in use serves down to a quarter of its scale. */
export function detailFor(scale: number, current: number | undefined): number {
  // Rounding in a rotation must not double the detail.
  const wanted = Math.min(Math.max(scale * 0.999, 1 / 16), 256);
  if (current !== undefined && wanted <= current && wanted > current / 4) return current;
  return 2 ** Math.ceil(Math.log2(wanted));
}

export function uploadDetail(device: Device, compiled: CompiledRig, scale: number): DetailTables {
  const { gl } = device;
  const chords = tessellate(compiled, scale);
  return {
    scale,
    vertexCount: chords.vertexCount,
    edgeCount: chords.edges.length / 4,
    strokeCount: chords.strokes.length / 4,
    uRecipes: device.table(gl.RG32F, 2, chords.recipes),
    uEdges: device.table(gl.RGBA32UI, 4, chords.edges),
    uStrokes: device.table(gl.RGBA32UI, 4, chords.strokes),
  };
}

/** Rows of a table that grows: draw orders, cell layouts. Rows never change once they are written. */
export class RowTexture {
  texture: WebGLTexture | null = null;
  readonly #device: Device;
  readonly #internalFormat: number;
  readonly #channels: number;
  readonly #rowLength: number;
  #data: Uint32Array | Uint16Array;
  #rows = 0;
  #dirty = false;

  /** @param rowLength Numbers in a row. */
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
    this.#dirty = true;
    return this.#rows++;
  }

  clear(): void {
    this.#rows = 0;
    this.#dirty = true;
  }

  /** The texture with all rows; sent anew only when rows were added. */
  upload(): WebGLTexture {
    if (this.texture && !this.#dirty) return this.texture;
    this.#device.deleteTexture(this.texture);
    const used = this.#data.subarray(0, this.#rows * this.#rowLength);
    this.texture = this.#device.table(this.#internalFormat, this.#channels, used);
    this.#dirty = false;
    return this.texture;
  }

  destroy(): void {
    this.#device.deleteTexture(this.texture);
    this.texture = null;
  }
}

/** Brings the rows of a rig's draw orders that came since to the GPU's copy. */
export function syncOrders(rows: RowTexture, orders: DrawOrders): void {
  while (rows.rows < orders.count) rows.push(orders.row(rows.rows));
}
