import * as twgl from 'twgl.js';
import { LAYOUT } from '../compile/layout.ts';
import type { PlacedPage } from './cell-layouts.ts';
import type { Device } from './device.ts';
import type { Instance } from './instance.ts';
import type { Painter, Run } from './painter.ts';
import type { RigOnGpu } from './rig-on-gpu.ts';

/** Bits of the stencil: the winding of the shape at hand; the union of a mask in the making; inside all masks. */
const WINDING = 0x3f;
const UNION = 0x40;
const INSIDE = 0x80;

/**
 * The fallback where float textures cannot be drawn into: each fill counts its winding in the
 * stencil, then paints its box where the fill rule holds, smooth by the canvas' multisampling; strokes
 * are painted chord by chord.
 * As right under deformation as exact coverage, but two draws for each fill and three for
 * each stroke of each puppet, and more for masks.
 */
export class StencilPainter implements Painter {
  readonly bytes = 0;
  readonly limit = 0;
  readonly #device: Device;
  /** The mask entries that INSIDE now holds for: first and number. */
  #maskFirst = -1;
  #maskCount = 0;

  constructor(device: Device) {
    this.#device = device;
  }

  reset(): void {}

  add(rig: RigOnGpu, instance: Instance): 'added' {
    rig.add(instance, 0, 0, 0);
    return 'added';
  }

  /** Nothing has to fit anywhere. */
  pages(): readonly PlacedPage[] {
    return [];
  }

  addPage(): void {}

