import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { farthest, mohoPair, type PosePair } from '../support/moho-poses.ts';
import { smallProject } from '../support/moho-project.ts';
import { seeded } from '../support/random.ts';

/** Greatest distance between the twin and the project itself over mixes, px. */
function compareMixes(pair: PosePair, count: number): number {
  const random = seeded(7);
  let worst = 0;
  for (let i = 0; i < count; i++) {
    const exact = pair.exact(pair.mix(random));
    worst = Math.max(worst, farthest(posePoints(pair.compiled, pair.pose), exact).distance);
  }
  return worst;
}

test('the twin poses a small project as the project itself says, within 0.001 px', async () => {
  const worst = compareMixes(await mohoPair('small.mohoproj', JSON.stringify(smallProject())), 300);
  console.info(`small project: twin and project differ by at most ${worst.toFixed(6)} px`);
  expect(worst).toBeLessThan(0.001);
});

describe.skipIf(!globalThis.__SHARED_DATA__)('the walk project (needs ../shared)', () => {
  test('is posed as the project itself says, within 0.001 px', async () => {
    const walk = readFileSync(fromRoot('..', 'shared', 'data', 'walk', 'walk.moho'));
    const worst = compareMixes(await mohoPair('walk.moho', walk), 300);
    console.info(`walk: twin and project differ by at most ${worst.toFixed(6)} px`);
    expect(worst).toBeLessThan(0.001);
  });
});
