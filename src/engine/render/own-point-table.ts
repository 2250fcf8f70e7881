import type { OwnPoints } from '../animate/own-points.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { Device } from './device.ts';

/** The own points of the puppets of a batch: one upload, of what is used. Texel layout: `compile/layout.ts`. */
export class OwnPointTable {
  /** How many are in use: 0 before a batch. */
  texels = 0;
  readonly #device: Device;
  readonly #compiled: CompiledRig;
  #data = new Float32Array(0);
  #texture: WebGLTexture | null = null;
  #width = 0;
  #height = 0;
  #view = new Float32Array(0);

  constructor(device: Device, compiled: CompiledRig) {
    this.#device = device;
    this.#compiled = compiled;
  }

  add({ paths }: OwnPoints): void {
    let needed = this.texels + paths.length;
    for (let i = 0; i < paths.length; i++) needed += Math.ceil(paths[i].points.length / 4);
    if (needed * 4 > this.#data.length) this.#grow(needed);
    let at = this.texels + paths.length;
    for (let i = 0; i < paths.length; i++) {
      const { path, points } = paths[i];
      const entry = (this.texels + i) * 4;
      this.#data[entry] = this.#compiled.firstPoints[path];
      this.#data[entry + 1] = at;
      this.#data.set(points, at * 4);
      at += Math.ceil(points.length / 4);
    }
    this.texels = needed;
  }

  /** A small table is one row. */
  #grow(needed: number): void {
    const texels = Math.max(16, needed * 2);
    this.#width = Math.min(WIDEST, texels);
    this.#height = Math.ceil(texels / this.#width);
    const grown = new Float32Array(this.#width * this.#height * 4);
    grown.set(this.#data.subarray(0, this.texels * 4));
    this.#data = grown;
    this.#device.deleteTexture(this.#texture);
    this.#texture = null;
  }

  /** Sends what is used. */
  upload(): WebGLTexture {
    const device = this.#device;
    const { gl } = device;
    if (this.#data.length === 0) this.#grow(0);
    this.#texture ??= device.texture(gl.RGBA32F, this.#width, this.#height);
    if (this.texels === 0) return this.#texture;
    const width = Math.min(this.texels, this.#width);
    const height = Math.ceil(this.texels / this.#width);
    // The view is kept: making one each frame would be garbage.
    const length = width * height * 4;
    if (this.#view.length !== length || this.#view.buffer !== this.#data.buffer) {
      this.#view = this.#data.subarray(0, length);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.FLOAT, this.#view);
    device.counts.uploadBytes += length * 4;
    return this.#texture;
  }

  destroy(): void {
    this.#device.deleteTexture(this.#texture);
    this.#texture = null;
  }
}

/** The least texture size that WebGL2 promises. */
const WIDEST = 2048;
