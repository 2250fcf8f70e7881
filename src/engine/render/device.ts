import * as twgl from 'twgl.js';
import { LAYOUT } from '../compile/layout.ts';
import { AyatoriError } from '../model/problem.ts';
import { shaderSource } from './shader-source.ts';

/** What was done on the context since {@link Device.beginFrame}. */
export interface FrameCounts {
  draws: number;
  uploadBytes: number;
}

export interface DeviceLimits {
  readonly textureSize: number;
  readonly vertexTextures: number;
}

/**
 * A WebGL2 context with what every pass needs of it: programs by name, tables as textures, data
 * targets, the quad index buffer, counters. Owns its objects; {@link destroy} frees them.
 */
export class Device {
  readonly gl: WebGL2RenderingContext;
  readonly limits: DeviceLimits;
  /** Whether passes can draw into float textures. Without, they go through transform feedback. */
  readonly floatTargets: boolean;
  /** Internal format of the coverage atlas: R16F, or R32F on software renderers, where it is faster. */
  readonly coverageFormat: number;
  readonly counts: FrameCounts = { draws: 0, uploadBytes: 0 };

  #programs = new Map<string, twgl.ProgramInfo>();
  #textures = new Set<WebGLTexture>();
  #targets = new Set<DataTarget>();
  #emptyVertexArray: WebGLVertexArrayObject;
  #feedback: WebGLTransformFeedback | null;
  #quads: { vertexArray: WebGLVertexArrayObject; indices: WebGLBuffer; count: number } | null = null;

  /** @param floatTargets false: do without them even where the machine has them. */
  constructor(gl: WebGL2RenderingContext, floatTargets = true) {
    this.gl = gl;
    this.floatTargets = floatTargets && gl.getExtension('EXT_color_buffer_float') !== null;
    this.limits = {
      textureSize: gl.getParameter(gl.MAX_TEXTURE_SIZE),
      vertexTextures: gl.getParameter(gl.MAX_VERTEX_TEXTURE_IMAGE_UNITS),
    };
    if (this.limits.vertexTextures < MOST_VERTEX_TEXTURES) {
      throw new AyatoriError({
        code: 'vertex-textures',
        message: 'the vertex shaders of this machine read too few textures',
        expected: `at least ${MOST_VERTEX_TEXTURES}`,
        found: String(this.limits.vertexTextures),
      });
    }
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const renderer = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
    const software = /swiftshader|llvmpipe|software/i.test(renderer);
    this.coverageFormat = software && gl.getExtension('EXT_float_blend') ? gl.R32F : gl.R16F;
    this.#emptyVertexArray = gl.createVertexArray();
    this.#feedback = this.floatTargets ? null : gl.createTransformFeedback();
  }

  beginFrame(): void {
    this.counts.draws = 0;
    this.counts.uploadBytes = 0;
  }

  /** The program of `name.vert` with `fragment.frag`. */
  program(name: string, fragment = name): twgl.ProgramInfo {
    let program = this.#programs.get(name);
    if (!program) {
      program = this.#link(name, fragment);
      this.#programs.set(name, program);
    }
    return program;
  }

  #link(name: string, fragment: string): twgl.ProgramInfo {
    const { gl } = this;
    const program = gl.createProgram();
    const shaders = [
      [gl.VERTEX_SHADER, `${name}.vert`],
      [gl.FRAGMENT_SHADER, `${fragment}.frag`],
    ] as const;
    const compiled = shaders.map(([type, file]) => {
      const source = shaderSource(file);
      const shader = gl.createShader(type) as WebGLShader;
      gl.shaderSource(shader, source.text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      return { file, source, shader };
    });
    if (fragment === 'data' && !this.floatTargets) {
      gl.transformFeedbackVaryings(program, ['vValue'], gl.INTERLEAVED_ATTRIBS);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const faults = compiled.map(({ file, source, shader }) => {
        const log = gl.getShaderInfoLog(shader)?.trim();
        // "ERROR: 2:14:" is line 14 of the third file.
        const located = log?.replace(/(\d+):(\d+)/g, (_, index, line) => `${source.files[Number(index)]}:${line}`);
        return log ? `${file}: ${located}` : '';
      });
      throw new AyatoriError({
        code: 'shader',
        message: `the shader "${name}" does not build`,
        found: [...faults, gl.getProgramInfoLog(program)].filter(Boolean).join('\n'),
      });
    }
    for (const { shader } of compiled) gl.deleteShader(shader);
    // No pass has attributes or blocks of uniforms.
    return { program, uniformSetters: twgl.createUniformSetters(gl, program) } as twgl.ProgramInfo;
  }

