import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { compile } from '../../src/engine/compile/compile.ts';
import { AyatoriError } from '../../src/engine/model/problem.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { validateRig } from '../../src/engine/model/validate.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { sharedEdge, smallProject, twoDolls } from '../support/moho-project.ts';
import { seeded } from '../support/random.ts';

/** Any part of a project may be anything. */
// biome-ignore lint/suspicious/noExplicitAny: the tests break projects in ways that types forbid.
type Loose = any;

async function rigOf(content: string | Uint8Array): Promise<Rig> {
  return (await load(memorySource([['a.mohoproj', content]]))).rig;
}

test.each([
  ['small', JSON.stringify(smallProject())],
  ['dolls', JSON.stringify(twoDolls())],
  ['edge', JSON.stringify(sharedEdge())],
  ['Teru', readFileSync(fromRoot('examples/public/characters/teru/teru.mohoproj'))],
])('what is loaded keeps the promises: %s', async (_, content) => {
  validateRig(await rigOf(content));
});

describe('a rig whose project was spoilt on its way', () => {
  test.each<[spoil: (project: Loose) => void, told: RegExp]>([
    [(p) => delete p.layers, /^moho\.project\.layers is not valid/],
    [
      (p) => (p.layers[1].parent = 1),
      /^moho\.project\.layers\[0\]\.children is not valid; expected layers that name it as their parent; found 1$/,
    ],
    [(p) => (p.layers[3].parent = 7), /layers\[2\]\.children is not valid/],
    [(p) => (p.layers[1].boneLayer = 3), /layers\[1\]\.boneLayer is not valid/],
    [
      (p) => (p.layers[0].skeleton.order = [1, 0, 2]),
      /skeleton\.order is not valid; expected each bone once, after its/,
    ],
    [(p) => (p.layers[0].skeleton.dials[0].action = 9), /dials\[0\]\.action is not valid/],
    [
      (p) => (p.layers[0].skeleton.dials[0].curve.frames = Float64Array.of(0, 1e12)),
      /dials\[0\]\.curve\.frames is not valid/,
    ],
    [(p) => (p.layers[1].mesh.pointCount = 5), /mesh\.positions\.rest is not valid; expected 10 of them; found 8/],
    [(p) => (p.layers[1].mesh.curvePoints[2] = 4), /mesh\.curvePoints is not valid; expected a number from 0 to 3/],
    [(p) => (p.layers[1].mesh.curves[0].count = 5), /mesh\.curves\[0\]\.count is not valid/],
    [(p) => (p.camera.zoom.main.values = new Float64Array(2)), /camera\.zoom\.main\.values is not valid/],
  ])('is refused with the field: %s', async (spoil, told) => {
    const rig = structuredClone(await rigOf(JSON.stringify(smallProject())));
    spoil(rig.moho?.project);
    expect(() => compile(rig)).toThrow(told);
    expect(() => compile(rig)).toThrow(AyatoriError);
  });

  test('wherever it was, it is refused or compiled', { timeout: 60_000 }, async () => {
    const whole = await rigOf(JSON.stringify(smallProject()));
    const random = seeded(8);
    const junk = [-1, 0, 1, 2.5, 7, 1e6, 1e12, Number.NaN, '', 'x', null, undefined, true, [], {}, new Float64Array(3)];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
    const codes = new Map<string, number>();
    for (let i = 0; i < 1_500; i++) {
      const rig = structuredClone(whole);
      let part: Loose = rig.moho;
      for (;;) {
        const key = pick(Object.keys(part));
        const next = part[key];
        if (typeof next !== 'object' || next === null || Object.keys(next).length === 0 || random() < 0.1) {
          // A typed array takes what it is given in its own way.
          part[key] = pick(junk);
          break;
        }
        part = next;
      }
      let code = 'fine';
      try {
        compile(rig);
      } catch (error) {
        if (!(error instanceof AyatoriError)) throw error;
        code = error.problem.code;
      }
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect([...codes.keys()].sort()).toEqual(['fine', 'rig-invalid']);
    expect(codes.get('rig-invalid')).toBeGreaterThan(500);
  });
});
