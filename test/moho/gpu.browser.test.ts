import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placePoints } from '../../src/engine/reference/morph.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { readControlPoints } from '../../src/engine/render/read-back.ts';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { difference } from '../support/canvas-reference.ts';
import { loseContext } from '../support/lost-context.ts';
import { farthest, mohoPair } from '../support/moho-poses.ts';
import { sharedEdge, smallProject } from '../support/moho-project.ts';
import { seeded } from '../support/random.ts';
import { bareStage, draw, pointsOnGpu } from '../support/scene.ts';

let stage: Stage;
beforeAll(() => {
  stage = bareStage(100, 100, { background: [0, 0, 0, 1] });
});
afterAll(() => stage.destroy());

function empty(): void {
  for (const puppet of [...stage.puppets]) puppet.remove();
}

/** Greatest distances over mixes of six puppets: GPU from twin, GPU from the project itself. */
async function compareMixes(name: string, content: string | Uint8Array, rounds: number): Promise<[number, number]> {
  const pair = await mohoPair(name, content);
  const random = seeded(11);
  empty();
  for (let i = 0; i < 6; i++) stage.add(pair.compiled.rig, { rotation: random() * 6, scale: 0.2 + random() * 0.8 });
  const { compiled } = stage.puppets[0];
  let [twin, exact] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const expected = stage.puppets.map((puppet) => {
      const moment = pair.mix(random);
      const [actions, bones] = [pair.pose.actions.slice(), pair.pose.bones.slice()];
      puppet.updatePose = () => {
        puppet.pose.actions.set(actions);
        puppet.pose.bones.set(bones);
        puppet.pose.noteBones();
      };
      return pair.exact(moment);
    });
    const gpu = pointsOnGpu(stage);
    for (const [i, puppet] of stage.puppets.entries()) {
      const own = gpu.subarray(i * compiled.pointCount * 2, (i + 1) * compiled.pointCount * 2);
      twin = Math.max(twin, farthest(own, placePoints(posePoints(compiled, puppet), puppet.matrix)).distance);
      exact = Math.max(exact, farthest(own, placePoints(expected[i], puppet.matrix)).distance);
    }
  }
  console.info(`${name}: GPU from twin ${twin.toFixed(5)} px, from the project ${exact.toFixed(5)} px`);
  return [twin, exact];
}

test('control points of 300 mixes of a small project equal those of twin and project within 0.001 px', async () => {
  const [twin, exact] = await compareMixes('small.mohoproj', JSON.stringify(smallProject()), 50);
  expect(twin).toBeLessThan(0.001);
  expect(exact).toBeLessThan(0.001);
});

test('without float targets, between frames and with bones that are moved, they equal those of the twin', async () => {
  const { compiled } = await mohoPair('small.mohoproj', JSON.stringify(smallProject()));
  const plain = bareStage(8, 8, { quality: 'stencil', floatTargets: false });
  try {
    const puppet = plain.add(compiled.rig, { rotation: 0.3 });
    for (const [name, frame, weight] of [
      ['main', 7.3, 0.8],
      ['wave', 2.6, 0.5],
    ] as const) {
      Object.assign(puppet.action(name), { frame, weight });
    }
    Object.assign(puppet.bone('lower'), { x: 3, y: -2, scale: 1.5, angle: 0.4 });
    puppet.bone('dial').angle = -0.4;
    plain.render();
    const gpu = readControlPoints(plain.renderer, puppet.compiled);
    const twin = placePoints(posePoints(puppet.compiled, puppet), puppet.matrix);
    expect(farthest(gpu, twin).distance).toBeLessThan(0.001);
    expect(gpu.some((number) => number !== 0)).toBe(true);
  } finally {
    plain.destroy();
  }
});

test('a lost context comes back with the same picture', async () => {
  const { compiled } = await mohoPair('small.mohoproj', JSON.stringify(smallProject()));
  empty();
  for (let i = 0; i < 3; i++) stage.add(compiled.rig, { x: 20 + 30 * i, rotation: i, scale: 0.4 });
  const [, first, second] = stage.puppets;
  Object.assign(first.action('main'), { frame: 7.3, weight: 1 });
  second.bone('lower').angle = 0.8;
  const before = draw(stage);
  for (let round = 0; round < 2; round++) {
    const restore = await loseContext(stage);
    stage.render();
    await restore();
    expect(difference(draw(stage), before).greatest).toBe(0);
  }
});

test('the ground is not seen through the edge of two shapes', async () => {
  const source = memorySource([['edge.mohoproj', JSON.stringify(sharedEdge())]]);
  const darkest = async (seams: 'stroke' | 'none'): Promise<number> => {
    empty();
    stage.add((await load('edge.mohoproj', { source, moho: { seams } })).rig);
    const { data } = draw(stage);
    let least = 255;
    for (let y = 20; y < 80; y++) for (let x = 15; x < 85; x++) least = Math.min(least, data[(y * 100 + x) * 4]);
    return least;
  };
  const [none, stroke] = [await darkest('none'), await darkest('stroke')];
  console.info(`an edge of two shapes: ${255 - none} levels of the ground without a seam, ${255 - stroke} with one`);
  // Else the test would not see an edge at all.
  expect(255 - none).toBeGreaterThan(50);
  expect(255 - stroke).toBeLessThanOrEqual(16);
});

describe.skipIf(!__SHARED_DATA__)('the walk project (needs ../shared/data)', () => {
  const walk = async () => new Uint8Array(await (await fetch('/shared/walk/walk.moho')).arrayBuffer());

  test('so do those of 300 mixes of it', async () => {
    const [twin, exact] = await compareMixes('walk.moho', await walk(), 50);
    expect(twin).toBeLessThan(0.001);
    expect(exact).toBeLessThan(0.001);
  });

  test('100 puppets take at most 8 draws', async () => {
    const { rig } = await load('walk.moho', { source: memorySource([['walk.moho', await walk()]]) });
    const random = seeded(5);
    empty();
    for (let i = 0; i < 100; i++) {
      const puppet = stage.add(rig, { x: random() * 100, y: random() * 100, scale: 0.05, z: random() });
      puppet.action('main').frame = 1 + Math.floor(random() * 238);
      puppet.action('main').weight = 1;
      puppet.bone('B4').angle = random() - 0.5;
    }
    stage.render();
    stage.render();
    const { draws, batches, uploadBytes, atlasBytes } = stage.stats;
    console.info(`walk: 100 puppets, ${draws} draws, ${uploadBytes / 100} B a puppet, atlas ${atlasBytes} B`);
    expect(batches).toBe(1);
    expect(draws).toBeLessThanOrEqual(8);
    expect(uploadBytes).toBeLessThanOrEqual(120_000);
  });
});
