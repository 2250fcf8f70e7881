import { expect, test } from 'vitest';
import { placePoints } from '../../src/engine/reference/morph.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { loadMohoProject } from '../../src/loader/moho/open.ts';
import { openIn } from '../../src/loader/open.ts';
import { farthest, PosePair } from '../support/moho-poses.ts';
import { smallProject } from '../support/moho-project.ts';
import { seeded } from '../support/random.ts';
import { bareStage } from '../support/scene.ts';

/** Greatest distances over mixes: GPU from twin, GPU from the project itself. */
async function compareMixes(name: string, content: string | Uint8Array, rounds: number): Promise<[number, number]> {
  const source = memorySource([[name, content]]);
  const { rig } = await load(name, { source });
  const loaded = await loadMohoProject(openIn(source), name, {});
  if (loaded === undefined) throw new Error('it is taken for something else');
  const stage = bareStage(8, 8);
  const random = seeded(11);
  try {
    for (let i = 0; i < 6; i++) stage.add(rig, { rotation: random() * 6, scale: 0.2 + random() * 0.8 });
    const { compiled } = stage.puppets[0];
    const pair = new PosePair(compiled, loaded.prepared);
    let [twin, exact] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const expected = stage.puppets.map((puppet) => {
        const moment = pair.mix(random);
        const [actions, bones] = [pair.pose.actions.slice(), pair.pose.bones.slice()];
        puppet.updatePose = () => {
          puppet.pose.actions.set(actions);
          puppet.pose.bones.set(bones);
        };
        return pair.exact(moment);
      });
      stage.render();
      const gpu = stage.renderer?.readControlPoints(compiled) as Float32Array;
      for (const [i, puppet] of stage.puppets.entries()) {
        const own = gpu.subarray(i * compiled.pointCount * 2, (i + 1) * compiled.pointCount * 2);
        twin = Math.max(twin, farthest(own, placePoints(posePoints(compiled, puppet), puppet.matrix)).distance);
        exact = Math.max(exact, farthest(own, placePoints(expected[i], puppet.matrix)).distance);
      }
    }
    return [twin, exact];
  } finally {
    stage.destroy();
  }
}

test('control points of 300 mixes of a small project equal those of twin and project within 0.001 px', async () => {
  const [twin, exact] = await compareMixes('small.mohoproj', JSON.stringify(smallProject()), 50);
  console.info(`small project: GPU from twin ${twin.toFixed(5)} px, from the project ${exact.toFixed(5)} px`);
  expect(twin).toBeLessThan(0.001);
  expect(exact).toBeLessThan(0.001);
});

test.skipIf(!__SHARED_DATA__)('so do those of the walk project (needs ../shared/data)', async () => {
  const bytes = new Uint8Array(await (await fetch('/shared/walk/walk.moho')).arrayBuffer());
  const [twin, exact] = await compareMixes('walk.moho', bytes, 50);
  console.info(`walk: GPU from twin ${twin.toFixed(5)} px, from the project ${exact.toFixed(5)} px`);
  expect(twin).toBeLessThan(0.001);
  expect(exact).toBeLessThan(0.001);
});
