import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { load } from '../../src/loader/node.ts';
import { checkRig } from '../support/check-rig.ts';
import { errorOf } from './inputs.ts';

const data = fromRoot('..', 'shared', 'data');
const pictures = (folder: string) =>
  existsSync(path.join(data, folder))
    ? readdirSync(path.join(data, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.svg'))
        .map((name) => path.join(data, folder, name))
        .sort()
    : [];

describe.skipIf(!globalThis.__SHARED_DATA__)('pictures that Moho wrote (need ../shared)', () => {
  test('load whole; what is not supported is told', async () => {
    const files = pictures('svg/moho-single');
    expect(files.length).toBeGreaterThan(50);
    const told = new Map<string, number>();
    for (const file of files) {
      const { rig, report } = await load(file, { bonePrefix: '' });
      checkRig(rig);
      const text = readFileSync(file, 'utf8');
      expect(rig.paths.length).toBe(text.match(/<(path|rect)\b/g)?.length);
      const [, width, height] = / width="([\d.]+)px" height="([\d.]+)px"/.exec(text) ?? [];
      expect([rig.width, rig.height]).toEqual([Number(width), Number(height)]);
      for (const { code } of report.problems) told.set(code, (told.get(code) ?? 0) + 1);
    }
    expect([...told.keys()].sort()).toEqual(['duplicate-id', 'unsupported-paint']);
  }, 60_000);
});

describe.skipIf(!globalThis.__SHARED_DATA__)('cases of faults that people met (need ../shared)', () => {
  /** What is told about a case; all others are read without a word. */
  const told: Readonly<Record<string, readonly string[]>> = {
    'clip-empty': ['reference-missing', 'unsupported-property'],
    'doc-unknown-elements': ['unsupported-element'],
    'doc-use-cycle': ['reference-cycle', 'unsupported-paint'],
    'gradient-degenerate': ['unsupported-paint'],
    'gradient-href-chain': ['unsupported-paint'],
    'group-opacity-overlap': ['group-opacity'],
    'id-duplicate': ['invalid-property', 'unsupported-paint'],
    'mask-luminance': ['unsupported-property'],
    'paint-quoted-url': ['reference-missing', 'unsupported-paint'],
    'polygon-points-exponent': ['path-data'],
    'stroke-dash-zero': ['unsupported-property'],
    'stroke-skew': ['stroke-scale'],
  };

  test('are read, or refused in clear words', async () => {
    const found: Record<string, string[]> = {};
    for (const file of pictures('cases')) {
      const name = path.basename(file, '.svg');
      if (name === 'doc-deep-nesting') {
        expect(await errorOf(load(file))).toMatch(/more elements inside one another than allowed/);
        continue;
      }
      const { rig, report } = await load(file);
      checkRig(rig);
      const codes = [...new Set(report.problems.map(({ code }) => code))];
      if (codes.length > 0) found[name] = codes.sort();
    }
    expect(found).toEqual(told);
  });

  test('sequences have their frames in natural order, and hold what does not fit', async () => {
    const { rig, report } = await load(path.join(data, 'cases'));
    checkRig(rig);
    const points = rig.actions.find(({ name }) => name === 'morph-point-count');
    expect(points?.frames).toBe(3);
    expect(report.problems.filter(({ action }) => action === 'fill-collinear-points')).toEqual([]);
  });
});
