import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { Puppet } from '../../src/engine/stage/puppet.ts';
import { restoreMix, type SavedMix, saveMix } from '../../src/engine/stage/saved-mix.ts';
import { load } from '../../src/loader/node.ts';
import { randomBonedRig } from '../support/bones.ts';
import { seeded } from '../support/random.ts';

function puppetOf(rig: Rig): Puppet {
  const compiled = compile(rig);
  return new Puppet(compiled, new DrawOrders(compiled), {}, { orderChanged: () => {}, remove: () => {} });
}

/** What a picture depends on. */
function poseOf(puppet: Puppet): { actions: number[]; bones: number[] } {
  puppet.updatePose();
  return { actions: [...puppet.actions], bones: [...puppet.bones] };
}

/** By way of text, onto a new puppet. */
function copyOf(puppet: Puppet): Puppet {
  const copy = puppetOf(puppet.rig);
  restoreMix(copy, JSON.parse(JSON.stringify(saveMix(puppet))) as SavedMix);
  return copy;
}

const ito = fromRoot('examples', 'public', 'characters', 'ito', 'filelist.csv');

describe('a mix that is saved', () => {
  test('in the midst of fades gives the same pose to the bit, in at most 1 KB for the character of the gallery', async () => {
    const { rig } = await load(ito, { rigFiles: 'beside' });
    const puppet = puppetOf(rig);
    puppet.play('walk', { loop: true, speed: 0.9 });
    puppet.play('wind', { loop: true, direction: 'ping-pong', weight: 0.4 });
    puppet.advance(1.2345);
    for (const name of ['head_turn', 'smile', 'blink', 'arm_wave']) puppet.action(name).fadeTo(0.9, 0.7);
    puppet.advance(0.3217);
    puppet.crossFade('walk', 'arm_wave', 0.5);
    puppet.advance(0.1713);
    puppet.bone(rig.bones[0].id).angle = 0.123456789;
    const weights = puppet.actionStates.map(({ weight }) => weight);
    expect(weights.filter((weight) => weight > 0 && weight < 1).length).toBeGreaterThan(4);
    const text = JSON.stringify(saveMix(puppet));
    console.info(`a mix of ${puppet.actionStates.length} actions: ${text.length} bytes`);
    expect(text.length).toBeLessThanOrEqual(1024);
    expect(poseOf(copyOf(puppet))).toEqual(poseOf(puppet));
  });

  test('any mix of any rig does, whatever plays, holds, reaches and drives', () => {
    const random = seeded(3);
    for (let round = 0; round < 60; round++) {
      const puppet = puppetOf(randomBonedRig(round % 5));
      for (const action of puppet.actionStates) {
        if (random() < 0.3) continue;
        action.play({
          loop: random() < 0.6,
          speed: 0.2 + random(),
          weight: random(),
          direction: random() < 0.3 ? 'reverse' : 'forward',
          interpolation: random() < 0.3 ? 'hold' : 'linear',
        });
        if (random() < 0.3) action.fadeTo(random(), 2);
      }
      puppet.advance(random() * 3);
      for (const { id } of puppet.rig.bones) {
        const bone = puppet.bone(id);
        if (random() < 0.4) bone.angle = random() * 4 - 2;
        if (random() < 0.2) [bone.x, bone.y, bone.scale] = [random() * 9, random() * 9, 0.5 + random()];
        if (random() < 0.2) bone.reach(random() * 200, random() * 200, { weight: random(), chain: 2 });
      }
      const [found, expected] = [poseOf(copyOf(puppet)), poseOf(puppet)];
      expect(found.actions, `round ${round}`).toEqual(expected.actions);
      expect(found.bones, `round ${round}`).toEqual(expected.bones);
    }
  });

  test('goes on from there', () => {
    const puppet = puppetOf(randomBonedRig(1));
    puppet.play('walk', { loop: true, speed: 0.7 });
    puppet.advance(0.8);
    const copy = copyOf(puppet);
    for (const each of [puppet, copy]) each.advance(0.37);
    const [found, expected] = [poseOf(copy).bones, poseOf(puppet).bones];
    found.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 4);
    });
  });

  test('at rest is nothing, and ends what the puppet did before', () => {
    const rest = puppetOf(randomBonedRig(1));
    expect(saveMix(rest)).toEqual({ actions: {} });
    const puppet = puppetOf(rest.rig);
    puppet.play('walk');
    puppet.bone('b1').angle = 1;
    restoreMix(puppet, saveMix(rest));
    expect(poseOf(puppet)).toEqual(poseOf(rest));
  });

  test('of another rig is refused with what is not there', () => {
    expect(() => restoreMix(puppetOf(randomBonedRig(1)), { actions: { wlak: { frame: 1 } } })).toThrow(/wlak.*walk/);
    expect(() => restoreMix(puppetOf(randomBonedRig(1)), { actions: { walk: { frame: NaN } } })).toThrow('NaN');
  });
});
