import { describe, expect, test } from 'vitest';
import { load, memorySource, type RigFile } from '../../src/loader/index.ts';
import { checkRig } from '../support/check-rig.ts';
import { loadFrames, loadPicture, messages, svg } from './inputs.ts';

const bone = (id: string) => `<g id="${id}"><path d="M 0 0 C 1 0 2 0 3 0"/></g>`;
const picture = svg(`<g id="bone">${['bone_a', 'bone_b', 'bone_ガ'].map(bone).join('')}</g><g id="arm"/><g id="leg"/>`);

const read = (...rigFiles: RigFile[]) => loadPicture(picture, { rigFiles });
const json = (value: unknown) => JSON.stringify(value);

describe('a rig file', () => {
  test('gives bones, flexi groups and smart actions', async () => {
    const loaded = await read(
      json({
        action: { base: { boneName: 'bone_b', startAngle: 90, endAngle: 450, smartFrames: 200 } },
        bones: {
          bone_a: { strength: 0.5, isPin: true, minAngle: -10, maxAngle: 20 },
          bone_b: { parent: 'bone_a', fixed: true, flexiPoint: { dataIndex: 1, bones: ['bone_a', 'bone_カ\u3099'] } },
        },
        flexi: { arm: ['bone_b', 'bone_a'] },
      }),
    );
    expect(messages(loaded)).toEqual([]);
    const { bones, groups, smartBones } = loaded.rig;
    expect(bones).toMatchObject([
      {
        id: 'bone_a',
        parent: -1,
        strength: 0.5,
        minAngle: -10,
        maxAngle: 20,
        isPin: true,
        fixed: false,
        flexiPoint: undefined,
      },
      { id: 'bone_b', parent: 0, strength: undefined, fixed: true, flexiPoint: { point: 1, bones: [0, 2] } },
      { id: 'bone_ガ', parent: -1 },
    ]);
    expect(groups.map(({ id, flexi }) => [id, flexi]).filter(([, flexi]) => flexi.length > 0)).toEqual([
      ['arm', [1, 0]],
    ]);
    expect(smartBones).toEqual([
      { action: 0, bone: 1, startAngle: 90, endAngle: 450, frames: 200, firstFrame: 1, rule: 'nearest' },
    ]);
  });

  test('overrides an earlier one key by key; lists, flexi points and actions as a whole', async () => {
    const smart = { boneName: 'bone_a', startAngle: 0, endAngle: 90, smartFrames: 10 };
    const { rig, report } = await read(
      json({
        action: { base: smart },
        bones: { bone_a: { strength: 1, minAngle: 5, flexiPoint: { dataIndex: 0, bones: ['bone_b'] } } },
        flexi: { arm: ['bone_a', 'bone_b'], leg: ['bone_a'] },
      }),
      json({
        action: { base: { ...smart, boneName: 'bone_b' } },
        bones: { bone_a: { minAngle: 7, flexiPoint: { dataIndex: 1, bones: [] } } },
        flexi: { arm: ['bone_b'] },
      }),
    );
    expect(report.problems).toEqual([]);
    expect(rig.bones[0]).toMatchObject({ strength: 1, minAngle: 7, flexiPoint: { point: 1, bones: [] } });
    expect(rig.groups.filter(({ id }) => id === 'arm' || id === 'leg').map(({ flexi }) => flexi)).toEqual([[1], [0]]);
    expect(rig.smartBones.map(({ bone: index }) => index)).toEqual([1]);
  });

  test('is a path in the source, text, or bytes with a name', async () => {
    const text = json({ bones: { bone_a: { strength: 3 } } });
    const files = new Map([
      ['x/a.svg', picture],
      ['x/bones.json', `\ufeff${text}`],
    ]);
    const byPath = await load('x/a.svg', { source: memorySource(files), rigFiles: ['x/bones.json'] });
    expect([byPath.rig.bones[0].strength, byPath.report.files]).toEqual([3, 2]);
    expect((await read(text)).rig.bones[0].strength).toBe(3);
    expect((await read({ content: new TextEncoder().encode(text) })).rig.bones[0].strength).toBe(3);
  });

  test('that is not there is reported, and the rest loads', async () => {
    const loaded = await read('no/bones.json', json({ bones: { bone_a: { strength: 3 } } }));
    expect(messages(loaded)).toEqual(['no/bones.json: there is no such rig file (the file is left out)']);
    expect(loaded.rig.bones[0].strength).toBe(3);
  });
});

