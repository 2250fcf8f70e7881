import '../../src/stencil.ts';
import { afterAll } from 'vitest';
import { commands } from 'vitest/browser';
import type { Rig } from '../../src/engine/model/rig.ts';
import { readControlPoints } from '../../src/engine/render/read-back.ts';
import type { Puppet, PuppetOptions } from '../../src/engine/stage/puppet.ts';
import { Stage, type StageOptions } from '../../src/engine/stage/stage.ts';
import { type Difference, difference, drawReference, type Picture, readCanvas, toPng } from './canvas-reference.ts';

/** A stage that is driven by hand, its stage px being canvas px. */
export function bareStage(width: number, height: number, options: StageOptions = {}): Stage {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return new Stage(canvas, { autoStart: false, autoResize: false, view: { width, height }, fit: 'fill', ...options });
}

const shared = new Map<string, Stage>();

/**
 * A {@link bareStage} without puppets that is used again and again: one that was made anew would spend its first second
 * on building programs. It belongs to all tests of the file; nobody destroys it.
 */
export function sharedStage(
  width: number,
  height: number,
  options: Pick<StageOptions, 'quality' | 'floatTargets'> = {},
): Stage {
  const key = JSON.stringify(options);
  const stage = shared.get(key) ?? bareStage(width, height, options);
  shared.set(key, stage);
  for (const puppet of [...stage.puppets]) puppet.remove();
  stage.canvas.width = width;
  stage.canvas.height = height;
  stage.view = { width, height };
  return stage;
}

afterAll(() => {
  for (const stage of shared.values()) stage.destroy();
  shared.clear();
});

export function contextOf(stage: Stage): WebGL2RenderingContext {
  return stage.canvas.getContext('webgl2') as WebGL2RenderingContext;
}

/** Draws and reads back within one task: the buffer is not kept beyond it. */
export function draw(stage: Stage): Picture {
  stage.render();
  return readCanvas(contextOf(stage));
}

/**
 * The control points of a stage's puppets, all of one rig, as the GPU has them. Nothing is covered and painted, which
 * takes a software GPU many times as long.
 */
export function pointsOnGpu(stage: Stage): Float32Array {
  const gl = contextOf(stage);
  // What writes numbers draws points; what covers and paints draws quads.
  gl.drawElementsInstanced = () => undefined;
  try {
    stage.render();
  } finally {
    Reflect.deleteProperty(gl, 'drawElementsInstanced');
  }
  return readControlPoints(stage.renderer, stage.puppets[0].compiled);
}

/** What Canvas2D draws of the same puppets. */
export function reference(stage: Stage, masks = true): Picture {
  const puppets = stage.puppets.map((puppet: Puppet) => ({
    compiled: puppet.compiled,
    orders: puppet.orders,
    actions: puppet.actions,
    bones: puppet.bones,
    own: puppet.own,
    matrix: [...puppet.matrix] as [number, number, number, number, number, number],
    masks,
  }));
  return drawReference(puppets, stage.canvas.width, stage.canvas.height);
}

/** Which pictures of a long list of characters are compared: see `npm run test:pictures`. */
export function* picturesOf(count: number): Generator<number> {
  for (let i = 0; i < count; i += __ALL_PICTURES__ ? 1 : 3) yield i;
}

/** Draws one rig at rest both ways; leaves the pictures under test/output. */
export async function compareScene(
  name: string,
  rig: Rig,
  options: PuppetOptions = {},
  stageOptions: Pick<StageOptions, 'quality' | 'floatTargets'> = {},
): Promise<Difference> {
  const stage = sharedStage(rig.width, rig.height, stageOptions);
  stage.add(rig, options);
  const actual = draw(stage);
  return await compareAndKeep(name, actual, reference(stage));
}

export async function compareAndKeep(name: string, actual: Picture, expected: Picture): Promise<Difference> {
  await commands.writeOutput(`${name}.actual.png`, await toPng(actual));
  await commands.writeOutput(`${name}.expected.png`, await toPng(expected));
  return difference(actual, expected);
}
