import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/engine/compile/compile.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { checkRig } from '../support/check-rig.ts';
import { Outcomes, patience, shareOf } from '../support/fuzz.ts';
import { edits, spoil } from '../support/spoil.ts';
import { svg } from './inputs.ts';

/** Spoilt inputs end in a rig that can be drawn or in an AyatoriError, within 2 s. */

const frame = (x: number, color: string) =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg [<!ENTITY c "${color}"><!ENTITY d "&c;">]>` +
  svg(
    `<style>.a{fill:${color};stroke:url(#g)}#in,path.b{stroke-width:2px!important}</style>` +
      `<linearGradient id="g" href="#h"/><linearGradient id="h"><stop offset="50%" stop-color="&d;"/></linearGradient>` +
      `<g id="arm" transform="translate(${x} 0)rotate(3,4 5)"><clipPath id="c"><rect width="5" height="5"/></clipPath>` +
      `<path class="a" d="M ${x} 0 C 1 2 3 4 5 6 L 7 8 Z M1,2c3-4,5-6,7.5.5s1 2 3 4q1 2 3 4t5 6a5 5 0 0150 6z"/>` +
      `<path id="in" class="b" style="stroke:red; opacity:.5" d="m0 0h${x}v2H3V4" clip-path="url(#c)"/><g><circle r="${x + 1}"/></g></g>` +
      `<g id="bone_1"><path d="M 0 0 C 1 0 2 0 ${x + 3} 0"/></g><g id="bone_2"><path d="M 5 5 L 9 ${x}"/></g><g id="eye_Mask"><polygon points="0 0 1,0 1 1"/></g>` +
      `<g id="eye_Mtarget"><use href="#in" x="3"/><ellipse rx="3" ry="1"/></g>`,
    'viewBox="0 0 100 50" width="200"',
  );

const whole = {
  'filelist.csv': 'BASE, 1, base, ./res/b_\nSMRT, 2, move, ./res/m_\nBONE, 2, "walk", ./res/m_\n',
  'b_00001.svg': frame(0, 'red'),
  'm_00001.svg': frame(1, '#00f'),
  'm_00002.svg': frame(2, 'rgb(1 2 3)').replace('<g id="arm"', '<g id="new"/><g id="arm"'),
  'bones.json': JSON.stringify({
    action: { move: { boneName: 'bone_1', startAngle: 0, endAngle: 90, smartFrames: 2 } },
    bones: {
      bone_1: { strength: 0.5, minAngle: -1, flexiPoint: { dataIndex: 0, bones: ['bone_2'] } },
      bone_2: { strength: 1, minAngle: -5, maxAngle: 90, isPin: false, fixed: true },
    },
    flexi: { arm: ['bone_1', 'bone_2'] },
  }),
};

type Files = Readonly<Record<keyof typeof whole, string | Uint8Array>>;

/** Loads the files with some of them changed. */
async function read(changed: Partial<Files>): Promise<void> {
  const source = memorySource(Object.entries({ ...whole, ...changed }), 'fuzz');
  const { rig, report } = await load('filelist.csv', { source, rigFiles: ['bones.json'], bakeBones: true });
  // Holds it to what the model promises as well.
  compile(rig);
  expect(report.problems.length).toBeLessThan(2000);
  // The load went on, so none of them was an error.
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
}

describe('spoilt input gives a rig or a typed error', () => {
  test('when it is not spoilt, a rig without faults but the known', async () => {
    const source = memorySource(Object.entries(whole), 'fuzz');
    const { rig, report } = await load('filelist.csv', { source, rigFiles: ['bones.json'] });
    checkRig(rig);
    expect([rig.groups.length, rig.paths.length, rig.bones.length, rig.masks.length]).toEqual([8, 8, 2, 3]);
    expect(new Set(report.problems.map(({ code }) => code))).toEqual(
      new Set(['unsupported-paint', 'group-unknown', 'rig-smart-cycle', 'path-opacity']),
    );
  });

  test('frames', { timeout: patience }, async () => {
    const outcomes = new Outcomes();
    const frames = fc.constantFrom('b_00001.svg' as const, 'm_00001.svg' as const, 'm_00002.svg' as const);
    const property = fc.asyncProperty(frames, edits, (name, list) =>
      outcomes.of(() => read({ [name]: spoil(whole[name], list) })),
    );
    await fc.assert(property, shareOf(0.5));
    outcomes.tell('spoilt frames', { results: 0.1, errors: 0.02 });
  });

  test('attributes of frames, which stay XML', { timeout: patience }, async () => {
    const attribute = / (d|fill|style|class|transform|clip-path|id|points|viewBox|width|r|href|offset)="([^"]*)"/g;
    const outcomes = new Outcomes();
    const frames = fc.constantFrom('b_00001.svg' as const, 'm_00001.svg' as const);
    const property = fc.asyncProperty(fc.nat(), edits, frames, (which, list, name) => {
      const found = [...whole[name].matchAll(attribute)];
      const { index, 0: all, 1: key, 2: value } = found[which % found.length];
      const text = spoil(value, list).replace(/[<&"]|\p{Cc}|\p{Cs}|\p{Cn}/gu, ' ');
      const after = whole[name].slice(index + all.length);
      return outcomes.of(() => read({ [name]: `${whole[name].slice(0, index)} ${key}="${text}"${after}` }));
    });
    await fc.assert(property, shareOf(0.2));
    // Whatever an attribute says, the rest loads.
    outcomes.tell('spoilt attributes', { results: 0.9, errors: -1 });
  });

  test('lists and rig files', { timeout: patience }, async () => {
    const outcomes = new Outcomes();
    const files = fc.constantFrom('filelist.csv' as const, 'bones.json' as const);
    const property = fc.asyncProperty(files, edits, (name, list) =>
      outcomes.of(() => read({ [name]: spoil(whole[name], list) })),
    );
    await fc.assert(property, shareOf(0.25));
    outcomes.tell('spoilt lists and rig files', { results: 0.1, errors: 0.02 });
  });

  test('bytes of any kind', { timeout: patience }, async () => {
    const outcomes = new Outcomes();
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      await outcomes.of(() => read({ 'b_00001.svg': bytes }));
      await outcomes.of(() => read({ 'm_00002.svg': bytes, 'bones.json': bytes }));
    });
    await fc.assert(property, shareOf(0.025));
    outcomes.tell('bytes', { results: 0.1, errors: 0.1 });
  });
});
