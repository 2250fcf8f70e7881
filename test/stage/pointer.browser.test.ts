import { expect, test } from 'vitest';
import { pick, pointerOf } from '../../src/engine/stage/pointer.ts';
import { bareStage } from '../support/scene.ts';
import { sketchRig } from '../support/sketch.ts';

const rig = sketchRig([{ d: 'M 0 0 L 100 0 L 100 100 L 0 100 Z', group: 'box' }]);

test('puppets are picked where they stand, the nearest first', () => {
  const stage = bareStage(200, 200);
  const far = stage.add(rig, { x: 50, y: 50 });
  const near = stage.add(rig, { x: 100, y: 50, scale: 0.5, rotation: Math.PI / 4, z: 1 });
  stage.render();
  expect(pick(stage, 20, 20)).toEqual({ puppet: far, path: 0, group: 'box' });
  expect(pick(stage, 95, 50)?.puppet).toBe(near);
  // A corner of the turned one, beside it, and a finger near it.
  expect([pick(stage, 134, 50)?.puppet, pick(stage, 138, 50), pick(stage, 138, 50, 5)?.puppet]).toEqual([
    near,
    null,
    near,
  ]);
  near.visible = false;
  expect(pick(stage, 95, 50)?.puppet).toBe(far);
  stage.destroy();
});

test('a puppet hears of pointers on what is painted of it', () => {
  const stage = bareStage(200, 200);
  const canvas = stage.canvas as HTMLCanvasElement;
  Object.assign(canvas.style, { width: '200px', height: '200px' });
  document.body.append(canvas);
  const puppet = stage.add(rig, { x: 50, y: 50 });
  stage.render();
  const heard: string[] = [];
  const pointer = pointerOf(stage, puppet);
  for (const type of ['pointerenter', 'pointerleave', 'pointerdown', 'click'] as const) {
    pointer.addEventListener(type, (event) => heard.push(`${type} ${event.type}`));
  }
  const box = canvas.getBoundingClientRect();
  const at = (type: string, x: number, y: number) =>
    canvas.dispatchEvent(new PointerEvent(type, { clientX: box.left + x, clientY: box.top + y, bubbles: true }));
  at('pointermove', 150, 150);
  at('pointermove', 50, 50);
  at('pointermove', 60, 50);
  at('pointerdown', 60, 50);
  at('click', 60, 50);
  at('pointermove', 150, 50);
  at('pointerdown', 50, 50);
  at('pointerleave', 50, 50);
  expect(heard).toEqual([
    'pointerenter pointermove',
    'pointerdown pointerdown',
    'click click',
    'pointerleave pointermove',
    'pointerenter pointerdown',
    'pointerdown pointerdown',
    'pointerleave pointerleave',
  ]);
  pointer.destroy();
  at('pointerdown', 50, 50);
  expect(heard.length).toBe(7);
  stage.destroy();
  canvas.remove();
});
