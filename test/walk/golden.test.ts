import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { CompiledRig } from '../../src/engine/compile/compiled-rig.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { load } from '../../src/loader/node.ts';
import { compareWithGolden, readGolden } from '../support/golden.ts';

const data = fromRoot('..', 'shared', 'data');
const frames = [1, 24, 60, 100, 180];
const name = (frame: number) => `walk_${String(frame).padStart(3, '0')}.json`;

describe.skipIf(!existsSync(data))('poses that the ancestor computed (needs ../shared/data)', () => {
  describe('from frames and rig files', () => {
    let compiled: CompiledRig;

    beforeAll(async () => {
      const { rig, report } = await load(`${data}/walk/filelist.csv`, {
        rigFiles: [`${data}/walk/bones.json`, `${data}/walk/bones_custom.json`],
        numbering: 'ancestor',
      });
      expect(report.problems).toEqual([]);
      compiled = compile(rig);
    }, 120_000);

    test.each(frames)('the walk at frame %i', (frame) => {
      const picture = posedPicture(compiled, new DrawOrders(compiled), { play: { 歩き: frame } });
      const { points, bones } = compareWithGolden(picture, readGolden(`${data}/golden/svg/${name(frame)}`));
      expect(points).toBeLessThan(0.02);
      expect(bones).toBeLessThan(0.02);
      console.log(`walk at ${frame}: points ${points.toFixed(4)} px, bones ${bones.toFixed(4)} px`);
    });
  });
});
