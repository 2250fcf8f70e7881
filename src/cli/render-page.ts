/** The inside of the page that `ayatori render` draws in: one canvas, one stage, one rig at a time. */
import '../bones.ts';
import '../moho.ts';
import '../check.ts';
import '../stencil.ts';
import { AyatoriError, type Problem } from '../engine/model/problem.ts';
import type { Rig } from '../engine/model/rig.ts';
import { decodeRig } from '../engine/model/transfer.ts';
import type { Quality } from '../engine/render/painters.ts';
import { Stage } from '../engine/stage/stage.ts';
import type { DrawRequest, Reply } from './page-protocol.ts';

let rig: Rig | undefined;
/** Contexts differ by quality, so each has a canvas of its own. */
const stages = new Map<Quality | undefined, Stage>();
let received: Uint8Array[] = [];

function useRig(): null {
  rig = decodeRig(joined(received));
  received = [];
  return null;
}

/** The stage of a quality, with the present rig on it and nothing else. */
function stageFor(quality: Quality | undefined): Stage {
  let stage = stages.get(quality);
  if (!stage) {
    const canvas = document.createElement('canvas');
    stage = new Stage(canvas, { autoStart: false, autoResize: false, fit: 'fill', ...(quality && { quality }) });
    stages.set(quality, stage);
  }
  if (rig === undefined) throw new Error('there is no rig to draw');
  if (stage.puppets[0]?.rig === rig) return stage;
  for (const puppet of [...stage.puppets]) puppet.remove();
  stage.view = { width: rig.width, height: rig.height };
  stage.add(rig);
  return stage;
}

function draw({ width, height, quality, ...request }: DrawRequest): string {
  const stage = stageFor(quality);
  const puppet = stage.puppets[0];
  puppet.setPose(request);
  const gl = stage.canvas.getContext('webgl2') as WebGL2RenderingContext;
  resize(gl, width, height);
  stage.render();
  const pixels = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const fault = gl.getError();
  if (gl.isContextLost() || fault !== gl.NO_ERROR) {
    throw new AyatoriError({
      code: 'context',
      message: 'the graphics context failed while it drew',
      found: gl.isContextLost() ? 'a lost context' : `WebGL error ${fault}`,
      hint: 'draw it smaller',
    });
  }
  return toBase64(pixels);
}

/** @throws AyatoriError `size` where the picture is larger than this machine can draw. */
function resize(gl: WebGL2RenderingContext, width: number, height: number): void {
  const { canvas } = gl;
  const viewport = gl.getParameter(gl.MAX_VIEWPORT_DIMS) as Int32Array;
  const side = Math.min(gl.getParameter(gl.MAX_TEXTURE_SIZE), gl.getParameter(gl.MAX_RENDERBUFFER_SIZE), ...viewport);
  const refuse = (expected: string): never => {
    throw new AyatoriError({
      code: 'size',
      message: 'the picture is too large',
      expected,
      found: `${width} × ${height} px`,
    });
  };
  if (width > side || height > side) refuse(`at most ${side} px a side on this machine`);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  // A browser may give less than it was asked for, when the area is too much.
  if (gl.drawingBufferWidth !== width || gl.drawingBufferHeight !== height) {
    refuse(`an area such as that of ${gl.drawingBufferWidth} × ${gl.drawingBufferHeight} px on this machine`);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function fromBase64(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function toBase64(bytes: Uint8Array): string {
  // Arguments of one call are limited in number.
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(i, i + 0x8000)));
  return btoa(parts.join(''));
}

function reply<Value>(work: () => Value): Reply<Value> {
  try {
    return { value: work() };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof AyatoriError) return error.problem;
  return { severity: 'error', code: 'page', message: error instanceof Error ? error.message : String(error) };
}

globalThis.ayatoriPage = {
  receive: (base64) => void received.push(fromBase64(base64)),
  useRig: () => reply(useRig),
  draw: (request) => reply(() => draw(request)),
};
