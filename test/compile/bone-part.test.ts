import { beforeEach, expect, test, vi } from 'vitest';
import { decodeRig, encodeRig } from '../../src/engine/model/transfer.ts';
import { load } from '../../src/loader/index.ts';
import { memorySource } from '../../src/loader/sources/memory.ts';
import { withBones } from '../support/bones.ts';
import { smallProject } from '../support/moho-project.ts';
import { sketchRig } from '../support/sketch.ts';

// As in a page that has imported nothing for bones yet.
beforeEach(async () => {
  vi.resetModules();
  await import('../../src/check.ts');
});

const plain = sketchRig([{ d: 'M 0 0 L 9 0 L 9 9 Z', group: 'g' }]);
const boned = withBones(plain, [{ id: 'hand', base: [0, 0], tip: [10, 0] }]);
const source = memorySource([['small.mohoproj', JSON.stringify(smallProject())]]);
const moho = encodeRig((await load('small.mohoproj', { source })).rig);
const compiler = () => import('../../src/engine/compile/compile.ts');

test('without the part for bones, a rig that has some is refused, and one without is not', async () => {
  const { compile } = await compiler();
  expect(() => compile(boned)).toThrow(
    expect.objectContaining({
      name: 'AyatoriError',
      message: expect.stringMatching(
        /^the rig has bones, and .* not loaded \(import 'ayatori\/bones', or load the rig/,
      ),
      problem: expect.objectContaining({ code: 'part-missing' }),
    }),
  );
  expect(compile(plain)).toMatchObject({ boneCount: 0, skeleton: null });
});

test('its import is enough', async () => {
  const { compile } = await compiler();
  await import('../../src/bones.ts');
  expect(compile(boned)).toMatchObject({ boneCount: 1, skeleton: { count: 1 } });
});

test('without the part for Moho projects their rigs are refused; its import is enough', async () => {
  const { compile } = await compiler();
  const rig = decodeRig(moho);
  expect(() => compile(rig)).toThrow(/^the rig has curves of Moho, and .* \(import 'ayatori\/moho', or load the rig/);
  await import('../../src/moho.ts');
  expect(compile(rig).curves?.hiddenCount).toBeGreaterThan(0);
});

test('a rig with bones brings it along, one without does not', async () => {
  const { compile } = await compiler();
  const { load } = await import('../../src/loader/index.ts');
  const loaded = async (id: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><g id="${id}"><path d="M1,2L3,4"/></g></svg>`;
    return (await load(memorySource([['a.svg', svg]]))).rig;
  };
  const picture = await loaded('hand');
  expect(compile(picture).boneCount).toBe(0);
  expect(() => compile(boned)).toThrow('ayatori/bones');
  expect(compile(await loaded('bone_hand')).boneCount).toBe(1);
});
