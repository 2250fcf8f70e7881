import { commands } from 'vitest/browser';
import type { Rig } from '../../src/engine/model/rig.ts';
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

export function contextOf(stage: Stage): WebGL2RenderingContext {
  return stage.canvas.getContext('webgl2') as WebGL2RenderingContext;
}

/** Draws and reads back within one task: the buffer is not kept beyond it. */
export function draw(stage: Stage): Picture {
  stage.render();
  return readCanvas(contextOf(stage));
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

/** Draws one rig at rest both ways; leaves the pictures under test/output. */
export async function compareScene(
  name: string,
  rig: Rig,
  options: PuppetOptions = {},
  stageOptions: StageOptions = {},
): Promise<Difference> {
  const stage = bareStage(rig.width, rig.height, stageOptions);
  try {
    stage.add(rig, options);
    const actual = draw(stage);
    return await compareAndKeep(name, actual, reference(stage));
  } finally {
    stage.destroy();
  }
}

export async function compareAndKeep(name: string, actual: Picture, expected: Picture): Promise<Difference> {
  await commands.writeOutput(`${name}.actual.png`, await toPng(actual));
  await commands.writeOutput(`${name}.expected.png`, await toPng(expected));
  return difference(actual, expected);
}
