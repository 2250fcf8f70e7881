import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRecord, describeUnknown, flagsToRecord, makeJob } from '../../src/cli/job.ts';
import { parseJsonLine } from '../../src/cli/json-lines.ts';
import { Outcomes, patience, shareOf } from '../support/fuzz.ts';

describe('a line of jobs', () => {
  test('says what to load, what to set and where to draw it', () => {
    const { record, unknown } = checkRecord({
      src: 'hero',
      rig: 'bones.json',
      bakeBones: true,
      nameMasks: false,
      bonePrefix: '',
      numbering: 'ancestor',
      fps: 30,
      actions: { 顔: { frame: 30, weight: 0.5 }, 目: 2 },
      interpolation: 'hold',
      out: 'hero.png',
      width: 480,
      height: 720,
      quality: 'stencil',
    });
    expect(unknown).toEqual([]);
    expect(makeJob(record)).toEqual({
      choice: {
        src: 'hero',
        options: {
          rigFiles: ['bones.json'],
          bakeBones: true,
          nameMasks: false,
          bonePrefix: '',
          numbering: 'ancestor',
          fps: 30,
        },
      },
      request: { actions: { 顔: { frame: 30, weight: 0.5 }, 目: 2 }, interpolation: 'hold' },
      out: 'hero.png',
      width: 480,
      height: 720,
      quality: 'stencil',
    });
  });

  test('goes before the command line', () => {
    const defaults = flagsToRecord('hero', { rig: ['a.json', 'b.json'], nameMasks: false, fps: 12 });
    expect(makeJob(defaults).choice).toEqual({
      src: 'hero',
      options: { rigFiles: ['a.json', 'b.json'], nameMasks: false, fps: 12 },
    });
    expect(makeJob({ ...defaults, ...checkRecord({ rig: [], nameMasks: true }).record }).choice.options).toEqual({
      rigFiles: [],
      nameMasks: true,
      fps: 12,
    });
  });

  test('without anything to load is refused', () => {
    expect(() => makeJob({})).toThrow('"src" is missing; expected what to load');
  });

  test.each([
    [null, 'the line is not an object; found null'],
    [[], 'the line is not an object; found []'],
    [{ src: '' }, '"src" is wrong; expected a path or address; found ""'],
    [{ rig: ['a', 1] }, '"rig" is wrong; expected a path, or an array of paths; found ["a",1]'],
    [{ bakeBones: 1 }, '"bakeBones" is wrong; expected true or false; found 1'],
    [{ nameMasks: 'no' }, '"nameMasks" is wrong; expected true or false; found "no"'],
    [{ bonePrefix: null }, '"bonePrefix" is wrong; expected a string; found null'],
    [{ numbering: 'k' }, '"numbering" is wrong; expected file or ancestor; found "k"'],
    [{ fps: 0 }, '"fps" is wrong; expected a positive number; found 0'],
    [{ interpolation: 'none' }, '"interpolation" is wrong; expected hold or linear; found "none"'],
    [{ quality: 'best' }, '"quality" is wrong; expected coverage or stencil; found "best"'],
    [{ width: 1.5 }, '"width" is wrong; expected a whole number of pixels; found 1.5'],
    [{ height: 0 }, '"height" is wrong; expected a whole number of pixels; found 0'],
    [{ out: 7 }, '"out" is wrong; expected a path; found 7'],
    [
      { actions: [] },
      '"actions" is wrong; expected {"NAME": {"frame": number, "weight": number from 0 to 1}}; found []',
    ],
    [
      { actions: { 歩き: 'x' } },
      'action 歩き: neither a frame nor an object; expected {"frame": number, "weight": number from 0 to 1}; found "x"',
    ],
    [{ actions: { a: 1, 歩き: {} } }, 'action 歩き: the frame is wrong; expected a number; found nothing'],
    [{ actions: { 歩き: { frame: '2' } } }, 'action 歩き: the frame is wrong; expected a number; found "2"'],
    [
      { actions: { a: 1, 歩き: { frame: 1, weight: 2 } } },
      'action 歩き: the weight is wrong; expected a number from 0 to 1; found 2',
    ],
    [
      { actions: { 歩き: { frame: 1, weight: -0.1 } } },
      'action 歩き: the weight is wrong; expected a number from 0 to 1; found -0.1',
    ],
    [
      { actions: { 歩き: { frame: 1, weight: null } } },
      'action 歩き: the weight is wrong; expected a number from 0 to 1; found null',
    ],
    // What JSON makes of 1e999.
    [
      { actions: { 歩き: { frame: 1, weight: Infinity } } },
      'action 歩き: the weight is wrong; expected a number from 0 to 1; found Infinity',
    ],
    [{ actions: { 歩き: -Infinity } }, 'action 歩き: the frame is wrong; expected a number; found -Infinity'],
    [
      { actions: { 歩き: { frame: 1, wieght: 1 } } },
      'action 歩き: there is a key that means nothing; expected frame, weight; found "wieght" (did you mean weight?)',
    ],
  ])('%j is refused', (value, message) => {
    expect(() => checkRecord(value)).toThrow(message);
  });

  test('with keys that mean nothing goes on and tells them', () => {
    const { record, unknown } = checkRecord({ src: 'a', acions: {}, constructor: 1 });
    expect(record).toEqual({ src: 'a' });
    expect(unknown).toEqual(['acions', 'constructor']);
    expect(describeUnknown(unknown)).toBe('unknown keys acions, constructor (did you mean actions?)');
  });
});

test('a line of anything is a job or refused', { timeout: patience }, async () => {
  const json = fc.jsonValue();
  const or = (value: unknown) => fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, json);
  const action = fc.record({ frame: fc.double(), weight: fc.double({ min: -1, max: 2 }) }, { requiredKeys: [] });
  const line = fc.record(
    {
      src: or('a.svg'),
      rig: or(['b.json']),
      actions: fc.oneof(fc.dictionary(fc.string(), fc.oneof(action, fc.double(), json), { maxKeys: 3 }), json),
      interpolation: or('hold'),
      width: or(4),
      fps: or(12),
      other: json,
    },
    { requiredKeys: ['src'], noNullPrototype: true },
  );
  const outcomes = new Outcomes();
  const property = fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: line }, json), (value) =>
    outcomes.of(() => {
      const { request } = makeJob(checkRecord(parseJsonLine(JSON.stringify(value))).record);
      for (const asked of Object.values(request.actions ?? {})) {
        const { frame, weight = 1 } = typeof asked === 'number' ? { frame: asked } : asked;
        expect([Number.isFinite(frame), weight >= 0, weight <= 1]).toEqual([true, true, true]);
      }
    }),
  );
  await fc.assert(property, shareOf(0.1));
  outcomes.tell('lines of jobs', { results: 0.05, errors: 0.1 });
});
