import { describe, expect, test } from 'vitest';
import { actionIndex, Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { loadFrames, messages, svg } from './inputs.ts';

const names = [
  'two words',
  ' blanks around ',
  'no\u00a0break',
  `it's "quoted"`,
  '<&>;{}()#.%',
  'a,b=c:1',
  '..',
  'bone',
  '手足',
  'é',
  'ガ',
  'ﾊﾟ',
  'Ǆ',
  '한글',
  'שלום',
  '👩‍🚀',
  '__proto__',
  'constructor',
  'toString',
];

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/^ | $/g, '&#32;');

/** A group with a line, and a bone of that name. */
const picture = (name: string, x: number) =>
  svg(
    `<g id="${escaped(name)}"><path d="M ${x} 0 L 9 9"/></g><g id="B${escaped(name)}"><path d="M 0 0 L ${9 + x} 0"/></g>`,
  );

describe.each(names)('the name %j', (name) => {
  test.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const)('means a group in frames and rig files, at rest in %s and there in %s', async (atRest, there) => {
    const loaded = await loadFrames([picture(name.normalize(atRest), 0), picture(name.normalize(there), 2)], {
      bonePrefix: 'B',
      rigFiles: [
        JSON.stringify({
          bones: Object.fromEntries([[`B${name.normalize(there)}`, { strength: 2 }]]),
          flexi: Object.fromEntries([[name.normalize(there), [`B${name.normalize(there)}`]]]),
        }),
      ],
    });
    expect(messages(loaded)).toEqual([]);
    const { groups, bones, actions } = loaded.rig;
    expect(groups[1]).toMatchObject({ id: name.normalize(atRest), flexi: [0] });
    expect(bones[0]).toMatchObject({ id: `B${name.normalize(atRest)}`, strength: 2 });
    expect(actions[1].morphs.map(({ path, deltas }) => [path, deltas[0]])).toEqual([[0, 2]]);
    expect(actions[1].bones.map(({ deltas }) => deltas[2])).toEqual([2]);
  });

  test('means an action in file lists, rig files and calls', async () => {
    const row = `"${name.replaceAll('"', '""')}"`;
    const files = memorySource(
      [
        ['filelist.csv', `BASE,1,base,b\nSMRT,2,${row},m`],
        ['b1.svg', picture('x', 0)],
        ['m1.svg', picture('x', 0)],
        ['m2.svg', picture('x', 3)],
      ],
      'test',
    );
    // Blanks around a field of a list do not count.
    const wanted = name.trim().normalize('NFD');
    const smart = { boneName: 'Bx', startAngle: 0, endAngle: 1, smartFrames: 2 };
    const rigFiles = [JSON.stringify({ action: Object.fromEntries([[wanted, smart]]) })];
    const loaded = await load(files, { rigFiles, bonePrefix: 'B' });
    expect(messages(loaded)).toEqual([]);
    expect(loaded.rig.actions[1].name).toBe(name.trim());
    expect(loaded.rig.smartBones.map(({ action }) => action)).toEqual([1]);
    const compiled = compile(loaded.rig);
    expect(actionIndex(compiled, wanted)).toBe(1);
    expect(new Pose(compiled).actions.length).toBe(8);
  });

  test('stands in messages as it is', async () => {
    const loaded = await loadFrames([svg(''), picture(name, 0)], { bonePrefix: '' });
    expect(messages(loaded)[0]).toBe(
      `move_00001.svg:1, action move, frame 1, group "${name}": the group is not in the rest pose and is left out`,
    );
  });
});

describe('names of an action that is not there', () => {
  test.each([
    ['wlak', 'did you mean walk?'],
    ['WALK ', 'did you mean walk?'],
    ['a', undefined],
    ['目', undefined],
  ])('%s', async (name, hint) => {
    const files = memorySource(
      [
        ['filelist.csv', 'BASE,1,base,b\nSMRT,1,walk,b\nSMRT,1,口,b\nSMRT,1,b,b'],
        ['b1.svg', svg('')],
      ],
      'test',
    );
    const compiled = compile((await load(files)).rig);
    expect(() => actionIndex(compiled, name)).toThrow(
      `action ${name}: the rig has no such action; expected one of base, walk, 口, b${hint === undefined ? '' : ` (${hint})`}`,
    );
    if (hint === undefined) expect(() => actionIndex(compiled, name)).not.toThrow(/did you mean/);
  });
});
