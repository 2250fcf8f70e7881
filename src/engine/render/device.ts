import * as twgl from 'twgl.js';
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
  /** Internal format of the coverage atlas: R16F, or R32F on software renderers, where it is faster. */
  readonly coverageFormat: number;
  readonly counts: FrameCounts = { draws: 0, uploadBytes: 0 };

  #programs = new Map<string, twgl.ProgramInfo>();
  #textures = new Set<WebGLTexture>();
  #targets = new Set<DataTarget>();
  #emptyVertexArray: WebGLVertexArrayObject;
  #quads: { vertexArray: WebGLVertexArrayObject; indices: WebGLBuffer; count: number } | null = null;

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    if (!gl.getExtension('EXT_color_buffer_float')) {
      throw new AyatoriError({
        code: 'no-float-targets',
        message: 'this WebGL2 context cannot draw into float textures',
        expected: 'the extension EXT_color_buffer_float',
        found: 'none',
        hint: 'update the browser or the graphics driver',
      });
    }
    this.limits = {
      textureSize: gl.getParameter(gl.MAX_TEXTURE_SIZE),
      vertexTextures: gl.getParameter(gl.MAX_VERTEX_TEXTURE_IMAGE_UNITS),
    };
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const renderer = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
    const software = /swiftshader|llvmpipe|software/i.test(renderer);
    this.coverageFormat = software && gl.getExtension('EXT_float_blend') ? gl.R32F : gl.R16F;
    this.#emptyVertexArray = gl.createVertexArray();
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
    return twgl.createProgramInfoFromProgram(gl, program);
  }

  /** A texture of `width` × `height` texels without filtering, with or without content. */
  texture(internalFormat: number, width: number, height: number, data: ArrayBufferView | null = null): WebGLTexture {
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
    // Uploads read buffers and row lengths from these; a host may have left others.
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    const texture = twgl.createTexture(gl, {
      internalFormat,
      width,
      height,
      src: data as never,
      minMag: gl.NEAREST,
      wrap: gl.CLAMP_TO_EDGE,
      auto: false,
    });
    if (data) this.counts.uploadBytes += data.byteLength;
    this.#textures.add(texture);
    return texture;
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

  /** A float texture that a data pass fills with `length` numbers of one or two pairs. */
  dataTarget(internalFormat: number, length: number): DataTarget {
    const { gl } = this;
    const width = Math.min(TABLE_WIDTH, Math.max(1, length));
    const height = Math.ceil(Math.max(1, length) / width);
    const texture = this.texture(internalFormat, width, height);
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    const target = { texture, framebuffer, width, height, capacity: width * height, size: [width, height] };
    this.#targets.add(target);
    return target;
  }

  deleteTexture(texture: WebGLTexture | null | undefined): void {
    if (texture && this.#textures.delete(texture)) this.gl.deleteTexture(texture);
  }

  deleteTarget(target: DataTarget | null | undefined): void {
    if (!target || !this.#targets.delete(target)) return;
    this.gl.deleteFramebuffer(target.framebuffer);
    this.deleteTexture(target.texture);
  }

  /** Points without attributes: `count` vertices for each of `instances`. */
  drawPoints(count: number, instances: number): void {
    const { gl } = this;
    gl.bindVertexArray(this.#emptyVertexArray);
    gl.drawArraysInstanced(gl.POINTS, 0, count, instances);
    this.counts.draws++;
  }

  /** `count` quads of four vertices each, without attributes, for each of `instances`. */
  drawQuads(count: number, instances: number): void {
    const { gl } = this;
    gl.bindVertexArray(this.#quadVertexArray(count));
    gl.drawElementsInstanced(gl.TRIANGLES, count * 6, gl.UNSIGNED_INT, 0, instances);
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
    for (const target of this.#targets) gl.deleteFramebuffer(target.framebuffer);
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

/** The least texture size that WebGL2 promises; wider tables would gain nothing. */
const TABLE_WIDTH = 2048;

export type TableData = Float32Array | Uint32Array | Uint16Array | Int16Array;

export interface DataTarget {
  readonly texture: WebGLTexture;
  readonly framebuffer: WebGLFramebuffer;
  readonly width: number;
  readonly height: number;
  readonly capacity: number;
  readonly size: number[];
}
