import * as twgl from 'twgl.js';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { CoverageAtlas } from './atlas.ts';
import { type DataTarget, Device } from './device.ts';
import type { Instance } from './instance.ts';
import { RigOnGpu } from './rig-on-gpu.ts';

export interface RenderStats {
  /** Draw calls of the last frame. */
  draws: number;
  /** Bytes sent to the GPU in the last frame. */
  uploadBytes: number;
  /** How many times the passes ran: more than once when the atlas was too small for all. */
  batches: number;
  /** Bytes of the coverage atlas. */
  atlasBytes: number;
}

/**
 * Draws puppets onto the canvas of a WebGL2 context. For each batch of puppets that fit the atlas:
 *
 *     pose ────→ flatten ────→ bounds ───→ cover fills ─→ cover strokes ──→ paint
 *     control     chords        a box       signed area    greatest          quads in draw order,
 *     points                    a cell      summed up      coverage          fill rule, masks
 *
 * The first three draw points into float textures, one draw a rig. Nothing is read back.
 */
export class Renderer {
  readonly device: Device;
  readonly stats: RenderStats = { draws: 0, uploadBytes: 0, batches: 0, atlasBytes: 0 };
  readonly #atlas: CoverageAtlas;
  readonly #rigs = new Map<CompiledRig, RigOnGpu>();
  /** The paint draws of a batch: puppets of one rig that follow each other in z. */
  readonly #runs: Run[] = [];
  #runCount = 0;
  readonly #viewSize: [number, number] = [0, 0];

  constructor(gl: WebGL2RenderingContext) {
    this.device = new Device(gl);
    this.#atlas = new CoverageAtlas(this.device);
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
    this.#bindCanvas();
    const [red, green, blue, alpha] = background;
    gl.clearColor(red * alpha, green * alpha, blue * alpha, alpha);
    gl.clear(gl.COLOR_BUFFER_BIT);

    for (let from = 0; from < instances.length; ) from = this.#renderBatch(instances, from);

    this.stats.draws = device.counts.draws;
    this.stats.uploadBytes = device.counts.uploadBytes;
    this.stats.atlasBytes = this.#atlas.bytes;
  }

  /** The control points of the last batch's puppets of a rig, canvas px, read back: for tests and tools, slow. */
  readControlPoints(compiled: CompiledRig): Float32Array {
    const rig = this.#rigs.get(compiled);
    if (!rig?.pose) return new Float32Array(0);
    const { gl } = this.device;
    const { framebuffer, width, height } = rig.pose;
    const texels = new Float32Array(width * height * 4);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, texels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    const points = new Float32Array(rig.puppetCount * compiled.pointCount * 2);
    for (let i = 0; i < points.length / 2; i++) points.set([texels[i * 4], texels[i * 4 + 1]], i * 2);
    return points;
  }

  /** Frees what belongs to a rig that is no longer on the stage. */
  forget(compiled: CompiledRig): void {
    this.#rigs.get(compiled)?.destroy();
    this.#rigs.delete(compiled);
  }