describe('names that are not there are reported with the nearest', () => {
  test.each([
    [
      { bones: { bone_c: {} } },
      'r: there is no bone "bone_c"; what is said about it is ignored (did you mean bone_a, bone_b, bone_ガ?)',
    ],
    [
      { bones: { bone_a: { parent: 'bone_q' } } },
      'r, bone "bone_a": there is no bone "bone_q"; what is said about it is ignored (did you mean bone_a, bone_b, bone_ガ?)',
    ],
    [
      { bones: { bone_a: { flexiPoint: { dataIndex: 0, bones: ['thigh'] } } } },
      'r, bone "bone_a": there is no bone "thigh"; what is said about it is ignored',
    ],
    [
      { flexi: { arn: ['bone_a'] } },
      'r: there is no group "arn"; what is said about it is ignored (did you mean arm?)',
    ],
    [
      { flexi: { arm: ['Bone_A', 'BONE_A1'] } },
      'r, group "arm": there is no bone "Bone_A"; what is said about it is ignored (did you mean bone_a, bone_b, bone_ガ?)',
    ],
    [
      { action: { bass: { boneName: 'bone_a', startAngle: 0, endAngle: 1, smartFrames: 1 } } },
      'r: there is no action "bass"; what is said about it is ignored (did you mean base?)',
    ],
    [
      { action: { base: { boneName: 'bone_x', startAngle: 0, endAngle: 1, smartFrames: 1 } } },
      'r, action base: there is no bone "bone_x"; what is said about it is ignored (did you mean bone_a, bone_b, bone_ガ?)',
    ],
  ])('%j', async (value, message) => {
    const loaded = await read({ content: json(value), name: 'r' });
    expect(messages(loaded)[0]).toBe(message);
    expect(loaded.rig.smartBones).toEqual([]);
  });

  test('and parents that form a ring', async () => {
    const loaded = await read({
      content: json({
        bones: { bone_a: { parent: 'bone_b' }, bone_b: { parent: 'bone_ガ' }, bone_ガ: { parent: 'bone_b' } },
      }),
      name: 'r',
    });
    expect(messages(loaded)).toEqual([
      'r, bone "bone_ガ": the parents of the bone lead back to it; its parent is ignored; found parent "bone_b"',
    ]);
    expect(loaded.rig.bones.map(({ parent }) => parent)).toEqual([1, 2, -1]);
  });
});

describe('bones that cannot be as they are said to be are reported by name, and the rest works', () => {
  const pin = '<g id="bone_p"><path d="M 1 2 L 1 2"/></g>';
  const rest = { bone_b: { strength: 7 } };

  test.each([
    [
      'without a path',
      { bones: { bone: { strength: 1 }, ...rest } },
      'r: the group "bone" is no bone; what is said about it is ignored; expected a path with a segment in it',
    ],
    [
      'whose parent is without a path',
      { bones: { bone_a: { parent: 'bone' }, ...rest } },
      'r, bone "bone_a": the group "bone" is no bone; what is said about it is ignored; expected a path with a segment in it',
    ],
    [
      'of another prefix',
      { bones: rest, flexi: { leg: ['arm'] } },
      'r, group "leg": the group "arm" is no bone; what is said about it is ignored; expected an id that begins with the prefix of bones, "bone" (the option bonePrefix sets another one)',
    ],
    [
      'with limits that leave no angle',
      { bones: { bone_a: { minAngle: 20, maxAngle: -10 }, ...rest } },
      'r, bone "bone_a": minAngle is greater than maxAngle; both are ignored; found 20 and -10',
    ],
  ])('%s', async (_, value, message) => {
    const loaded = await read({ content: json(value), name: 'r' });
    expect(messages(loaded)).toEqual([message]);
    expect(loaded.report.problems[0].severity).toBe('warning');
    expect(loaded.rig.bones).toMatchObject([
      { parent: -1, minAngle: undefined, maxAngle: undefined },
      { strength: 7 },
      {},
    ]);
    checkRig(loaded.rig);
  });

  test('with limits from two files that leave no angle', async () => {
    const loaded = await read(
      { content: json({ bones: { bone_a: { minAngle: 20, maxAngle: 30 } } }), name: 'a' },
      { content: json({ bones: { bone_a: { maxAngle: 10 } } }), name: 'b' },
    );
    expect(messages(loaded)).toEqual([
      'b, bone "bone_a": minAngle is greater than maxAngle; both are ignored; found 20 and 10',
    ]);
    expect((await read(json({ bones: { bone_a: { minAngle: 9, maxAngle: 9 } } }))).report.problems).toEqual([]);
  });

  test('without a length, unless it is a pin', async () => {
    const load = (value: unknown) =>
      loadPicture(svg(`${pin}${bone('bone_a')}`), { rigFiles: [{ content: json(value), name: 'r' }] });
    const loaded = await load({ bones: { bone_p: { strength: 1 }, bone_a: { parent: 'bone_p' } } });
    expect(messages(loaded)).toEqual([
      'r, bone "bone_p": the base and the tip of the bone are one point, so it has no angle and cannot turn (give it a length, or mark it as a pin with isPin)',
    ]);
    expect(loaded.rig.bones).toMatchObject([
      { id: 'bone_p', base: [1, 2], tip: [1, 2], strength: 1 },
      { id: 'bone_a', parent: 0 },
    ]);
    checkRig(loaded.rig);
    expect((await load({ bones: { bone_p: { isPin: true } } })).report.problems).toEqual([]);
  });
});