  paint(
    _rigs: ReadonlySet<RigOnGpu>,
    runs: readonly Run[],
    runCount: number,
    viewSize: readonly [number, number],
  ): void {
    const { gl } = this.#device;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, viewSize[0], viewSize[1]);
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.FUNC_ADD);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.STENCIL_TEST);
    gl.clearStencil(0);
    gl.stencilMask(0xff);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    for (let r = 0; r < runCount; r++) {
      const { rig, first, count } = runs[r];
      for (let puppet = first; puppet < first + count; puppet++) this.#paintPuppet(rig, puppet);
    }
    gl.stencilMask(0xff);
    gl.colorMask(true, true, true, true);
    gl.disable(gl.STENCIL_TEST);
  }

  #paintPuppet(rig: RigOnGpu, puppet: number): void {
    rig.uniforms.uFirstPuppet = puppet;
    // Masks are the puppet's own.
    this.#maskFirst = -1;
    const { items } = rig.compiled;
    const row = rig.orders.row(rig.orderRow(puppet));
    for (let i = 0; i < row.length; i++) {
      const item = row[i] * 4;
      const [first, count] = [items[item + 1], items[item + 2]];
      if (count > 0) this.#selectMask(rig, first, count);
      this.#paintCell(rig, items[item], count > 0);
    }
  }

  #paintCell(rig: RigOnGpu, cell: number, masked: boolean): void {
    const { gl } = this.#device;
    const kind = rig.compiled.cells[cell * 4 + 1];
    if (kind === LAYOUT.CELL_STROKE) {
      this.#paintStroke(rig, cell, masked);
      return;
    }
    this.#countWinding(rig, cell, masked);
    gl.colorMask(true, true, true, true);
    gl.stencilFunc(gl.NOTEQUAL, 0, kind === LAYOUT.CELL_EVENODD ? 1 : WINDING);
    gl.stencilOp(gl.ZERO, gl.ZERO, gl.ZERO);
    this.#coverBox(rig, cell);
  }

  /** Winding of a fill into the low bits; where masked, only inside. */
  #countWinding(rig: RigOnGpu, cell: number, masked: boolean): void {
    const { gl } = this.#device;
    const ranges = rig.detail?.cellRanges as Uint32Array;
    const [first, count] = [ranges[cell * 2], ranges[cell * 2 + 1]];
    if (count === 0) return;
    gl.colorMask(false, false, false, false);
    gl.stencilMask(WINDING);
    gl.stencilFunc(masked ? gl.EQUAL : gl.ALWAYS, INSIDE, INSIDE);
    gl.stencilOpSeparate(gl.FRONT, gl.KEEP, gl.KEEP, gl.INCR_WRAP);
    gl.stencilOpSeparate(gl.BACK, gl.KEEP, gl.KEEP, gl.DECR_WRAP);
    this.#use('stencil-fill', rig);
    this.#device.drawTriangles(first, count);
  }

  /** Chords with exact borders, blended where the low bits say that none has painted yet. */
  #paintStroke(rig: RigOnGpu, cell: number, masked: boolean): void {
    const { gl } = this.#device;
    const ranges = rig.detail?.cellRanges as Uint32Array;
    const [first, count] = [ranges[cell * 2], ranges[cell * 2 + 1]];
    if (count === 0) return;
    gl.colorMask(true, true, true, true);
    gl.stencilMask(WINDING);
    const where = masked ? INSIDE : 0;
    gl.stencilFunc(gl.EQUAL, where, where | WINDING);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    for (const whole of [true, false]) {
      rig.uniforms.uWhole = whole;
      this.#use('stencil-stroke', rig);
      this.#device.drawQuads(count, 1, first);
    }
    gl.colorMask(false, false, false, false);
    gl.stencilFunc(gl.ALWAYS, 0, WINDING);
    gl.stencilOp(gl.ZERO, gl.ZERO, gl.ZERO);
    this.#coverBox(rig, cell);
  }

  #coverBox(rig: RigOnGpu, cell: number): void {
    rig.uniforms.uCell = cell;
    this.#use('stencil-paint', rig);
    this.#device.drawQuads(1, 1);
  }

  /** Programs share texture units, so each switch binds anew. */
  #use(name: string, rig: RigOnGpu): void {
    const program = this.#device.program(name);
    this.#device.gl.useProgram(program.program);
    twgl.setUniforms(program, rig.uniforms);
  }

  /** Brings INSIDE to the intersection of the unions that the mask entries list. */
  #selectMask(rig: RigOnGpu, first: number, count: number): void {
    if (first === this.#maskFirst && count === this.#maskCount) return;
    this.#maskFirst = first;
    this.#maskCount = count;
    const { gl } = this.#device;
    const { masks } = rig.compiled;
    gl.stencilMask(0xff);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    let firstUnion = true;
    for (let k = first; k < first + count; k++) {
      const cell = (masks[k] & ~LAYOUT.MASK_LAST) >>> 0;
      if (cell !== LAYOUT.MASK_EMPTY) this.#addToUnion(rig, cell, firstUnion);
      if ((masks[k] & LAYOUT.MASK_LAST) === 0) continue;
      this.#closeUnion();
      firstUnion = false;
    }
  }

  /** Marks a cell's fill in UNION, the second and further unions only where INSIDE holds already. */
  #addToUnion(rig: RigOnGpu, cell: number, everywhere: boolean): void {
    const { gl } = this.#device;
    this.#countWinding(rig, cell, !everywhere);
    gl.stencilFunc(gl.NOTEQUAL, UNION, rig.compiled.cells[cell * 4 + 1] === LAYOUT.CELL_EVENODD ? 1 : WINDING);
    gl.stencilMask(UNION);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    this.#coverBox(rig, cell);
    gl.stencilMask(WINDING);
    gl.stencilFunc(gl.ALWAYS, 0, WINDING);
    gl.stencilOp(gl.ZERO, gl.ZERO, gl.ZERO);
    this.#coverBox(rig, cell);
  }

  /** INSIDE becomes UNION, and UNION is free for the next one. */
  #closeUnion(): void {
    const device = this.#device;
    const { gl } = device;
    gl.colorMask(false, false, false, false);
    gl.useProgram(device.program('stencil-all', 'stencil-fill').program);
    gl.stencilMask(INSIDE);
    gl.stencilFunc(gl.EQUAL, INSIDE | UNION, UNION);
    gl.stencilOp(gl.ZERO, gl.ZERO, gl.REPLACE);
    device.drawTriangles(0, 1);
    gl.stencilMask(UNION);
    gl.stencilFunc(gl.ALWAYS, 0, UNION);
    gl.stencilOp(gl.ZERO, gl.ZERO, gl.ZERO);
    device.drawTriangles(0, 1);
  }

  destroy(): void {}
}
