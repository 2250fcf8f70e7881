/** What is measured in a browser: from tables to pictures. One page, one rig. */
import '../src/bones.ts';
import '../src/moho.ts';
import '../src/check.ts';
import '../src/stencil.ts';
import { compile } from '../src/engine/compile/compile.ts';
import type { Rig } from '../src/engine/model/rig.ts';
import { decodeRig } from '../src/engine/model/transfer.ts';
import { readControlPoints } from '../src/engine/render/read-back.ts';
import type { Stage } from '../src/engine/stage/stage.ts';
import { Canvas2dCrowd } from './canvas2d.ts';
import { checksum } from './checksum.ts';
import { GpuMemory } from './gpu-memory.ts';
import { idleGpu } from './idle-gpu.ts';
import { measureMotion } from './motion.ts';
import { type Spread, sample } from './sample.ts';
import { addPuppets, finish, type Mix, makeStage, type Quality, size, step } from './scene.ts';

export interface FrameCase {
  readonly quality: Quality;
  readonly mix: Mix;
  readonly count: number;
  readonly samples: number;
}

export interface FrameFigures {
  /** ms of JavaScript for `update` and `render`; what the GPU takes is not in it. */
  readonly time: Spread;
  readonly draws: number;
  readonly uploadBytes: number;
  readonly gpuBytes: number;
  /** Of the control points and of the picture after a few steps. */
  readonly checksum: string;
}

let rig: Rig;
let crowd: Stage | undefined;

const context = (stage: Stage) => stage.canvas.getContext('webgl2') as WebGL2RenderingContext;

async function takeRig(address: string): Promise<void> {
  rig = decodeRig(new Uint8Array(await (await fetch(address)).arrayBuffer()));
}

function readPixels(gl: WebGL2RenderingContext): Uint8Array {
  const pixels = new Uint8Array(size[0] * size[1] * 4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, size[0], size[1], gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

async function measureFrames({ quality, mix, count, samples }: FrameCase): Promise<FrameFigures> {
  const stage = makeStage(quality);
  const gl = context(stage);
  const advance = () => {
    stage.update(step);
    stage.render();
  };
  try {
    const memory = new GpuMemory(gl);
    addPuppets(stage, rig, count, mix);
    advance();
    const pixels = readPixels(gl);
    if (pixels.every((channel) => channel === 0)) throw new Error('the picture is empty');
    const points = readControlPoints(stage.renderer, stage.puppets[0].compiled);
    const sum = await checksum(points, pixels);
    idleGpu(gl);
    // The first frame sends more than those that follow.
    for (let i = 0; i < 2; i++) advance();
    const { draws, uploadBytes } = stage.stats;
    const gpuBytes = memory.bytes;
    const time = await sample(advance, { samples, warmup: samples, before: () => finish(gl) });
    return { time, draws, uploadBytes, gpuBytes, checksum: sum };
  } finally {
    stage.destroy();
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

async function measureCanvas2d(count: number, samples: number): Promise<{ time: Spread; checksum: string }> {
  const canvas = new Canvas2dCrowd(compile(rig), count);
  canvas.draw();
  const sum = await checksum(canvas.pixels());
  const time = await sample(() => ({ overriddenDuration: canvas.timeCalls() }), { samples, warmup: samples });
  return { time, checksum: sum };
}

/** Puts more puppets on a stage that stays, and draws them; what they cost is seen from outside. */
function growCrowd(by: number): void {
  if (!crowd) {
    crowd = makeStage('coverage');
    idleGpu(context(crowd));
  }
  addPuppets(crowd, rig, by, 'all');
  crowd.render();
}

const offered = { takeRig, measureFrames, measureCanvas2d, measureMotion, growCrowd };
export type BenchPage = typeof offered;

declare global {
  var benchPage: BenchPage;
}

globalThis.benchPage = offered;
