import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { loadFrames } from '../loader/inputs.ts';
import { drawSvg } from '../support/compare-frames.ts';
import { bareStage, compareAndKeep, draw } from '../support/scene.ts';
import { SEQUENCES } from './sequences.ts';

let stage: Stage;
beforeAll(() => {
  stage = bareStage(200, 200, { view: { width: 100, height: 100 } });
});
afterAll(() => stage.destroy());

test.each(SEQUENCES)('frames and what is between them: $name', async ({ name, first, second, halfway }) => {
  const { rig } = await loadFrames([first, first, second]);
  for (const puppet of [...stage.puppets]) puppet.remove();
  const action = stage.add(rig).action('move');
  action.weight = 1;
  for (const [frame, text] of [
    [1, first],
    [1.5, halfway],
    [2, second],
  ] as const) {
    action.frame = frame;
    const expected = await drawSvg(text, 200, 200);
    const found = await compareAndKeep(`cases/sequences/${name.slice(0, 40)} ${frame}`, draw(stage), expected);
    expect.soft(found.mean, `frame ${frame}`).toBeLessThan(0.35);
    expect.soft(found.over32, `frame ${frame}`).toBeLessThan(0.12);
  }
});
