import { expect, test } from 'vitest';
import { restoreMix, type SavedMix, saveMix } from '../../src/engine/stage/saved-mix.ts';
import { randomBonedRig } from '../support/bones.ts';
import { bareStage, draw } from '../support/scene.ts';

test('a mix saved in the midst of a fade and restored on a new stage gives identical pixels', {
  timeout: 60_000,
}, () => {
  const rig = randomBonedRig(2);
  const stage = bareStage(200, 200);
  const puppet = stage.add(rig);
  puppet.play('walk', { loop: true, speed: 0.6 });
  puppet.action('action 0').fadeTo(0.8, 1);
  puppet.advance(0.37);
  puppet.crossFade('walk', 'action 1', 0.9);
  puppet.advance(0.21);
  puppet.bone('b1').angle = 0.4;
  const rest = bareStage(200, 200);
  rest.add(rig);
  const before = draw(stage).data;
  const saved = JSON.stringify(saveMix(puppet));
  stage.destroy();

  const other = bareStage(200, 200);
  restoreMix(other.add(rig), JSON.parse(saved) as SavedMix);
  expect(draw(other).data).toEqual(before);
  // The pictures are not merely both empty or at rest.
  expect(draw(rest).data).not.toEqual(before);
  rest.destroy();
  other.destroy();
});