  /**
   * A texture of `width` × `height` texels without filtering, with or without content. Texels of
   * floats take a Float32Array, those of integers another array, as many numbers a texel as they have channels.
   */
  texture(internalFormat: number, width: number, height: number, data: TableData | null = null): WebGLTexture {
    const { gl } = this;
    const limit = this.limits.textureSize;
    if (width > limit || height > limit) {
      throw new AyatoriError({
        code: 'texture-size',
        message: 'a table does not fit into a texture',
        expected: `at most ${limit} × ${limit} texels on this device`,
        found: `${width} × ${height}`,
        hint: 'use fewer actions or paths in one rig, or fewer puppets at once',
      });
    }
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, internalFormat, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    if (data) this.#upload(0, 0, width, height, data);
    this.#textures.add(texture);
    return texture;
  }

  /** Fills a part of the bound texture. */
  #upload(x: number, y: number, width: number, height: number, data: TableData): void {
    const { gl } = this;
    const channels = data.length / (width * height);
    const formats =
      data instanceof Float32Array
        ? { 1: gl.RED, 2: gl.RG, 4: gl.RGBA }
        : { 1: gl.RED_INTEGER, 2: gl.RG_INTEGER, 4: gl.RGBA_INTEGER };
    const types = {
      Float32Array: gl.FLOAT,
      Uint32Array: gl.UNSIGNED_INT,
      Uint16Array: gl.UNSIGNED_SHORT,
      Int16Array: gl.SHORT,
    };
    const format = formats[channels as keyof typeof formats];
    const type = types[data[Symbol.toStringTag]];
    // Row lengths are read from this; a host may have left another.
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, format, type, data);
    this.counts.uploadBytes += data.byteLength;
  }

  /** A one-dimensional table as a texture; see `texelAt` in `common.glsl`. */
  table(internalFormat: number, channels: number, data: TableData): WebGLTexture {
    const texels = Math.max(1, data.length / channels);
    const width = Math.min(TABLE_WIDTH, texels);
    const height = Math.ceil(texels / width);
    let padded = data;
    if (data.length < width * height * channels) {
      padded = new (data.constructor as new (length: number) => TableData)(width * height * channels);
      padded.set(data);
    }
    return this.texture(internalFormat, width, height, padded);
  }

  /**
   * A texture whose rows are `length` texels each. A row longer than a table is wide goes on in
   * the texture's next rows.
   */
  rowTexture(internalFormat: number, length: number, rows: number): WebGLTexture {
    const lines = Math.ceil(Math.max(1, length) / TABLE_WIDTH);
    return this.texture(internalFormat, Math.min(Math.max(1, length), TABLE_WIDTH), rows * lines);
  }

  /** Sends rows from `first` on to a {@link rowTexture}. */
  updateRows(
    texture: WebGLTexture,
    internalFormat: number,
    length: number,
    first: number,
    data: Uint32Array | Uint16Array,
  ): void {
    const { gl } = this;
    if (data.length === 0) return;
    const channels = internalFormat === gl.R32UI ? 1 : 4;
    const rows = data.length / channels / length;
    const lines = Math.ceil(Math.max(1, length) / TABLE_WIDTH);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    if (lines === 1) {
      this.#upload(0, first, length, rows, data);
      return;
    }
    for (let row = 0; row < rows; row++) {
      for (let line = 0; line < lines; line++) {
        const from = row * length + line * TABLE_WIDTH;
        const count = Math.min(TABLE_WIDTH, length - line * TABLE_WIDTH);
        const part = data.subarray(from * channels, (from + count) * channels);
        this.#upload(0, (first + row) * lines + line, count, 1, part);
      }
    }
  }

  /** A float texture that data passes fill with `length` texels. `wide`: four numbers a texel, else two. */
  dataTarget(wide: boolean, length: number): DataTarget {
    const { gl } = this;
    const width = Math.min(TABLE_WIDTH, Math.max(1, length));
    const height = Math.ceil(Math.max(1, length) / width);
    // Transform feedback writes four numbers a vertex, whatever they are for.
    const texture = this.texture(wide || !this.floatTargets ? gl.RGBA32F : gl.RG32F, width, height);
    const target: DataTarget = {
      texture,
      framebuffer: null,
      buffer: null,
      width,
      height,
      capacity: width * height,
      size: [width, height],
    };
    if (this.floatTargets) {
      target.framebuffer = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    } else {
      target.buffer = gl.createBuffer();
      gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, target.buffer);
      gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, target.capacity * 16, gl.STREAM_COPY);
      gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, null);
    }
    this.#targets.add(target);
    return target;
  }

  /**
   * Runs a data pass: `count` points for each of `instances`, each one texel of the target. The
   * program is in use and its uniforms are set.
   */
  fillTarget(target: DataTarget, count: number, instances: number): void {
    const { gl } = this;
    if (target.framebuffer) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
      gl.viewport(0, 0, target.width, target.height);
      this.drawPoints(count, instances);
      return;
    }
    // The vertices come out in the order of the texels; a copy on the GPU makes them a texture.
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, this.#feedback);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, target.buffer);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    this.drawPoints(count, instances);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, target.buffer);
    gl.bindTexture(gl.TEXTURE_2D, target.texture);
    const rows = Math.ceil((count * instances) / target.width);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, target.width, rows, gl.RGBA, gl.FLOAT, 0);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
  }

  deleteTexture(texture: WebGLTexture | null | undefined): void {
    if (texture && this.#textures.delete(texture)) this.gl.deleteTexture(texture);
  }

  deleteTarget(target: DataTarget | null | undefined): void {
    if (!target || !this.#targets.delete(target)) return;
    this.gl.deleteFramebuffer(target.framebuffer);
    this.gl.deleteBuffer(target.buffer);
    this.deleteTexture(target.texture);
  }

  /** Points without attributes: `count` vertices for each of `instances`. */
  drawPoints(count: number, instances: number): void {
    const { gl } = this;
    gl.bindVertexArray(this.#emptyVertexArray);
    gl.drawArraysInstanced(gl.POINTS, 0, count, instances);
    this.counts.draws++;
  }

  /** `count` triangles without attributes, from the `first` one. */
  drawTriangles(first: number, count: number): void {
    const { gl } = this;
    gl.bindVertexArray(this.#emptyVertexArray);
    gl.drawArrays(gl.TRIANGLES, first * 3, count * 3);
    this.counts.draws++;
  }

  /** `count` quads of four vertices each, without attributes, for each of `instances`; from the `first` one. */
  drawQuads(count: number, instances: number, first = 0): void {
    const { gl } = this;
    gl.bindVertexArray(this.#quadVertexArray(first + count));
    gl.drawElementsInstanced(gl.TRIANGLES, count * 6, gl.UNSIGNED_INT, first * 24, instances);
    this.counts.draws++;
  }

  #quadVertexArray(count: number): WebGLVertexArrayObject {
    if (this.#quads && this.#quads.count >= count) return this.#quads.vertexArray;
    const { gl } = this;
    const capacity = Math.max(1024, 2 ** Math.ceil(Math.log2(count)));
    const indices = new Uint32Array(capacity * 6);
    for (let q = 0; q < capacity; q++)
      indices.set([q * 4, q * 4 + 1, q * 4 + 2, q * 4 + 2, q * 4 + 1, q * 4 + 3], q * 6);
    const vertexArray = this.#quads?.vertexArray ?? gl.createVertexArray();
    const buffer = this.#quads?.indices ?? gl.createBuffer();
    gl.bindVertexArray(vertexArray);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    this.counts.uploadBytes += indices.byteLength;
    this.#quads = { vertexArray, indices: buffer, count: capacity };
    return vertexArray;
  }

  destroy(): void {
    const { gl } = this;
    for (const { program } of this.#programs.values()) gl.deleteProgram(program);
    for (const target of this.#targets) {
      gl.deleteFramebuffer(target.framebuffer);
      gl.deleteBuffer(target.buffer);
    }
    gl.deleteTransformFeedback(this.#feedback);
    for (const texture of this.#textures) gl.deleteTexture(texture);
    gl.deleteVertexArray(this.#emptyVertexArray);
    if (this.#quads) {
      gl.deleteVertexArray(this.#quads.vertexArray);
      gl.deleteBuffer(this.#quads.indices);
    }
    this.#programs.clear();
    this.#targets.clear();
    this.#textures.clear();
    this.#quads = null;
  }
}

const { TABLE_WIDTH } = LAYOUT;

/** What the hungriest pass reads. WebGL2 promises 16. */
const MOST_VERTEX_TEXTURES = 16;

export type TableData = Float32Array | Uint32Array | Uint16Array | Int16Array;

export interface DataTarget {
  readonly texture: WebGLTexture;
  /** To draw into, where the machine can; */
  framebuffer: WebGLFramebuffer | null;
  /** or what transform feedback writes to. */
  buffer: WebGLBuffer | null;
  readonly width: number;
  readonly height: number;
  readonly capacity: number;
  readonly size: number[];
}
