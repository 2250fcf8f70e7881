/** What uniforms are set to, by name: numbers of all kinds, and textures. */
export type UniformValues = Readonly<Record<string, unknown>>;

/** Each kind of uniform takes values of its own. */
type Setter = (value: never) => void;

/** A linked program, with what sets its uniforms. */
export class Program {
  readonly program: WebGLProgram;
  readonly #gl: WebGL2RenderingContext;
  readonly #setters = new Map<string, Setter>();
  /** How many textures it has; programs share the units. */
  #units = 0;

  constructor(gl: WebGL2RenderingContext, program: WebGLProgram) {
    this.#gl = gl;
    this.program = program;
    const count: number = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
    for (let i = 0; i < count; i++) {
      const info = gl.getActiveUniform(program, i);
      // A context that is lost meanwhile has none.
      if (info) this.#setters.set(info.name, this.#setter(info));
    }
  }

  /** Draws go through it from now on. */
  use(): void {
    this.#gl.useProgram(this.program);
  }

  /** Sets those uniforms that it has. It must be in use. */
  set(values: UniformValues): void {
    for (const name in values) this.#setters.get(name)?.(values[name] as never);
  }

  #setter({ name, type }: WebGLActiveInfo): Setter {
    const gl = this.#gl;
    const location = gl.getUniformLocation(this.program, name);
    switch (type) {
      case gl.FLOAT_VEC2:
        return (pair: Float32List) => gl.uniform2fv(location, pair);
      case gl.INT_VEC2:
        return (pair: Int32List) => gl.uniform2iv(location, pair);
      case gl.INT:
      case gl.BOOL:
        return (value: number) => gl.uniform1i(location, value);
      case gl.SAMPLER_2D:
      case gl.INT_SAMPLER_2D:
      case gl.UNSIGNED_INT_SAMPLER_2D: {
        const unit = this.#units++;
        return (texture: WebGLTexture | null) => {
          gl.uniform1i(location, unit);
          gl.activeTexture(gl.TEXTURE0 + unit);
          gl.bindTexture(gl.TEXTURE_2D, texture);
        };
      }
    }
    throw new Error(`Nothing here sets uniforms of the kind that "${name}" is of.`);
  }
}
