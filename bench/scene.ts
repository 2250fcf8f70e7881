import type { Rig } from '../src/engine/model/rig.ts';
import type { Puppet } from '../src/engine/stage/puppet.ts';
import { Stage } from '../src/engine/stage/stage.ts';

export type Quality = Stage['quality'];

/**
 * Which actions play: three morphs a puppet, other ones from puppet to puppet; all there are; a
 * bone action whose bones bend the character and drive its smart actions; or the main timeline of a Moho project.
 */
export type Mix = 'three' | 'all' | 'bones' | 'main';

export const size = [480, 720] as const;

/** A stage that is driven by hand. */
export function makeStage(quality: Quality): Stage {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = size;
  return new Stage(canvas, {
    quality,
    autoStart: false,
    autoResize: false,
    view: { width: size[0], height: size[1] },
    fit: 'fill',
  });
}

/** The more puppets, the smaller they are. */
export function crowdScale(count: number): number {
  return count === 1 ? 1 : count <= 10 ? 0.5 : 0.25;
}

/** Puppets side by side in rows, the same each time. */
export function addPuppets(stage: Stage, rig: Rig, count: number, mix: Mix): void {
  const columns = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) {
    const puppet = stage.add(rig, {
      x: (((i % columns) + 0.5) / columns) * size[0],
      y: ((Math.floor(i / columns) + 0.5) / columns) * size[1],
      scale: crowdScale(count) * Math.min(size[0] / rig.width, size[1] / rig.height),
    });
    playOn(puppet, i, mix);
  }
}

function playOn(puppet: Puppet, index: number, mix: Mix): void {
  if (mix === 'bones' || mix === 'main') {
    const action = puppet.actionStates.find(({ kind }) => kind === 'bone');
    if (action === undefined) throw new Error('the rig has no bone action');
    action.play({ loop: true, frame: 1 + ((index * 7) % action.frames) });
    return;
  }
  const morphs = puppet.actionStates.filter(({ kind }) => kind === 'morph');
  const chosen = mix === 'all' ? puppet.actionStates : [0, 1, 2].map((k) => morphs[(index + k) % morphs.length]);
  chosen.forEach((action, k) => {
    action.play({ loop: true, frame: 1 + ((index * 7 + k * 13) % action.frames), weight: 0.5 + 0.125 * (k % 5) });
  });
}

/** s: no whole number of frames, so that every action blends between two. */
export const step = 1 / 37;

/** Draws and waits until the GPU is done. */
export function finish(gl: WebGL2RenderingContext): void {
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}
