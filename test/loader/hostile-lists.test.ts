import { describe, expect, test, vi } from 'vitest';
import { load, memorySource } from '../../src/loader/index.ts';
import { within } from '../support/within.ts';
import { errorOf, messages, square, svg } from './inputs.ts';

vi.setConfig({ testTimeout: 120_000 });

const picture = svg(`<path d="${square}"/>`);
const repeat = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

function source(csv: string, files: Iterable<readonly [string, string]> = []) {
  return memorySource([['filelist.csv', csv], ['b1.svg', picture], ...files], 'test');
}
const read = (csv: string, files?: Iterable<readonly [string, string]>) => within(2, () => load(source(csv, files)));
const refused = (csv: string, rigFiles: readonly string[] = []) =>
  within(2, () => errorOf(load(source(csv), { rigFiles })));

describe('file lists', () => {
  test('with a row of more frames than any rig may have: the row is left out', async () => {
    const loaded = await read(
      'BASE,1,base,b\nSMRT,1000000000,move,b\nSMRT,99999999999999999999999,move,b\nSMRT,1,ok,b',
    );
    const message = (line: number, found: string) =>
      `filelist.csv:${line}: the number of frames is not valid; the row is left out; expected a whole number from 1 to 100000; found "${found}"`;
    expect(messages(loaded)).toEqual([message(2, '1000000000'), message(3, '99999999999999999999999')]);
    expect(loaded.rig.actions.map(({ name }) => name)).toEqual(['base', 'ok']);
  });

  test('with more frames in all than any rig may have are refused before anything is read', async () => {
    const hint = '(raise limits.files if the input is trusted)';
    expect(await refused('BASE,1,base,b\nSMRT,60000,one,b\nSMRT,60000,two,b')).toBe(
      `AyatoriError: filelist.csv: more frames than allowed; expected at most 100000; found 120001 ${hint}`,
    );
    expect(await refused(`BASE,1,base,b\n${'SMRT,1,a,b\n'.repeat(2e5)}`)).toBe(
      `AyatoriError: filelist.csv: more frames than allowed; expected at most 100000; found 200001 ${hint}`,
    );
  });

  test('with many frames that are not there hold the rest pose', async () => {
    const loaded = await read('BASE,1,base,b\nSMRT,90000,move,b');
    expect(loaded.rig.actions[1]).toMatchObject({ frames: 90_000, morphs: [] });
    expect(messages(loaded).slice(-2)).toEqual([
      'action move, frame 101: there is no file for this frame; the frame before is held',
      '89899 more problems of this kind',
    ]);
  });

  test('with very many actions of one folder look at its files once', async () => {
    const frames = Array.from({ length: 5000 }, (_, i) => [`b${i + 2}.svg`, picture] as const);
    const loaded = await read(`BASE,1,base,b\n${repeat(5000, (i) => `SMRT,1,a${i},b\n`)}`, frames);
    expect(loaded.rig.actions.length).toBe(5001);
  });

  test('with very many actions of one name tell so in bounded time', async () => {
    const loaded = await read(`BASE,1,base,b\n${'SMRT,1,a,b\n'.repeat(5000)}`);
    expect(messages(loaded)[0]).toBe(
      'filelist.csv:3, action a: there is an action of this name already; only the first can be reached by name',
    );
  });

  test('with a prefix of very many folders: the row is left out', async () => {
    expect(messages(await read(`BASE,1,base,b\nSMRT,1,a,${'a/'.repeat(1e6)}x`))).toEqual([
      `filelist.csv:2: the prefix has too many folders; the row is left out; expected at most 64; found "${'a/'.repeat(25)}…"`,
    ]);
  });

  test('beyond their size are refused', async () => {
    expect(await refused(`BASE,1,base,b\n${'#'.repeat(9e6)}`)).toMatch(
      /^AyatoriError: filelist.csv: more bytes in a list or rig file than allowed; expected at most 8388608; found \d+/,
    );
  });
});

describe('rig files', () => {
  const list = 'BASE,1,base,b';

  test('beyond their size are refused', async () => {
    expect(await refused(list, [`{${' '.repeat(9e6)}}`])).toMatch(/^AyatoriError: rig file 1: more bytes in a list/);
  });

  test.each([
    ['open brackets', `{"bones":${'['.repeat(1e6)}`],
    ['an open string', `{"a":"${'x'.repeat(8e6)}`],
    ['an open string of escapes', `{"a":"${'\\n'.repeat(3e6)}`],
    ['closed brackets', `{"bones":${'['.repeat(1e6)}${']'.repeat(1e6)}}`],
    ['many bones that are not there', `{"bones":{${repeat(1e5, (i) => `"bone number ${i}":{},`)}"x":{}}}`],
  ])('of %s end soon', async (_, text) => {
    const { report } = await within(2, () => load(source(list), { rigFiles: [text] }));
    expect(report.problems.length).toBeGreaterThan(0);
  });
});

describe('folders', () => {
  test('with a number beyond all frames are refused', async () => {
    const files = memorySource(
      [
        ['f999999999.svg', picture],
        ['f1.svg', picture],
      ],
      'test',
    );
    expect(await within(2, () => errorOf(load(files)))).toMatch(/^AyatoriError: test: more frames than allowed/);
  });

  test('with names that no file system has: those are left out', async () => {
    const files = [
      `${'_'.repeat(6e4)}x1.svg`,
      `${'a_'.repeat(3e4)}1.svg`,
      `${'1'.repeat(6e4)}.svg`,
      `${'d/'.repeat(3e4)}e_1.svg`,
      'walk_1.svg',
      'walk_2.svg',
    ];
    const { rig } = await within(2, () =>
      load(
        memorySource(
          files.map((name) => [name, picture]),
          'test',
        ),
      ),
    );
    expect(rig.actions.map(({ name, frames }) => [name, frames])).toEqual([['walk', 2]]);
  });

  test('whose names begin alike are actions without it, however long it is', async () => {
    const files = Array.from(
      { length: 300 },
      (_, i) => [`${'a_'.repeat(400)}${['run', 'base'][i] ?? i}_1.svg`, picture] as const,
    );
    const { rig } = await within(2, () => load(memorySource(files, 'test')));
    expect(rig.actions.map(({ name }) => name)).toEqual(expect.arrayContaining(['run', 'base', '2', '299']));
  });
});

describe('sources', () => {
  test('that do not give bytes are refused', async () => {
    const wrong = { name: 'odd', read: async () => 'text' as unknown as Uint8Array };
    expect(await errorOf(load('a.svg', { source: wrong }))).toBe(
      'AyatoriError: a.svg: the source does not give bytes; expected a Uint8Array',
    );
  });
});
