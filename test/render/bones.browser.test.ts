import { beforeEach, describe, expect, test } from 'vitest';
import { placePoints } from '../../src/engine/reference/morph.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import type { Puppet } from '../../src/engine/stage/puppet.ts';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { randomBonedRig } from '../support/bones.ts';
import { seeded } from '../support/random.ts';
import { compareAndKeep, draw, pointsOnGpu, reference, sharedStage } from '../support/scene.ts';
import { randomSpatialRig } from '../support/spatial.ts';

/** Software rendering on a busy machine. */
const SLOW = { timeout: 300_000 };

/** Any actions, any bones turned, moved and stretched, some reaching. */
function scramble(puppet: Puppet, random: () => number): void {
  puppet.stop();
  for (const action of puppet.actionStates) {
    if (random() < 0.5) continue;
    action.frame = random() * action.frames;
    action.weight = random();
    action.drives = action.kind === 'bone' && random() < 0.5;
  }
  for (const { id } of puppet.rig.bones) {
    const bone = puppet.bone(id);
    if (random() < 0.5) bone.angle = (random() - 0.5) * 3;
    if (random() < 0.3) [bone.x, bone.y] = [random() * 20 - 10, random() * 20 - 10];
    if (random() < 0.2) bone.scale = 0.5 + random();
    if (random() < 0.2) bone.reach(random() * 200, random() * 200, { weight: random() });
  }
}

let stage: Stage;

describe('characters that bones bend', () => {
  beforeEach(() => {
    stage = sharedStage(8, 8);
  });

  test('their bones are sent from the first move on', () => {
    const rig = randomBonedRig(1);
    const [still, other] = [stage.add(rig), stage.add(rig)];
    const sent = () => {
      stage.render();
      stage.render();
      return stage.stats.uploadBytes;
    };
    const before = sent();
    const bone = other.bone(other.rig.bones[0].id);
    bone.angle = 0.3;
    const { boneCount } = still.compiled;
    expect(sent() - before).toBe(2 * boneCount * 32);
    bone.angle = 0;
    expect(sent() - before).toBe(2 * boneCount * 32);
  });

  test.each([
    ['in the picture plane', randomBonedRig],
    ['in space', randomSpatialRig],
  ])('control points of 500 random poses equal those of the twin within 0.001 px: %s', SLOW, (_, randomRig) => {
    const random = seeded(19);
    let worst = 0;
    let farthest = 0;
    for (let round = 0; round < 100; round++) {
      if (round % 20 === 0) {
        for (const puppet of [...stage.puppets]) puppet.remove();
        const rig = randomRig(round);
        for (let i = 0; i < 5; i++) {
          stage.add(rig, { x: random() * 200, y: random() * 200, scale: 0.3 + random(), rotation: random() * 6 });
        }
      }
      for (const puppet of stage.puppets) scramble(puppet, random);
      const { compiled } = stage.puppets[0];
      const gpu = pointsOnGpu(stage);
      expect(gpu.length).toBe(compiled.pointCount * 2 * 5);
      stage.puppets.forEach((puppet, i) => {
        const twin = placePoints(posePoints(compiled, puppet), puppet.matrix);
        const unbent = placePoints(
          posePoints(compiled, { actions: puppet.actions, bones: new Float32Array(puppet.bones.length) }),
          puppet.matrix,
        );
        for (let k = 0; k < twin.length; k++) {
          worst = Math.max(worst, Math.abs(twin[k] - gpu[i * twin.length + k]));
          farthest = Math.max(farthest, Math.abs(twin[k] - unbent[k]));
        }
      });
    }
    console.info(
      `bones: GPU and twin differ by at most ${worst.toFixed(5)} px; bones move points by up to ${farthest.toFixed(0)} px`,
    );
    expect(worst).toBeLessThan(0.001);
    expect(farthest).toBeGreaterThan(50);
  });
});

describe('pictures of bent characters', () => {
  test.each([
    ['bones', randomBonedRig],
    ['bones-in-space', randomSpatialRig],
  ])('look as Canvas2D draws the posed paths: %s', SLOW, async (name, randomRig) => {
    const random = seeded(5);
    stage = sharedStage(200, 200);
    const puppet = stage.add(randomRig(3));
    for (let i = 0; i < 20; i++) {
      scramble(puppet, random);
      const found = await compareAndKeep(`${name}/${i}`, draw(stage), reference(stage));
      expect.soft(found.mean, `pose ${i}`).toBeLessThan(0.6);
      expect.soft(found.over32, `pose ${i}`).toBeLessThan(0.3);
    }
  });
});
