import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { mohoPicture } from '../../src/engine/reference/moho-picture.ts';
import { type PosedPath, posedPicture } from '../../src/engine/reference/posed-picture.ts';
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

describe('Teru, the project of the gallery', () => {
  const teru = readFileSync(fromRoot('examples', 'public', 'characters', 'teru', 'teru.mohoproj'), 'utf8');

  test('is posed as the project itself says, within 0.001 px', async () => {
    const worst = compareMixes(await mohoPair('teru.mohoproj', teru), 300);
    console.info(`Teru: twin and project differ by at most ${worst.toFixed(6)} px`);
    expect(worst).toBeLessThan(0.001);
  });

  test('is painted in the same order, colours and widths, and shows the same layers', async () => {
    const { compiled, prepared } = await mohoPair('teru.mohoproj', teru);
    const orders = new DrawOrders(compiled);
    const requests = [0, 1, 20, 43, 50, 56, 64, 80, 99, 114, 120].map((main): Record<string, number> => ({ main }));
    for (const action of ['gust', 'bounce', 'look', 'blink'])
      for (const frame of [1, 5, 8]) requests.push({ [action]: frame });
    const paintOf = ({ group, index, fill, stroke, width }: PosedPath) =>
      `${group} ${index}: ${fill} ${stroke} ${width.toFixed(3)}`;
    const seen = new Set<string>();
    for (const actions of requests) {
      const own = posedPicture(compiled, orders, { actions }).paths.filter(
        (p) => p.fill !== 'none' || p.stroke !== 'none',
      );
      const paints = own.map(paintOf);
      expect(paints, JSON.stringify(actions)).toEqual(mohoPicture(prepared, { actions }).paths.map(paintOf));
      seen.add(paints.join());
    }
    // That all look alike would be no test.
    expect(seen.size).toBeGreaterThan(6);
  });
});

describe.skipIf(!globalThis.__SHARED_DATA__)('the walk project (needs ../shared)', () => {
  test('is posed as the project itself says, within 0.001 px', async () => {
    const walk = readFileSync(fromRoot('..', 'shared', 'data', 'walk', 'walk.moho'));
    const worst = compareMixes(await mohoPair('walk.moho', walk), 300);
    console.info(`walk: twin and project differ by at most ${worst.toFixed(6)} px`);
    expect(worst).toBeLessThan(0.001);
  });
});
