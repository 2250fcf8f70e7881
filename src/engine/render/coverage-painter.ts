import * as twgl from 'twgl.js';
import { AyatoriError } from '../model/problem.ts';
import { CoverageAtlas } from './atlas.ts';
import type { PlacedPage } from './cell-layouts.ts';
import type { Device } from './device.ts';
import type { Instance } from './instance.ts';
import type { Painter, Run } from './painter.ts';
import type { RigOnGpu } from './rig-on-gpu.ts';

/**
 * Exact coverage: the signed area of every edge is added into an atlas, a cell for each fill, and
 * strokes take the greatest coverage of their chords; then one draw a run paints the cells in draw
 * order, with fill rule and masks. Right under any deformation, and without multisampling.
 */
export class CoveragePainter implements Painter {
  readonly #device: Device;
  readonly #atlas: CoverageAtlas;

  /** @throws AyatoriError `no-float-targets` */
  constructor(device: Device) {
    if (!device.floatTargets) {
      throw new AyatoriError({
        code: 'no-float-targets',
        message: 'this WebGL2 context cannot draw into float textures',
        expected: 'the extension EXT_color_buffer_float',
        found: 'none',
        hint: 'use the quality `stencil`',
      });
    }
    this.#device = device;
    this.#atlas = new CoverageAtlas(device);
  }

  get bytes(): number {
    return this.#atlas.bytes;
  }

  get limit(): number {
    return this.#atlas.limit;
  }

  reset(): void {
    this.#atlas.reset();
  }

  add(rig: RigOnGpu, instance: Instance): 'added' | 'full' | 'paged' {
    const layout = rig.layouts.choose(instance.layoutChoice, instance.matrix);
    if (!layout) return 'paged';
    if (!this.#atlas.place(layout.width, layout.height)) return 'full';
    rig.add(instance, layout.row, this.#atlas.placedX, this.#atlas.placedY);
    return 'added';
  }

  pages(rig: RigOnGpu, instance: Instance, viewSize: readonly [number, number]): readonly PlacedPage[] {
    const orderRow = rig.orders.find(instance.actions);
    return rig.layouts.pages(instance.layoutChoice, instance.matrix, viewSize, orderRow, rig.orders.row(orderRow));
  }

  addPage(rig: RigOnGpu, instance: Instance, page: PlacedPage): void {
    this.#atlas.place(page.width, page.height);
    rig.add(instance, page.row, this.#atlas.placedX, this.#atlas.placedY);
  }

  paint(
    rigs: ReadonlySet<RigOnGpu>,
    runs: readonly Run[],
    runCount: number,
    viewSize: readonly [number, number],
  ): void {
    const { gl } = this.#device;
    this.#atlas.begin();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    gl.blendEquation(gl.FUNC_ADD);
    for (const rig of rigs) this.#cover('cover-fill', rig, rig.detail?.edgeCount ?? 0);
    gl.blendEquation(gl.MAX);
    for (const rig of rigs) this.#cover('cover-stroke', rig, rig.detail?.strokeCount ?? 0);
    gl.blendEquation(gl.FUNC_ADD);

    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, viewSize[0], viewSize[1]);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const program = this.#device.program('paint');
    gl.useProgram(program.program);
    for (let r = 0; r < runCount; r++) {
      const { rig, first, count, firstSlot, slotCount } = runs[r];
      if (slotCount === 0) continue;
      rig.uniforms.uAtlas = this.#atlas.texture;
      rig.uniforms.uFirstPuppet = first;
      rig.uniforms.uFirstSlot = firstSlot;
      twgl.setUniforms(program, rig.uniforms);
      this.#device.drawQuads(slotCount, count);
    }
  }

  #cover(name: string, rig: RigOnGpu, count: number): void {
    if (count === 0 || rig.puppetCount === 0) return;
    const program = this.#device.program(name);
    this.#device.gl.useProgram(program.program);
    rig.uniforms.uAtlasSize = this.#atlas.size;
    twgl.setUniforms(program, rig.uniforms);
    this.#device.drawQuads(count, rig.puppetCount);
  }

  destroy(): void {
    this.#atlas.destroy();
  }
}
