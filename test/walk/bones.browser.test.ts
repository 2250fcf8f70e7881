import { beforeAll, describe, expect, test } from 'vitest';
import type { Rig } from '../../src/engine/model/rig.ts';
import { placePoints } from '../../src/engine/reference/morph.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import type { Puppet } from '../../src/engine/stage/puppet.ts';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { load } from '../../src/loader/index.ts';
import { difference } from '../support/canvas-reference.ts';
import { seeded } from '../support/random.ts';
import { compareAndKeep, draw, picturesOf, pointsOnGpu, reference, sharedStage } from '../support/scene.ts';
import { singles } from '../support/singles.ts';

/** Software rendering on a busy machine. */
const SLOW = { timeout: 400_000 };

describe.skipIf(!__SHARED_DATA__)('the walk character with its bones (needs ../shared/data)', () => {
  let rig: Rig;
  let stage: Stage;

  beforeAll(async () => {
    // The same character as that of the frames, and much faster to load.
    ({ rig } = await load('/shared/walk/path_data.bin'));
  }, 120_000);

  /** Somewhere in the walk, some bones turned, a hand reaching. */
  function scramble(puppet: Puppet, random: () => number): void {
    puppet.stop();
    const walk = puppet.action('歩き');
    walk.play({ frame: 1 + random() * (walk.frames - 1), interpolation: 'hold' }).pause();
    for (const { id } of rig.bones) if (random() < 0.3) puppet.bone(id).angle = (random() - 0.5) * 0.6;
    if (random() < 0.5) {
      const { x, y } = puppet.toStage(random() * 480, 150 + random() * 300);
      puppet.bone('bone_B11').reach(x, y, { weight: random() });
    }
  }

  test('control points of 500 random poses equal those of the twin within 0.001 px', SLOW, () => {
    stage = sharedStage(8, 8);
    const random = seeded(31);
    for (let i = 0; i < 5; i++) stage.add(rig, { scale: 0.2 + random(), rotation: random() * 6, x: random() * 480 });
    const { compiled } = stage.puppets[0];
    let [worst, larger] = [0, 0];
    for (let round = 0; round < 100; round++) {
      for (const puppet of stage.puppets) scramble(puppet, random);
      const gpu = pointsOnGpu(stage);
      // A draw order or a layout is sent once, when it is first needed; in time most are known.
      if (round >= 50 && stage.stats.uploadBytes > 5 * 1024) larger++;
      stage.puppets.forEach((puppet, i) => {
        const twin = placePoints(posePoints(compiled, puppet), puppet.matrix);
        for (let k = 0; k < twin.length; k++) worst = Math.max(worst, Math.abs(twin[k] - gpu[i * twin.length + k]));
      });
    }
    console.info(`walk, bones: GPU and twin differ by at most ${worst.toFixed(5)} px`);
    expect(worst).toBeLessThan(0.001);
    console.info(`${larger} of 50 frames sent more than rows of puppets`);
    expect(larger).toBeLessThan(15);
  });

  test('20 bone poses look as Canvas2D draws the posed paths', SLOW, async () => {
    stage = sharedStage(480, 720);
    const puppet = stage.add(rig);
    const random = seeded(8);
    let [mean, over32] = [0, 0];
    for (const i of picturesOf(20)) {
      scramble(puppet, random);
      const actual = draw(stage);
      const found =
        i < 2
          ? await compareAndKeep(`walk-bones/${i}`, actual, reference(stage))
          : difference(actual, reference(stage));
      expect.soft(found.mean, `pose ${i}`).toBeLessThanOrEqual(0.2);
      expect.soft(found.over32, `pose ${i}`).toBeLessThanOrEqual(0.05);
      mean = Math.max(mean, found.mean);
      over32 = Math.max(over32, found.over32);
    }
    console.info(`walk, bones: mean ≤ ${mean.toFixed(3)}, over 32 ≤ ${over32.toFixed(4)} %`);
  });

  test('100 walking puppets: at most 8 draws, and the picture of 100 single ones', SLOW, () => {
    stage = sharedStage(300, 300);
    const random = seeded(9);
    for (let i = 0; i < 100; i++) {
      const puppet = stage.add(rig, { x: random() * 300, y: random() * 300, scale: 0.25, z: random() });
      scramble(puppet, random);
    }
    const together = draw(stage);
    const { draws, batches } = stage.stats;
    stage.render();
    const { uploadBytes } = stage.stats;
    const orders = new Set(stage.puppets.map((puppet) => puppet.orders.find(puppet.actions)));
    const found = difference(together, singles(stage));
    console.info(
      `walk, bones, 100 puppets: ${draws} draws in ${batches} batches, ${uploadBytes / 100} B a puppet, ${orders.size} orders,`,
      `mean ${found.mean.toFixed(3)}, greatest ${found.greatest.toFixed(1)}`,
    );
    expect(draws).toBeLessThanOrEqual(8);
    expect(uploadBytes).toBeLessThanOrEqual(100 * 1024);
    expect(orders.size).toBeGreaterThanOrEqual(4);
    expect(found.greatest).toBeLessThanOrEqual(4);
    expect(found.mean).toBeLessThanOrEqual(0.2);
  });
});