describe('bones that lead back to themselves are reported', () => {
  const name = 'r';
  const flexi = (...bones: string[]) => ({ flexiPoint: { dataIndex: 1, bones } });

  test('by the bones that carry their points', async () => {
    const bones = { bone_a: { parent: 'bone_b' }, bone_b: flexi('bone_a', 'bone_ガ') };
    const loaded = await read({ content: json({ bones }), name });
    expect(messages(loaded)).toEqual([
      'r, bone "bone_b": a bone that is to carry the bone hangs on it in turn; it does not carry it; found "bone_a"',
    ]);
    expect(loaded.report.problems[0]).toMatchObject({ code: 'rig-flexi-cycle', severity: 'warning' });
    expect(loaded.rig.bones[0].parent).toBe(1);
    checkRig(loaded.rig);
  });

  test('by the flexi list of their own group', async () => {
    const content = json({ bones: { bone_a: { parent: 'bone_b' } }, flexi: { bone_b: ['bone_a'], arm: ['bone_a'] } });
    expect(messages(await read({ content, name }))).toEqual([
      'r, bone "bone_b": a bone that is to carry the bone hangs on it in turn; it does not carry it; found "bone_a"',
    ]);
  });

  test('by the smart actions that they drive', async () => {
    const picture = (x: number) =>
      svg(
        `<g id="bone_a"><path d="M 0 0 L ${x} 9"/></g>${bone('bone_b')}<g id="bone_c"><path d="M 0 0 L ${x} 5"/></g>`,
      );
    const content = json({
      action: { move: { boneName: 'bone_b', startAngle: 0, endAngle: 90, smartFrames: 1 } },
      bones: { bone_b: { parent: 'bone_a' } },
    });
    const loaded = await loadFrames([picture(0), picture(3)], { rigFiles: [{ content, name }] });
    expect(messages(loaded)).toEqual([
      'r, action move, bone "bone_a": the smart action moves a bone that its own bone hangs on; driven by its bone it does not; found driven by "bone_b"',
    ]);
    expect(loaded.report.problems[0]).toMatchObject({ code: 'rig-smart-cycle', severity: 'warning' });
    // Played by itself it moves both.
    expect(loaded.rig.actions[1].bones.map(({ bone: index }) => index)).toEqual([0, 2]);
    expect(loaded.rig.smartBones.length).toBe(1);
    checkRig(loaded.rig);
  });
});