  destroy(): void {
    for (const rig of this.#rigs.values()) rig.destroy();
    this.#rigs.clear();
    this.#atlas.destroy();
    this.device.destroy();
  }

  /** Tables, level of detail and layouts must stand before a batch begins. */
  #prepareRigs(instances: readonly Instance[]): void {
    const [width, height] = this.#viewSize;
    for (const rig of this.#rigs.values()) rig.neededScale = 0;
    for (const instance of instances) {
      let rig = this.#rigs.get(instance.compiled);
      if (!rig) {
        rig = new RigOnGpu(this.device, instance.compiled, instance.orders);
        this.#rigs.set(instance.compiled, rig);
      }
      rig.neededScale = Math.max(rig.neededScale, greatestStretch(instance.matrix));
    }
    for (const rig of this.#rigs.values()) {
      if (rig.neededScale > 0 || !rig.detail) rig.useDetail(rig.neededScale);
      rig.layouts.fit(width, height, this.#atlas.limit);
      rig.layouts.trim();
    }
  }

  /** @returns The first puppet that did not fit. */
  #renderBatch(instances: readonly Instance[], from: number): number {
    for (const rig of this.#rigs.values()) rig.puppetCount = 0;
    this.#atlas.reset();
    this.#runCount = 0;
    let next = from;
    for (; next < instances.length; next++) {
      const instance = instances[next];
      const rig = this.#rigs.get(instance.compiled) as RigOnGpu;
      if (rig.puppetCount >= rig.mostPuppets) break;
      const layout = rig.layouts.choose(instance.layoutChoice, instance.actions, instance.matrix);
      if (!this.#atlas.place(layout.width, layout.height)) break;
      const slot = rig.add(instance, layout.row, this.#atlas.placedX, this.#atlas.placedY);
      this.#addToRun(rig, slot);
    }
    for (const rig of this.#rigs.values()) if (rig.puppetCount > 0) this.#dataPasses(rig);
    this.#coverPasses();
    this.#paintPass();
    this.stats.batches++;
    return next;
  }

  #addToRun(rig: RigOnGpu, slot: number): void {
    const last = this.#runs[this.#runCount - 1];
    if (this.#runCount > 0 && last.rig === rig) {
      last.count++;
      return;
    }
    const run = this.#runs[this.#runCount];
    if (run) {
      run.rig = rig;
      run.first = slot;
      run.count = 1;
    } else {
      this.#runs.push({ rig, first: slot, count: 1 });
    }
    this.#runCount++;
  }

  #dataPasses(rig: RigOnGpu): void {
    const { gl } = this.device;
    rig.prepare();
    rig.uniforms.uViewSize = this.#viewSize;
    gl.disable(gl.BLEND);
    this.#dataPass('pose', rig, rig.pose as DataTarget, rig.compiled.pointCount);
    this.#dataPass('flatten', rig, rig.vertices as DataTarget, rig.detail?.vertexCount ?? 0);
    this.#dataPass('bounds', rig, rig.bounds as DataTarget, rig.compiled.cells.length / 4);
  }

  #dataPass(name: string, rig: RigOnGpu, target: DataTarget, count: number): void {
    const { device } = this;
    const { gl } = device;
    if (count === 0) return;
    const program = device.program(name, 'data');
    gl.useProgram(program.program);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.viewport(0, 0, target.width, target.height);
    rig.uniforms.uTargetSize = target.size;
    twgl.setUniforms(program, rig.uniforms);
    device.drawPoints(count, rig.puppetCount);
  }

  #coverPasses(): void {
    const { gl } = this.device;
    this.#atlas.begin();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    gl.blendEquation(gl.FUNC_ADD);
    for (const rig of this.#rigs.values()) this.#coverPass('cover-fill', rig, rig.detail?.edgeCount ?? 0);
    gl.blendEquation(gl.MAX);
    for (const rig of this.#rigs.values()) this.#coverPass('cover-stroke', rig, rig.detail?.strokeCount ?? 0);
    gl.blendEquation(gl.FUNC_ADD);
  }

  #coverPass(name: string, rig: RigOnGpu, count: number): void {
    if (count === 0 || rig.puppetCount === 0) return;
    const program = this.device.program(name);
    this.device.gl.useProgram(program.program);
    rig.uniforms.uAtlasSize = this.#atlas.size;
    twgl.setUniforms(program, rig.uniforms);
    this.device.drawQuads(count, rig.puppetCount);
  }

  #paintPass(): void {
    const { device } = this;
    const { gl } = device;
    this.#bindCanvas();
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const program = device.program('paint');
    gl.useProgram(program.program);
    for (let r = 0; r < this.#runCount; r++) {
      const { rig, first, count } = this.#runs[r];
      if (rig.orders.itemCount === 0) continue;
      rig.uniforms.uAtlas = this.#atlas.texture;
      rig.uniforms.uFirstPuppet = first;
      twgl.setUniforms(program, rig.uniforms);
      device.drawQuads(rig.orders.itemCount, count);
    }
  }

  #bindCanvas(): void {
    const { gl } = this.device;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, this.#viewSize[0], this.#viewSize[1]);
  }
}

interface Run {
  rig: RigOnGpu;
  first: number;
  count: number;
}

/** Greatest factor by which a matrix stretches a length: its greatest singular value. */
function greatestStretch(m: Float32Array): number {
  const sum = m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3];
  const det = m[0] * m[3] - m[1] * m[2];
  return Math.sqrt(0.5 * (sum + Math.sqrt(Math.max(0, sum * sum - 4 * det * det))));
}
