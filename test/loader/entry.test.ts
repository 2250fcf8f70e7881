import { describe, expect, test } from 'vitest';
import { findEntry, load, memorySource, type Source } from '../../src/loader/index.ts';
import { zip } from './archives.ts';
import { errorOf, messages, svg } from './inputs.ts';

const frame = (x: number) => svg(`<g id="a"><path d="M ${x} 0 C ${x} 1 ${x} 2 ${x} 3"/></g>`);
const source = (...paths: string[]) => memorySource(paths.map((path) => [path, '']));
const find = async (...paths: string[]) => {
  const found = await findEntry(source(...paths));
  return found && [found.kind, found.path];
};

describe('findEntry', () => {
  test.each([
    ['a list at the top', ['filelist.csv', 'a/1.svg', 'x.csv'], ['list', 'filelist.csv']],
    ['a list in any folder', ['x.svg', 'a/b/FileList.CSV', 'a/notes.csv'], ['list', 'a/b/FileList.CSV']],
    ['the list nearest to the top', ['b/filelist.csv', 'a/x/filelist.csv'], ['list', 'b/filelist.csv']],
    ['another table where it is alone', ['a/hero.csv', 'a/1.svg', 'a/b/c.csv'], ['list', 'a/hero.csv']],
    ['one picture', ['a/hat.svg', 'notes.txt'], ['picture', 'a/hat.svg']],
    ['one picture with a number', ['hat_1.svg', 'notes.txt'], ['picture', 'hat_1.svg']],
    ['frames', ['f1.svg', 'f2.svg'], ['frames', '']],
    ['folders of frames', ['walk/1.svg', 'run/1.svg'], ['frames', '']],
    ['folders of frames in a folder', ['a/b/walk/1.svg', 'a/b/run/1.svg', 'a/b/c/d/1.svg'], ['frames', 'a/b']],
    ['one folder of frames', ['a/b/1.svg', 'a/b/2.svg', 'a/notes.txt'], ['frames', 'a/b']],
    ['frames in a folder and in those in it', ['a/1.svg', 'a/walk/1.svg'], ['frames', 'a']],
    ['an archive', ['hero.zip', 'bones.json'], ['archive', 'hero.zip']],
    ['no archive beside pictures', ['hero.zip', 'f1.svg', 'f2.svg'], ['frames', '']],
    ['no litter', ['._filelist.csv', '__MACOSX/filelist.csv', 'a/._f_1.svg', 'a/hat.svg'], ['picture', 'a/hat.svg']],
  ])('finds %s', async (_, paths, expected) => {
    expect(await find(...paths)).toEqual(expected);
  });

  test.each([
    ['nothing', []],
    ['several tables', ['a.csv', 'b.csv']],
    ['several pictures without a number', ['a.svg', 'b.svg']],
    ['several archives', ['a.zip', 'b.zip']],
    ['other files', ['a.png', 'b/c.txt']],
  ])('does not choose among %s', async (_, paths) => {
    expect(await find(...paths)).toBeUndefined();
  });

  test('gives rig files beside it in their order, and what else there is', async () => {
    const paths = ['b/z.json', 'b/bones.json', 'b/a.json', 'b/c/d.json', 'e.json'];
    expect(await findEntry(source('b/filelist.csv', 'a10/filelist.csv', 'c/filelist.csv', ...paths))).toEqual({
      kind: 'list',
      path: 'a10/filelist.csv',
      rigFiles: [],
      others: ['b/filelist.csv', 'c/filelist.csv'],
    });
    expect(await findEntry(source('b/filelist.csv', ...paths))).toEqual({
      kind: 'list',
      path: 'b/filelist.csv',
      rigFiles: ['b/bones.json', 'b/a.json', 'b/z.json'],
      others: [],
    });
    expect(await findEntry(source('a/walk/1.svg', 'b/walk/1.svg', 'a/walk/2.svg', 'a/x.json'))).toEqual({
      kind: 'frames',
      path: 'a',
      rigFiles: ['a/x.json'],
      others: ['b'],
    });
  });

  test('takes a source that cannot list to have a list', async () => {
    const fetched: Source = { name: 'x', read: async () => undefined };
    expect(await findEntry(fetched)).toEqual({ kind: 'list', path: 'filelist.csv', rigFiles: [], others: [] });
  });

  test('is bounded, can be stopped, and types what a source throws', async () => {
    const many = source(...Array.from({ length: 60 }, (_, i) => `${i % 2}/${i}.txt`));
    expect(await errorOf(findEntry(many, { limits: { files: 50 } }))).toBe(
      'AyatoriError: more files in the folders than allowed; expected at most 50 (raise limits.files if the input is trusted)',
    );
    const endless: Source = {
      name: 'x',
      read: async () => undefined,
      list: async () => [{ name: 'a', isFolder: true }],
    };
    expect(await findEntry(endless)).toBeUndefined();
    expect(await errorOf(findEntry(many, { signal: AbortSignal.abort() }))).toBe('AyatoriError: the load was aborted');
    const broken: Source = { name: 'x', read: async () => undefined, list: () => Promise.reject(new Error('on fire')) };
    expect(await errorOf(findEntry(broken))).toBe('AyatoriError: x: the file could not be read; found on fire');
  });
});

