import type { DrawOrders } from '../animate/draw-orders.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { LAYOUT } from '../compile/layout.ts';
import { CellLayouts } from './cell-layouts.ts';
import type { DataTarget, Device } from './device.ts';
import type { Instance } from './instance.ts';
import type { OwnPointTable } from './own-point-table.ts';
import {
  type DetailTables,
  detailLevel,
  type RigTables,
  RowTexture,
  syncOrders,
  uploadDetail,
  uploadRig,
} from './rig-tables.ts';
import { addShaders } from './shader-source.ts';

/**
 * One rig on one device: its tables, and for the puppets of the batch that is being drawn their
 * rows and the targets of the data passes. All puppets of a rig in a batch go through each pass together.
 */
export class RigOnGpu {
  readonly compiled: CompiledRig;
  readonly orders: DrawOrders;
  readonly layouts: CellLayouts;
  /** Uniforms of all passes; unused ones are ignored by each program. */
  readonly uniforms: Record<string, unknown>;
  /** Puppets in the current batch. */
  puppetCount = 0;
  /** Greatest canvas px for a rig px over its puppets in this frame. */
  neededScale = 0;
  detail: DetailTables | null = null;

  readonly #device: Device;
  readonly #tables: RigTables;
  readonly #orderRows: RowTexture;
  readonly #placeRows: RowTexture;
  #puppetTexels: number;
  readonly #firstBone: number;
  #ownPoints: OwnPointTable | null = null;
  #puppets = new Float32Array(0);
  #upload = new Float32Array(0);
  #capacity = 0;
  /** By level, the one used last at the end. */
  readonly #details = new Map<number, DetailTables>();
  /** `CellLayouts.growths` when the details were made. */
  #detailGrowths = 0;
  #puppetTexture: WebGLTexture | null = null;
  /** What curves are rebuilt from; null in rigs that have finished control points. */
  hidden: DataTarget | null = null;
  pose: DataTarget | null = null;
  vertices: DataTarget | null = null;
  bounds: DataTarget | null = null;

