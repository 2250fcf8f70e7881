import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { ancestorPose } from '../support/ancestor.ts';
import { type BinDescription, decodeBin, encodeBin } from '../support/path-data-bin.ts';

const file = `${fromRoot('..', 'shared', 'data')}/walk/path_data.bin`;
const frames = [1, 12, 24, 60, 100, 180, 210, 237];

/** The poses that the ancestor itself has left are of two flexi bones at the most. */
const variants: Readonly<Record<string, (bin: BinDescription) => BinDescription>> = {
  'as it is': (bin) => bin,
  'four flexi bones on an arm': (bin) => {
    const bones = ['bone_B2', 'bone_B3', 'bone_B9', 'bone_B11'].map((id) => bin.groups.findIndex((g) => g.id === id));
    return {
      ...bin,
      groups: bin.groups.map((group) => (group.id === 'left_arm' ? { ...group, flexi: bones } : group)),
    };
  },
};

describe.skipIf(!globalThis.__SHARED_DATA__)(
  'the binary of the walk poses as a second evaluator has it (needs ../shared)',
  () => {
    let original: BinDescription;
    beforeAll(() => {
      original = decodeBin(readFileSync(file));
    });

    test.each(Object.keys(variants))('%s', { timeout: 120_000 }, async (name) => {
      const bin = variants[name](original);
      const loaded = await load(memorySource([['x/path_data.bin', encodeBin(bin)]], 'test'), {});
      expect(loaded.report.problems).toEqual([]);
      const compiled = compile(loaded.rig);
      const orders = new DrawOrders(compiled);
      let [points, bones] = [0, 0];
      for (const frame of frames) {
        const expected = ancestorPose(bin, '歩き', frame);
        const picture = posedPicture(compiled, orders, { play: { 歩き: frame } });
        expect(picture.actions).toEqual(expected.actions);
        expect(picture.paths.length).toBeGreaterThan(300);
        for (const { group, index, points: found } of picture.paths) {
          const own = expected.paths.get(`${group} ${index}`) ?? [];
          expect(found.length, `${group} ${index}`).toBe(own.length);
          for (let i = 0; i < own.length; i++) points = Math.max(points, Math.abs(found[i] - own[i]));
        }
        expect(Object.keys(picture.bones).sort()).toEqual(Object.keys(expected.bones).sort());
        for (const [id, [from, to]] of Object.entries(expected.bones)) {
          const found = [...picture.bones[id].from, ...picture.bones[id].to];
          [...from, ...to].forEach((value, i) => {
            bones = Math.max(bones, Math.abs(found[i] - value));
          });
        }
      }
      console.info(`${name}: points ${points.toFixed(4)} px, bones ${bones.toFixed(4)} px`);
      expect(points).toBeLessThan(0.02);
      expect(bones).toBeLessThan(0.02);
    });
  },
);
