import { afterAll, describe, expect, test } from 'vitest';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { loadPicture } from '../loader/inputs.ts';
import { average, difference } from '../support/canvas-reference.ts';
import { drawSvg } from '../support/compare-frames.ts';
import { bareStage, compareAndKeep, draw } from '../support/scene.ts';
import { PICTURES } from './pictures.ts';

const SCALE = 2;

/** One stage for each size: making one takes longer than anything else here. */
const stages = new Map<string, Stage>();
afterAll(() => {
  for (const stage of stages.values()) stage.destroy();
});

/** A stage of twice the picture's size that shows it and nothing else. */
async function stageOf(text: string | Uint8Array): Promise<Stage> {
  const { rig } = await loadPicture(text);
  const { width, height } = rig;
  const key = `${width} ${height}`;
  const stage = stages.get(key) ?? bareStage(width * SCALE, height * SCALE, { view: { width, height } });
  stages.set(key, stage);
  for (const puppet of [...stage.puppets]) puppet.remove();
  stage.add(rig);
  return stage;
}

describe.each(Object.entries(PICTURES))('%s: what is not reported is drawn as the browser draws it', (topic, cases) => {
  test.each(cases.filter(({ isWrong }) => !isWrong))('$name', async ({ name, text }) => {
    const stage = await stageOf(text);
    const { width, height } = stage.canvas;
    const expected = await drawSvg(text, width, height);
    const found = await compareAndKeep(`cases/${topic}/${name.slice(0, 60)}`, draw(stage), expected);
    expect(expected.data.some((value) => value > 100)).toBe(true);
    expect(found.mean).toBeLessThan(0.35);
    expect(found.over32).toBeLessThan(0.12);
  });

  const wrong = cases.filter(({ isWrong }) => isWrong);
  if (wrong.length === 0) return;
  // Or the report would cry wolf.
  test('what is reported is not', async () => {
    for (const { name, text } of wrong) {
      const stage = await stageOf(text);
      const { width, height } = stage.canvas;
      const found = difference(draw(stage), await drawSvg(text, width, height));
      expect.soft(found.over32, name).toBeGreaterThan(0.12);
    }
  });
});

test('over a coloured page, edges are a mix of shape and page', async () => {
  const text = PICTURES.paints.find(({ name }) => name.startsWith('half transparent'))?.text ?? '';
  const stage = await stageOf(text);
  const { width, height } = stage.canvas;
  const page = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  page.fillStyle = '#fff';
  page.fillRect(0, 0, width, height);
  stage.render();
  page.drawImage(stage.canvas, 0, 0);
  const actual = average(page.getImageData(0, 0, width, height), 1);
  const expected = await drawSvg(text, width, height);
  const through = expected.data.map((_, i) => 255 - expected.data[i - (i % 4) + 3]);
  const found = await compareAndKeep('cases/over a page', actual, {
    ...expected,
    data: expected.data.map((value, i) => value + through[i]),
  });
  expect(found.mean).toBeLessThan(0.35);
  expect(found.over32).toBeLessThan(0.12);
});
