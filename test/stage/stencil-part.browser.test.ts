import { expect, test } from 'vitest';
import { PathBuilder } from '../../src/engine/model/path-builder.ts';
import { Stage } from '../../src/engine/stage/stage.ts';
import { readCanvas } from '../support/canvas-reference.ts';

// Not with what other tests share: it provides the part.
test('a stage of the quality `stencil` draws nothing until its part is there, and then by itself', async () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [4, 4];
  const stage = new Stage(canvas, { quality: 'stencil', autoStart: false, autoResize: false });
  const gl = canvas.getContext('webgl2') as WebGL2RenderingContext;
  stage.add(new PathBuilder(4, 4).rect(0, 0, 4, 4).fill('#0f0').build());
  stage.render();
  expect(stage.renderer).toBeNull();
  let pixel: readonly number[] = [];
  stage.on('render', ({ draws }) => {
    expect(draws).toBeGreaterThan(0);
    pixel = [...readCanvas(gl).data.slice(0, 4)];
  });
  await stage.ready;
  expect(pixel).toEqual([0, 255, 0, 255]);
  stage.destroy();

  // From now on it is there at once.
  const next = new Stage(document.createElement('canvas'), { quality: 'stencil', autoStart: false });
  expect(next.renderer).not.toBeNull();
  next.destroy();
});
