import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../../src/engine/compile/compile.ts';
import { load, memorySource } from '../../../src/loader/index.ts';
import { Outcomes, patience, shareOf } from '../../support/fuzz.ts';
import { smallProject } from '../../support/moho-project.ts';

/** Spoilt projects end in a rig that can be drawn or in an AyatoriError, within 2 s. */

type Way = readonly (string | number)[];

/** Every place in a value. */
function waysIn(value: unknown, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null) return [way];
  return [way, ...Object.entries(value).flatMap(([key, part]) => waysIn(part, [...way, key]))];
}

const ways = waysIn(smallProject()).filter(({ length }) => length > 0);

const upsetting = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    'x',
    [],
    {},
    [[]],
    -1,
    0,
    1,
    2,
    0.5,
    1e9,
    -1e9,
    1e300,
    'uuid of limb|',
    '0|0|1',
    5,
    6,
    9,
  ),
  fc.integer({ min: -3, max: 12 }),
  fc.double(),
  // Parts of the project where they do not belong.
  fc.constantFrom(...ways).map((way) => partAt(smallProject(), way)),
);

const partAt = (value: unknown, way: Way): unknown =>
  way.reduce<unknown>((part, key) => (part as Record<string | number, unknown>)?.[key], value);

test('spoilt projects end well', { timeout: patience }, async () => {
  const outcomes = new Outcomes();
  const edits = fc.array(fc.tuple(fc.constantFrom(...ways), upsetting, fc.nat(9)), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(edits, fc.nat(60), async (changes, cut) => {
      const project = smallProject();
      for (const [way, value, kind] of changes) {
        const parent = partAt(project, way.slice(0, -1));
        const key = way[way.length - 1];
        if (typeof parent !== 'object' || parent === null) continue;
        if (kind === 0) delete (parent as Record<string | number, unknown>)[key];
        else (parent as Record<string | number, unknown>)[key] = value;
      }
      const text = JSON.stringify(project);
      const content = cut === 0 ? text.slice(0, text.length / 2) : text;
      const limits = { files: 500, deltaBytes: 2 ** 26, points: 100_000 };
      await outcomes.of(async () => {
        const { rig } = await load('a.mohoproj', { source: memorySource([['a.mohoproj', content]]), limits });
        for (const { points } of rig.paths) expect(points.every(Number.isFinite)).toBe(true);
        compile(rig);
      });
    }),
    shareOf(0.3),
  );
  outcomes.tell('Moho projects', { results: 0.5, errors: 0.005 });
});