describe('values of the wrong kind are reported and ignored', () => {
  test.each([
    [[], 'r: the file has the wrong type; it is ignored; expected an object; found a list'],
    [{ bone: {} }, 'r: the file has no "bone"; it is ignored; expected action, bones, flexi (did you mean bones?)'],
    [{ bones: [] }, 'r: bones has the wrong type; it is ignored; expected an object; found a list'],
    [
      { bones: { bone_a: 3 } },
      'r, bone "bone_a": a bone has the wrong type; it is ignored; expected an object; found 3',
    ],
    [
      { bones: { bone_a: { minAngel: 3 } } },
      'r, bone "bone_a": a bone has no "minAngel"; it is ignored; expected parent, strength, minAngle, maxAngle, isPin, fixed, flexiPoint (did you mean minAngle?)',
    ],
    [
      { bones: { bone_a: { strength: '3' } } },
      'r, bone "bone_a": strength has the wrong type; it is ignored; expected a number; found "3"',
    ],
    [
      { bones: { bone_a: { flexiPoint: { dataIndex: 2, bones: [] } } } },
      'r, bone "bone_a": flexiPoint.dataIndex has no such point; it is ignored; expected 0 (base) or 1 (tip); found 2',
    ],
    [
      { flexi: { arm: 'bone_a' } },
      'r, group "arm": a flexi list has the wrong type; it is ignored; expected a list of bone names; found "bone_a"',
    ],
    [
      { action: { base: { boneName: 'bone_a', startAngle: 0, endAngle: 1 } } },
      'r, action base: smartFrames is missing; it is ignored; expected a number; found nothing',
    ],
    [
      { action: { base: { boneName: 'bone_a', startAngle: 0, endAngle: 1, smartFrames: 0 } } },
      'r, action base: smartFrames is not valid; it is ignored; expected a whole number from 1; found 0',
    ],
    [
      { bones: { bone_a: { strength: 1e31 } } },
      'r, bone "bone_a": strength is out of range; it is ignored; expected a number from -1e30 to 1e30; found 1e+31',
    ],
    [
      { action: { base: { boneName: 'bone_a', startAngle: -1e308, endAngle: 1, smartFrames: 1 } } },
      'r, action base: startAngle is out of range; it is ignored; expected a number from -1e30 to 1e30; found -1e+308',
    ],
  ])('%j', async (value, message) => {
    const loaded = await read({ content: json(value), name: 'r' });
    expect(messages(loaded)).toEqual([message]);
    expect(loaded.report.problems[0].severity).toBe('warning');
    checkRig(loaded.rig);
  });

  test('numbers that JSON itself cannot hold', async () => {
    const loaded = await read({ content: '{"bones":{"bone_a":{"maxAngle":1e999}}}', name: 'r' });
    expect(messages(loaded)).toEqual([
      'r, bone "bone_a": maxAngle is out of range; it is ignored; expected a number from -1e30 to 1e30; found Infinity',
    ]);
  });

  test('names of the prototype are names like others', async () => {
    const loaded = await read({ content: '{"bones":{"__proto__":{"strength":1},"constructor":{}}}', name: 'r' });
    expect(loaded.report.problems.map(({ code }) => code)).toEqual(['rig-unknown-bone', 'rig-unknown-bone']);
    expect(({} as Record<string, unknown>).strength).toBeUndefined();
  });
});

describe('invalid JSON is told with line and column', () => {
  test.each([
    ['{\n  "bones": {,}\n}', '2:13', 'a name in double quotes', '",}\\n}"'],
    ['{"a": 1,}', '1:9', 'a name in double quotes', '"}"'],
    ['{"a" 1}', '1:6', '":"', '"1}"'],
    ['{"a": [1 2]}', '1:10', '"," or "]"', '"2]}"'],
    ['{"a": 1 "b": 2}', '1:9', '"," or "}"', '"\\"b\\": 2}"'],
    ['{"a": tru}', '1:7', 'a value', '"tru}"'],
    ['{"a": 01}', '1:8', '"," or "}"', '"1}"'],
    ['{"a": "x\ny"}', '1:7', 'a value', '"\\"x\\ny\\"}"'],
    ["{'a': 1}", '1:2', 'a name in double quotes', `"'a': 1}"`],
    ['{"a": [', '1:8', 'a value', 'the end of the file'],
    ['{} x', '1:4', 'the end of the file', '"x"'],
    ['{\n\n"ガ": 1\n', '4:1', '"," or "}"', 'the end of the file'],
  ])('%s', async (content, place, expected, found) => {
    const loaded = await read({ content, name: 'r' });
    expect(messages(loaded)).toEqual([
      `r:${place}: not valid JSON; expected ${expected}; found ${found} (the file is left out)`,
    ]);
    expect(loaded.report.problems[0].severity).toBe('warning');
  });
});