  constructor(device: Device, compiled: CompiledRig, orders: DrawOrders) {
    const { gl } = device;
    this.#device = device;
    this.compiled = compiled;
    this.orders = orders;
    this.#tables = uploadRig(device, compiled);
    this.#orderRows = new RowTexture(device, gl.R32UI, 1, orders.itemCount, true);
    this.#placeRows = new RowTexture(device, gl.RGBA16UI, 4, compiled.cells.length, false);
    this.layouts = new CellLayouts(compiled, this.#placeRows);
    this.#firstBone = LAYOUT.PUPPET_ACTIONS + compiled.rig.actions.length;
    this.#puppetTexels = this.#firstBone;
    addShaders(compiled.shaders);
    this.uniforms = {
      ...this.#tables,
      // Not read while no puppet has some, but a sampler needs a texture of its kind.
      uOwnPoints: this.#tables.uPoints,
      uPointCount: compiled.pointCount,
      uHiddenCount: compiled.curves?.hiddenCount,
      uFirstBone: -1,
      uCellCount: compiled.cells.length / 4,
      uItemCount: orders.itemCount,
    };
  }

  /** Most puppets in one batch: every target must fit into a texture. */
  get mostPuppets(): number {
    const texels = this.#device.limits.textureSize * 2048;
    const { pointCount, curves } = this.compiled;
    const largest = Math.max(1, pointCount, curves?.hiddenCount ?? 0, this.detail?.vertexCount ?? 1);
    return Math.max(1, Math.min(this.#device.limits.textureSize, Math.floor(texels / largest)));
  }

  /** Chords for puppets of up to `scale` canvas px a rig px. Levels used lately are kept. */
  useDetail(scale: number): void {
    const level = detailLevel(scale);
    const { skinFactors, ownBends, growths } = this.layouts;
    if (this.#detailGrowths !== growths) {
      this.#detailGrowths = growths;
      for (const tables of this.#details.values()) this.#deleteDetail(tables);
      this.#details.clear();
      this.detail = null;
    }
    if (this.detail?.scale === level) return;
    let detail = this.#details.get(level);
    if (detail) this.#details.delete(level);
    else detail = uploadDetail(this.#device, this.compiled, level, skinFactors, ownBends);
    this.#details.set(level, detail);
    for (const [old, tables] of this.#details) {
      if (this.#details.size <= MOST_DETAILS) break;
      this.#deleteDetail(tables);
      this.#details.delete(old);
    }
    this.detail = detail;
    this.uniforms.uRecipes = detail.uRecipes;
    this.uniforms.uEdges = detail.uEdges;
    this.uniforms.uStrokes = detail.uStrokes;
    this.uniforms.uVertexCount = detail.vertexCount;
  }

  #deleteDetail(tables: DetailTables): void {
    for (const texture of [tables.uRecipes, tables.uEdges, tables.uStrokes]) this.#device.deleteTexture(texture);
  }

  /** Before a frame: tells what is in it. */
  note({ layoutChoice, actions, bones, bonesVersion, own }: Instance): void {
    this.layouts.note(layoutChoice, actions, bones, bonesVersion, own);
    // Bones that carry no points are the CPU's affair; of others nothing is sent before the first one moves.
    const texels = this.#firstBone + this.compiled.boneCount * 2;
    if (bonesVersion === 0 || this.#puppetTexels === texels || this.compiled.skinSets.length === 0) return;
    this.#puppetTexels = texels;
    this.uniforms.uFirstBone = this.#firstBone;
    this.#puppets = new Float32Array(this.#capacity * texels * 4);
    this.#device.deleteTexture(this.#puppetTexture);
    this.#puppetTexture = null;
  }

  beginBatch(): void {
    this.puppetCount = 0;
    if (this.#ownPoints) this.#ownPoints.texels = 0;
  }

  /** Takes a puppet into the batch. @returns Its slot. */
  add(instance: Instance, layoutRow: number, atlasX: number, atlasY: number): number {
    const slot = this.puppetCount++;
    if (slot >= this.#capacity) this.#grow(slot + 1);
    const data = this.#puppets;
    const start = slot * this.#puppetTexels * 4;
    const { matrix, tint } = instance;
    // One number after the other: `set` would need an array.
    data[start] = matrix[0];
    data[start + 1] = matrix[1];
    data[start + 2] = matrix[2];
    data[start + 3] = matrix[3];
    data[start + 4] = matrix[4];
    data[start + 5] = matrix[5];
    data[start + 6] = instance.alpha;
    data[start + 7] = this.orders.find(instance.actions);
    data[start + 8] = tint[0];
    data[start + 9] = tint[1];
    data[start + 10] = tint[2];
    data[start + 11] = layoutRow;
    data[start + 12] = atlasX;
    data[start + 13] = atlasY;
    data[start + 15] = 0;
    if (instance.own && instance.ownTable) {
      this.#ownPoints ??= new instance.ownTable(this.#device, this.compiled);
      data[start + 14] = this.#ownPoints.texels;
      data[start + 15] = instance.own.paths.length;
      this.#ownPoints.add(instance.own);
    }
    data.set(instance.actions, start + LAYOUT.PUPPET_ACTIONS * 4);
    if (this.#puppetTexels > this.#firstBone) data.set(instance.bones, start + this.#firstBone * 4);
    return slot;
  }

  /** The draw order of a puppet of the batch. */
  orderRow(slot: number): number {
    return this.#puppets[slot * this.#puppetTexels * 4 + LAYOUT.PUPPET_OFFSET * 4 + 3];
  }

  #grow(least: number): void {
    this.#capacity = Math.max(least, this.#capacity * 2);
    const grown = new Float32Array(this.#capacity * this.#puppetTexels * 4);
    grown.set(this.#puppets);
    this.#puppets = grown;
    this.#device.deleteTexture(this.#puppetTexture);
    this.#puppetTexture = null;
  }

  /** Sends the puppets' rows; makes targets that are missing or too small. */
  prepare(): void {
    const device = this.#device;
    const { gl } = device;
    this.#puppetTexture ??= device.texture(gl.RGBA32F, this.#puppetTexels, this.#capacity);
    // The view is kept: making one each frame would be garbage.
    const length = this.puppetCount * this.#puppetTexels * 4;
    if (this.#upload.length !== length || this.#upload.buffer !== this.#puppets.buffer) {
      this.#upload = this.#puppets.subarray(0, length);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.#puppetTexture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, this.#puppetTexels, this.puppetCount, gl.RGBA, gl.FLOAT, this.#upload);
    device.counts.uploadBytes += length * 4;

    const { uniforms } = this;
    syncOrders(this.#orderRows, this.orders);
    uniforms.uOrders = this.#orderRows.upload();
    uniforms.uPlaces = this.#placeRows.upload();
    uniforms.uPuppets = this.#puppetTexture;
    if (this.#ownPoints) uniforms.uOwnPoints = this.#ownPoints.upload();
    if (this.compiled.curves) {
      this.hidden = this.#target(this.hidden, false, this.compiled.curves.hiddenCount);
      uniforms.uHidden = this.hidden.texture;
    }
    this.pose = this.#target(this.pose, false, this.compiled.pointCount);
    this.vertices = this.#target(this.vertices, false, this.detail?.vertexCount ?? 0);
    this.bounds = this.#target(this.bounds, true, this.compiled.cells.length / 4);
    uniforms.uPose = this.pose.texture;
    uniforms.uVertices = this.vertices.texture;
    uniforms.uBounds = this.bounds.texture;
  }

  #target(target: DataTarget | null, wide: boolean, perPuppet: number): DataTarget {
    if (target && target.capacity >= perPuppet * this.puppetCount) return target;
    this.#device.deleteTarget(target);
    return this.#device.dataTarget(wide, perPuppet * this.#capacity);
  }

  destroy(): void {
    const device = this.#device;
    for (const texture of Object.values(this.#tables)) device.deleteTexture(texture);
    for (const tables of this.#details.values()) this.#deleteDetail(tables);
    this.#orderRows.destroy();
    this.#placeRows.destroy();
    this.#ownPoints?.destroy();
    device.deleteTexture(this.#puppetTexture);
    device.deleteTarget(this.hidden);
    device.deleteTarget(this.pose);
    device.deleteTarget(this.vertices);
    device.deleteTarget(this.bounds);
  }
}

const MOST_DETAILS = 3;
