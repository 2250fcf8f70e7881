import { beforeEach, expect, test, vi } from 'vitest';
import { sketchRig } from '../support/sketch.ts';

// As in a page that has imported nothing yet.
beforeEach(() => vi.resetModules());

const rig = sketchRig([{ d: 'M 0 0 L 9 0 L 9 9 Z' }]);

test('without the part that checks rigs, those that nobody vouches for are refused', async () => {
  const { compile } = await import('../../src/engine/compile/compile.ts');
  expect(() => compile(rig)).toThrow(/^the rig was neither loaded nor built here, .* \(import 'ayatori\/check'/);
});

test('those that are loaded or built are not', async () => {
  const { compile } = await import('../../src/engine/compile/compile.ts');
  const { load, memorySource } = await import('../../src/loader/index.ts');
  const { PathBuilder } = await import('../../src/engine/model/path-builder.ts');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><path d="M1,2L3,4"/></svg>';
  const { rig: loaded } = await load(memorySource([['a.svg', svg]]));
  expect(compile(loaded).rig).toBe(loaded);
  const built = new PathBuilder(4, 4).build();
  expect(compile(built).rig).toBe(built);
  expect(() => compile({ ...built })).toThrow('ayatori/check');
});

test('its import is enough, and what is not valid is refused by its field', async () => {
  const { compile } = await import('../../src/engine/compile/compile.ts');
  await import('../../src/check.ts');
  expect(compile(rig).rig).toBe(rig);
  expect(() => compile({ ...rig, fps: 0 })).toThrow('fps is not valid');
});
