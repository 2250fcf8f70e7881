import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { compile } from '../../src/engine/compile/compile.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { loadMohoProject } from '../../src/loader/moho/open.ts';
import { openIn } from '../../src/loader/open.ts';
import { farthest, PosePair } from '../support/moho-poses.ts';
import { smallProject } from '../support/moho-project.ts';
import { seeded } from '../support/random.ts';

async function pairOf(name: string, content: string | Uint8Array): Promise<PosePair> {
  const source = memorySource([[name, content]]);
  const { rig } = await load(name, { source });
  const loaded = await loadMohoProject(openIn(source), name, {});
  if (loaded === undefined) throw new Error('it is taken for something else');
  return new PosePair(compile(rig), loaded.prepared);
}

function compareMixes(pair: PosePair, count: number): number {
  const random = seeded(7);
  const { compiled } = pair;
  let worst = 0;
  for (let i = 0; i < count; i++) {
    const moment = pair.mix(random);
    const exact = pair.exact(moment);
    const { distance, point } = farthest(posePoints(compiled, pair.pose), exact);
    if (distance > worst) {
      const path = compiled.points[point * 4 + 2];
      console.info(
        i,
        distance,
        compiled.rig.groups[compiled.rig.paths[path].group].id,
        path,
        point - compiled.firstPoints[path],
        JSON.stringify(moment.plays),
        moment.frame,
      );
    }
    worst = Math.max(worst, distance);
  }
  return worst;
}

test('the twin poses a small project as the project itself says, within 0.001 px', async () => {
  const pair = await pairOf('small.mohoproj', JSON.stringify(smallProject()));
  const worst = compareMixes(pair, 300);
  console.info(`small project: ${worst.toFixed(6)} px`);
  expect(worst).toBeLessThan(0.001);
});

describe.skipIf(!globalThis.__SHARED_DATA__)('the walk project (needs ../shared)', () => {
  let pair: PosePair;
  beforeAll(async () => {
    pair = await pairOf('walk.moho', readFileSync(fromRoot('..', 'shared', 'data', 'walk', 'walk.moho')));
  });

  test('300 mixes', () => {
    const worst = compareMixes(pair, 300);
    console.info(`walk: ${worst.toFixed(6)} px`);
    expect(worst).toBeLessThan(0.001);
  });
});
