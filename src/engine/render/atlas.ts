import type { Device } from './device.ts';

/**
 * The coverage atlas: one number a texel. Puppets get rectangles, shelf after shelf, anew in each
 * batch; what a rectangle holds is up to its layout.
 */
export class CoverageAtlas {
  readonly #device: Device;
  #texture: WebGLTexture | null = null;
  #framebuffer: WebGLFramebuffer | null = null;
  #width = 0;
  #height = 0;
  readonly #size: [number, number] = [0, 0];
  #x = 0;
  #y = 0;
  #shelf = 0;
  /** Where {@link place} put the last rectangle. */
  placedX = 0;
  placedY = 0;

  constructor(device: Device) {
    this.#device = device;
  }

  /** Greatest width the atlas may grow to, and greatest side of a rectangle. */
  get limit(): number {
    return Math.min(4096, this.#device.limits.textureSize);
  }

  /** Greatest height: for a crowd, twice the width, which is 64 MB at 16 bits. It grows so far only when needed. */
  get #highest(): number {
    return Math.min(8192, this.#device.limits.textureSize);
  }

  /** Width and height, texels; always the same array. */
  get size(): readonly [number, number] {
    return this.#size;
  }

  get bytes(): number {
    return this.#width * this.#height * (this.#device.coverageFormat === this.#device.gl.R32F ? 4 : 2);
  }

  get texture(): WebGLTexture {
    return this.#texture as WebGLTexture;
  }

  /** Forgets all rectangles. */
  reset(): void {
    this.#x = 0;
    this.#y = 0;
    this.#shelf = 0;
  }

  /** Finds room for a rectangle, growing where that helps. @returns false: the batch is full. */
  place(width: number, height: number): boolean {
    // Growing sideways would move shelves, so a shelf may always be as wide as the limit.
    const { limit } = this;
    if (this.#x + width > limit) {
      this.#x = 0;
      this.#y += this.#shelf;
      this.#shelf = 0;
    }
    if (this.#y + height > this.#highest && (this.#y > 0 || this.#x > 0)) return false;
    this.placedX = this.#x;
    this.placedY = this.#y;
    this.#x += width;
    this.#shelf = Math.max(this.#shelf, height);
    this.#reserve(this.#x, this.#y + this.#shelf);
    return true;
  }

  #neededWidth = 0;
  #neededHeight = 0;

  #reserve(width: number, height: number): void {
    this.#neededWidth = Math.max(this.#neededWidth, width);
    this.#neededHeight = Math.max(this.#neededHeight, height);
  }

  /** Binds the atlas for drawing and empties it. */
  begin(): void {
    const { gl } = this.#device;
    if (this.#neededWidth > this.#width || this.#neededHeight > this.#height) this.#allocate();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    gl.viewport(0, 0, this.#width, this.#height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  #allocate(): void {
    const device = this.#device;
    const { gl } = device;
    this.#free();
    const grown = (needed: number, had: number, most: number) =>
      Math.min(most, Math.max(had, 256, Math.ceil(needed / 256) * 256));
    this.#width = grown(this.#neededWidth, this.#width, this.limit);
    this.#height = grown(this.#neededHeight, this.#height, this.#highest);
    this.#size[0] = this.#width;
    this.#size[1] = this.#height;
    this.#texture = device.texture(device.coverageFormat, this.#width, this.#height);
    this.#framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0);
  }

  #free(): void {
    this.#device.deleteTexture(this.#texture);
    this.#device.gl.deleteFramebuffer(this.#framebuffer);
  }

  destroy(): void {
    this.#free();
    this.#texture = null;
    this.#framebuffer = null;
  }
}
