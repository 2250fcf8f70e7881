/** Counts the bytes of textures and buffers that a context holds, by what goes through its methods. */
export class GpuMemory {
  readonly #sizes = new Map<object, number>();

  constructor(gl: WebGL2RenderingContext) {
    const texelBytes = texelTable(gl);
    const holdTexture = (target: number, format: number, width: number, height: number) => {
      const bytes = texelBytes.get(format);
      if (target !== gl.TEXTURE_2D || bytes === undefined) throw new Error(`no size is known for format ${format}`);
      this.#sizes.set(gl.getParameter(gl.TEXTURE_BINDING_2D), width * height * bytes);
    };
    const holdBuffer = (target: number, data: unknown) => {
      const bound = gl.getParameter(bufferBindings(gl)[target]);
      this.#sizes.set(bound, typeof data === 'number' ? data : (data as ArrayBufferView).byteLength);
    };
    watch(gl, 'texImage2D', (target, level, format, width, height) => {
      if (level === 0) holdTexture(target as number, format as number, width as number, height as number);
    });
    watch(gl, 'texStorage2D', (target, _levels, format, width, height) =>
      holdTexture(target as number, format as number, width as number, height as number),
    );
    watch(gl, 'bufferData', (target, data) => holdBuffer(target as number, data));
    watch(gl, 'deleteTexture', (texture) => this.#sizes.delete(texture as object));
    watch(gl, 'deleteBuffer', (buffer) => this.#sizes.delete(buffer as object));
    for (const name of ['renderbufferStorage', 'renderbufferStorageMultisample', 'texStorage3D'] as const) {
      watch(gl, name, () => {
        throw new Error(`${name} is not counted yet`);
      });
    }
  }

  get bytes(): number {
    let sum = 0;
    for (const size of this.#sizes.values()) sum += size;
    return sum;
  }
}

function watch<Name extends keyof WebGL2RenderingContext>(
  gl: WebGL2RenderingContext,
  name: Name,
  see: (...args: unknown[]) => void,
): void {
  const method = gl[name] as (...args: unknown[]) => unknown;
  Object.assign(gl, {
    [name]: (...args: unknown[]) => {
      see(...args);
      return method.apply(gl, args);
    },
  });
}

const bufferBindings = (gl: WebGL2RenderingContext): Record<number, number> => ({
  [gl.ARRAY_BUFFER]: gl.ARRAY_BUFFER_BINDING,
  [gl.ELEMENT_ARRAY_BUFFER]: gl.ELEMENT_ARRAY_BUFFER_BINDING,
  [gl.UNIFORM_BUFFER]: gl.UNIFORM_BUFFER_BINDING,
  [gl.TRANSFORM_FEEDBACK_BUFFER]: gl.TRANSFORM_FEEDBACK_BUFFER_BINDING,
  [gl.PIXEL_UNPACK_BUFFER]: gl.PIXEL_UNPACK_BUFFER_BINDING,
});

function texelTable(gl: WebGL2RenderingContext): ReadonlyMap<number, number> {
  return new Map([
    [gl.RGBA, 4],
    [gl.RGBA8, 4],
    [gl.R8, 1],
    [gl.R16F, 2],
    [gl.R16UI, 2],
    [gl.R32F, 4],
    [gl.R32UI, 4],
    [gl.RG16I, 4],
    [gl.RG16F, 4],
    [gl.RG32F, 8],
    [gl.RGBA16F, 8],
    [gl.RGBA16UI, 8],
    [gl.RGBA32F, 16],
    [gl.RGBA32UI, 16],
  ]);
}
