import * as twgl from 'twgl.js';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { type DataTarget, Device } from './device.ts';
import type { Instance } from './instance.ts';
import type { Painter, Run } from './painter.ts';
import type { PainterMaker } from './painters.ts';
import { RigOnGpu } from './rig-on-gpu.ts';

export interface RenderStats {
  /** Draw calls of the last frame. */
  draws: number;
  /** Bytes sent to the GPU in the last frame. */
  uploadBytes: number;
  /** How many times the passes ran: more than once when the textures were too small for all. */
  batches: number;
  /** Bytes of the coverage atlas. */
  atlasBytes: number;
}

/**
 * Draws puppets onto the canvas of a WebGL2 context. For each batch of puppets that fit the textures:
 *
 *     pose ────→ flatten ────→ bounds ───→ painter
 *     control     chords        a box       `coverage`: cover fills, cover strokes, paint
 *     points                    a cell      `stencil`: winding, then box, for each fill and stroke
 *
 * The first three write numbers, one draw a rig. Nothing is read back. Where curves are rebuilt, the first is two:
 * anchors and what shapes curves, then the control points that follow.
 */
export class Renderer {
  readonly device: Device;
  readonly stats: RenderStats = { draws: 0, uploadBytes: 0, batches: 0, atlasBytes: 0 };
  readonly #painter: Painter;
  readonly #rigs = new Map<CompiledRig, RigOnGpu>();
  readonly #rigSet = new Set<RigOnGpu>();
  readonly #runs: Run[] = [];
  #runCount = 0;
  readonly #viewSize: [number, number] = [0, 0];

  /**
   * @param makePainter One of `painters`.
   * @param floatTargets false: use transform feedback instead, as where the machine has none.
   */
  constructor(gl: WebGL2RenderingContext, makePainter: PainterMaker, floatTargets = true) {
    this.device = new Device(gl, floatTargets);
    this.#painter = makePainter(this.device);
  }

  /**
   * @param instances Back to front.
   * @param background Straight red, green, blue, alpha of the empty canvas.
   */
  render(instances: readonly Instance[], background: readonly [number, number, number, number]): void {
    const { device } = this;
    const { gl } = device;
    device.beginFrame();
    this.stats.batches = 0;
    this.#viewSize[0] = gl.drawingBufferWidth;
    this.#viewSize[1] = gl.drawingBufferHeight;
    this.#prepareRigs(instances);

    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.SCISSOR_TEST);
    gl.disable(gl.CULL_FACE);
    gl.colorMask(true, true, true, true);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, this.#viewSize[0], this.#viewSize[1]);
    const [red, green, blue, alpha] = background;
    gl.clearColor(red * alpha, green * alpha, blue * alpha, alpha);
    gl.clear(gl.COLOR_BUFFER_BIT);

    for (let from = 0; from < instances.length; ) from = this.#renderBatch(instances, from);

