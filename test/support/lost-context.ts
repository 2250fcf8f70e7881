import type { Stage } from '../../src/engine/stage/stage.ts';
import { contextOf } from './scene.ts';

const once = (target: EventTarget, name: string) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

/** Settles when the stage knows that its context is gone. The result brings it back. */
export async function loseContext(stage: Stage): Promise<() => Promise<void>> {
  const { canvas } = stage;
  const lost = once(canvas, 'webglcontextlost');
  const extension = contextOf(stage).getExtension('WEBGL_lose_context') as WEBGL_lose_context;
  extension.loseContext();
  await lost;
  return async () => {
    const back = once(canvas, 'webglcontextrestored');
    // The browser wants the event of the loss to be over first.
    setTimeout(() => extension.restoreContext(), 0);
    await back;
  };
}