describe('a load of what was found', () => {
  test('names the rig after the folder of the frames', async () => {
    const files = { 'x/hero/walk/1.svg': frame(0), 'x/hero/walk/2.svg': frame(1), 'x/hero/run/1.svg': frame(2) };
    const all = memorySource(Object.entries(files));
    for (const { rig } of [await load(all), await load('x/hero', { source: all })]) {
      expect([rig.name, rig.actions.map(({ name }) => name)]).toEqual(['hero', ['run', 'walk']]);
    }
  });

  test('says that there is more', async () => {
    const list = 'BASE,1,base,f';
    const loaded = await load(
      memorySource([
        ['b/filelist.csv', list],
        ['b/f1.svg', frame(0)],
        ['a/filelist.csv', list],
        ['a/f1.svg', frame(0)],
      ]),
    );
    expect(messages(loaded)).toEqual([
      'a/filelist.csv: there is more than one character; this one is loaded; found b/filelist.csv (open the folder of another one alone to load that)',
    ]);
    expect(loaded.rig.name).toBe('a');
  });

  test('reads Blobs when they are asked for', async () => {
    const { rig } = await load(
      memorySource([
        ['f1.svg', new Blob([frame(0)])],
        ['f2.svg', new Blob([frame(1)])],
      ]),
    );
    expect(rig.actions[0].morphs).toHaveLength(1);
    const large = memorySource([['f1.svg', new Blob([frame(0)])]]);
    expect(await errorOf(load(large, { limits: { fileBytes: 10 } }))).toMatch(/too large; expected at most 10 bytes/);
    const gone = new Blob([frame(0)]);
    const changed = new DOMException('The file has changed.', 'NotReadableError');
    gone.stream = () => new ReadableStream({ pull: () => Promise.reject(changed) });
    expect(await errorOf(load(memorySource([['f1.svg', gone]])))).toBe(
      'AyatoriError: f1.svg: the file could not be read; found The file has changed.',
    );
  });
});

describe('rig files beside it', () => {
  const picture = svg('<g id="bone_a"><path d="M 0 0 C 1 0 2 0 3 0"/></g>');
  const strength = (value: number) => `{"bones":{"bone_a":{"strength":${value}}}}`;
  const used = (file: string) => `${file}: this rig file was found beside the character and is used`;

  test('are taken only when asked for', async () => {
    const all = memorySource([
      ['a.svg', picture],
      ['bones.json', strength(1)],
    ]);
    const plain = await load(all);
    expect([plain.rig.bones[0].strength, plain.report.problems]).toEqual([undefined, []]);
    for (const input of ['', 'a.svg']) {
      const loaded = await load(input, { source: all, rigFiles: 'beside' });
      expect([loaded.rig.bones[0].strength, messages(loaded)]).toEqual([1, [used('bones.json')]]);
    }
  });

  test('override each other in their order; other JSON is left out, faulty JSON is told', async () => {
    const loaded = await load(
      memorySource([
        ['a.svg', picture],
        ['z.json', '{"flexi":{}}'],
        ['b.json', strength(2)],
        ['bones.json', strength(1)],
        ['package.json', '{"name":"x"}'],
        ['c.json', '{"bones":'],
      ]),
      { rigFiles: 'beside' },
    );
    expect(loaded.rig.bones[0].strength).toBe(2);
    expect(messages(loaded)).toEqual([
      used('bones.json'),
      used('b.json'),
      'c.json:1:10: not valid JSON; expected a value; found the end of the file (the file is left out)',
      'package.json: this JSON file beside the character is no rig file and is left out',
      used('z.json'),
    ]);
  });

  test('in an archive come before those beside the archive', async () => {
    const archive = zip({ 'hero/a.svg': picture, 'hero/z.json': strength(1) });
    const loaded = await load(
      memorySource([
        ['hero.zip', archive],
        ['bones.json', strength(2)],
      ]),
      { rigFiles: 'beside' },
    );
    expect(loaded.rig.bones[0].strength).toBe(2);
    expect(messages(loaded)).toEqual([used('hero/z.json'), used('bones.json')]);
  });
});