    this.stats.draws = device.counts.draws;
    this.stats.uploadBytes = device.counts.uploadBytes;
    this.stats.atlasBytes = this.#painter.bytes;
  }

  /** A rig as it was drawn last: for tests and tools. */
  rigOf(compiled: CompiledRig): RigOnGpu | undefined {
    return this.#rigs.get(compiled);
  }

  /** Frees what belongs to a rig that is no longer on the stage. */
  forget(compiled: CompiledRig): void {
    const rig = this.#rigs.get(compiled);
    if (!rig) return;
    rig.destroy();
    this.#rigs.delete(compiled);
    this.#rigSet.delete(rig);
  }

  destroy(): void {
    for (const rig of this.#rigSet) rig.destroy();
    this.#rigs.clear();
    this.#rigSet.clear();
    this.#painter.destroy();
    this.device.destroy();
  }

  /** Tables, level of detail and layouts must stand before a batch begins. */
  #prepareRigs(instances: readonly Instance[]): void {
    const [width, height] = this.#viewSize;
    for (const rig of this.#rigSet) rig.neededScale = 0;
    for (const instance of instances) {
      let rig = this.#rigs.get(instance.compiled);
      if (!rig) {
        rig = new RigOnGpu(this.device, instance.compiled, instance.orders);
        this.#rigs.set(instance.compiled, rig);
        this.#rigSet.add(rig);
      }
      rig.neededScale = Math.max(rig.neededScale, greatestStretch(instance.matrix));
      rig.note(instance);
    }
    for (const rig of this.#rigSet) {
      rig.useDetail(rig.neededScale);
      rig.layouts.fit(width, height, this.#painter.limit);
    }
  }

  /** @returns The first puppet that did not fit. */
  #renderBatch(instances: readonly Instance[], from: number): number {
    this.#beginBatch();
    let next = from;
    for (; next < instances.length; next++) {
      const instance = instances[next];
      const rig = this.#rigs.get(instance.compiled) as RigOnGpu;
      const slot = rig.puppetCount;
      if (slot >= rig.mostPuppets) break;
      const room = this.#painter.add(rig, instance);
      if (room === 'paged' && next === from) {
        this.#renderPages(rig, instance);
        return next + 1;
      }
      if (room !== 'added') break;
      this.#addToRun(rig, slot);
    }
    this.#finishBatch();
    return next;
  }

  /** A puppet too large for the atlas: part after part of its draw order. */
  #renderPages(rig: RigOnGpu, instance: Instance): void {
    for (const page of this.#painter.pages(rig, instance, this.#viewSize)) {
      this.#beginBatch();
      this.#painter.addPage(rig, instance, page);
      this.#addToRun(rig, 0);
      this.#runs[0].firstSlot = page.firstSlot;
      this.#runs[0].slotCount = page.slotCount;
      this.#finishBatch();
    }
  }

  #beginBatch(): void {
    for (const rig of this.#rigSet) rig.beginBatch();
    this.#painter.reset();
    this.#runCount = 0;
  }

  #finishBatch(): void {
    for (const rig of this.#rigSet) if (rig.puppetCount > 0) this.#dataPasses(rig);
    this.#painter.paint(this.#rigSet, this.#runs, this.#runCount, this.#viewSize);
    this.stats.batches++;
  }

  #addToRun(rig: RigOnGpu, slot: number): void {
    const last = this.#runs[this.#runCount - 1];
    if (this.#runCount > 0 && last.rig === rig) {
      last.count++;
      return;
    }
    const slotCount = rig.orders.itemCount;
    const run = this.#runs[this.#runCount];
    if (run) {
      run.rig = rig;
      run.first = slot;
      run.count = 1;
      run.firstSlot = 0;
      run.slotCount = slotCount;
    } else {
      this.#runs.push({ rig, first: slot, count: 1, firstSlot: 0, slotCount });
    }
    this.#runCount++;
  }

  #dataPasses(rig: RigOnGpu): void {
    const { gl } = this.device;
    rig.prepare();
    rig.uniforms.uViewSize = this.#viewSize;
    gl.disable(gl.BLEND);
    const { pointCount, curves, skinSets } = rig.compiled;
    const poses = curves ? 'handles' : skinSets.length > 0 ? 'skinned' : 'pose';
    if (curves) this.#dataPass('anchors', rig, rig.hidden as DataTarget, curves.hiddenCount);
    this.#dataPass(poses, rig, rig.pose as DataTarget, pointCount);
    this.#dataPass('flatten', rig, rig.vertices as DataTarget, rig.detail?.vertexCount ?? 0);
    this.#dataPass('bounds', rig, rig.bounds as DataTarget, rig.compiled.cells.length / 4);
  }

  #dataPass(name: string, rig: RigOnGpu, target: DataTarget, count: number): void {
    const { device } = this;
    if (count === 0) return;
    const program = device.program(name, 'data');
    device.gl.useProgram(program.program);
    rig.uniforms.uTargetSize = target.size;
    twgl.setUniforms(program, rig.uniforms);
    device.fillTarget(target, count, rig.puppetCount);
  }
}

/** Greatest factor by which a matrix stretches a length: its greatest singular value. */
function greatestStretch(m: Float32Array): number {
  const sum = m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3];
  const det = m[0] * m[3] - m[1] * m[2];
  return Math.sqrt(0.5 * (sum + Math.sqrt(Math.max(0, sum * sum - 4 * det * det))));
}
