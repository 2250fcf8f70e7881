import { Zip, ZipDeflate } from 'fflate';
import { describe, expect, test } from 'vitest';
import { load, memorySource, zipSource } from '../../src/loader/index.ts';
import { seeded } from '../support/random.ts';
import { endOf, entriesOf, type Header, localsOf, renameRaw, zip } from './archives.ts';
import { errorOf, messages, square, svg } from './inputs.ts';

const frame = (x: number) => svg(`<g id="a"><path d="M ${x} 0 C ${x} 1 ${x} 2 ${x} 3"/></g>`);
const hero = {
  'filelist.csv': 'BASE,1,base,./base/b_\nSMRT,2,walk,./walk/w_\n',
  'base/b_00001.svg': frame(0),
  'walk/w_00001.svg': frame(1),
  'walk/w_00002.svg': frame(2),
};

const open = (archive: Uint8Array, options = {}) =>
  load('hero.zip', { ...options, source: memorySource([['hero.zip', archive]]) });
const read = async (archive: Uint8Array, path: string) => {
  const bytes = await (await zipSource(archive, { name: 'x.zip' })).read(path, { maxBytes: 1e9 });
  return bytes && new TextDecoder().decode(bytes);
};
const namesIn = async (archive: Uint8Array) =>
  ((await (await zipSource(archive)).list?.('')) ?? []).map(({ name }) => name);

describe('an archive', () => {
  test.each([0, 6] as const)('is the character that is in it (level %i)', async (level) => {
    const loaded = await open(zip(hero, level));
    const { rig } = await load(memorySource(Object.entries(hero), 'hero'));
    expect(rig.actions[1].morphs).toHaveLength(1);
    expect(loaded.rig).toEqual(rig);
    expect(loaded.report.problems).toEqual([]);
    expect(loaded.report.files).toBe(5);
  });

  test('may have all in a folder, litter of macOS beside it, and entries for folders', async () => {
    const files: Record<string, string> = { 'Ito/': '', 'Ito/.DS_Store': 'x', '__MACOSX/Ito/._filelist.csv': 'x' };
    for (const [name, content] of Object.entries(hero)) files[`Ito/${name}`] = content;
    files['Ito/walk/._w_00001.svg'] = 'AppleDouble';
    const { rig, report } = await open(zip(files));
    expect([rig.name, rig.actions.map(({ name }) => name)]).toEqual(['Ito', ['base', 'walk']]);
    expect(report.problems).toEqual([]);
  });

  test('may be written in one go, with sizes after the files', async () => {
    const chunks: Uint8Array[] = [];
    const writer = new Zip((error, chunk) => {
      if (error) throw error;
      chunks.push(chunk);
    });
    for (const [name, content] of Object.entries(hero)) {
      const file = new ZipDeflate(name);
      writer.add(file);
      file.push(new TextEncoder().encode(content), true);
    }
    writer.end();
    const archive = new Uint8Array(Buffer.concat(chunks));
    expect(localsOf(archive)[0].get32(22)).toBe(0);
    expect((await open(archive)).rig.actions[1].morphs).toHaveLength(1);
  });

  test('may have a comment, even one that looks like the end of an archive', async () => {
    const archive = zip(hero);
    const end = endOf(archive);
    const fake = archive.slice(end.at, end.at + 22);
    fake.set([1, 0, 1, 0], 8);
    end.set16(20, 30);
    const comment = new Uint8Array(30);
    comment.set(fake, 2);
    expect((await open(new Uint8Array([...archive, ...comment]))).rig.actions).toHaveLength(2);
  });

  test('is empty, holds nothing of use, or holds another archive', async () => {
    const expected =
      'expected a filelist.csv, a folder of numbered SVG frames or of such folders, an .svg file, a path_data.bin, a text skeleton (.skel.txt), a Moho project, or a .zip archive of one of these';
    expect(await errorOf(open(zip({})))).toBe(
      `AyatoriError: hero: this cannot be loaded; ${expected}; found an empty folder`,
    );
    expect(await errorOf(open(zip({ 'readme.txt': '', 'preview.jpg': '' })))).toBe(
      `AyatoriError: hero: this cannot be loaded; ${expected}; found readme.txt, preview.jpg`,
    );
    expect(await errorOf(open(zip({ 'inner.zip': zip(hero) })))).toBe(
      `AyatoriError: inner.zip: this cannot be loaded; ${expected}; found a zip archive`,
    );
  });

  test('is unpacked no further once the load is aborted', async () => {
    const noise = Array.from({ length: 60_000 }, (_, i) => ` ${Math.imul(i, 2654435761) >>> 8}`).join('');
    const controller = new AbortController();
    const source = await zipSource(zip({ 'a.svg': svg(`<!--${noise}-->`) }));
    const loading = load(source, { signal: controller.signal });
    setTimeout(() => controller.abort(), 1);
    expect(await errorOf(loading)).toBe('AyatoriError: the load was aborted');
  });
});

describe('names', () => {
  const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

  test('marked as UTF-8', async () => {
    expect(await namesIn(zip({ 'é.svg': '', '歩き.svg': '' }))).toEqual(['é.svg', '歩き.svg']);
  });

  test('in UTF-8 without a mark', async () => {
    const archive = zip({ 'xxxxxx.svg': '' });
    renameRaw(archive, 'xxxxxx.svg', bytesOf('歩き.svg'));
    expect(await namesIn(archive)).toEqual(['歩き.svg']);
  });

  test('in Shift JIS, as Windows in Japan writes them; one may look like UTF-8', async () => {
    const archive = zip({ 'xxxx.svg': '1', 'xx.svg': '2', 'yy.svg': '3' });
    renameRaw(archive, 'xxxx.svg', [0x95, 0xe0, 0x82, 0xab, ...bytesOf('.svg')]);
    // Its second byte is a backslash in ASCII.
    renameRaw(archive, 'xx.svg', [0x83, 0x5c, ...bytesOf('.svg')]);
    // Valid UTF-8 of "±" as well.
    renameRaw(archive, 'yy.svg', [0xc2, 0xb1, ...bytesOf('.svg')]);
    expect(await namesIn(archive)).toEqual(['歩き.svg', 'ソ.svg', 'ﾂｱ.svg']);
    expect(await read(archive, '歩き.svg')).toBe('1');
  });

  test('marked ones are UTF-8 beside others that are not', async () => {
    const archive = zip({ '歩き.svg': '', 'xx.svg': '' });
    renameRaw(archive, 'xx.svg', [0x83, 0x5c, ...bytesOf('.svg')]);
    expect(await namesIn(archive)).toEqual(['歩き.svg', 'ソ.svg']);
  });

  test('in neither', async () => {
    const archive = zip({ 'x_1.svg': '' });
    renameRaw(archive, 'x_1.svg', [0xfc, ...bytesOf('_1.svg')]);
    expect(await namesIn(archive)).toEqual(['ü_1.svg']);
  });

  test('in the list and in the archive may have another normal form', async () => {
    const { rig } = await open(
      zip({ 'filelist.csv': 'BASE,1,base,./\u30ac/b_', '\u30ab\u3099/b_00001.svg': frame(0) }),
    );
    expect(rig.paths).toHaveLength(1);
  });

  test('with backslashes and from the root are paths', async () => {
    const archive = zip({ 'walk\\a.svg': 'a', '/b.svg': 'b', './c.svg': 'c' });
    expect(await namesIn(archive)).toEqual(['walk', 'b.svg', 'c.svg']);
    expect(await read(archive, 'walk/a.svg')).toBe('a');
  });

  test.each([
    ['../../etc/passwd.svg', '"../../etc/passwd.svg"'],
    ['a\\..\\..\\b.svg', '"a\\\\..\\\\..\\\\b.svg"'],
    ['a\0.svg', '"a\\u0000.svg"'],
    [`${'a/'.repeat(70)}b.svg`, `"${'a/'.repeat(50)}"`],
  ])('that are not safe are refused: %j', async (name, found) => {
    expect(await errorOf(zipSource(zip({ 'ok.svg': 'x', [name]: 'y' }), { name: 'x.zip' }))).toBe(
      `AyatoriError: x.zip: a file in the archive has a name that is not safe; expected names without "..", control characters and more than 64 folders; found ${found} (pack the files anew)`,
    );
  });
});

describe('files that cannot be unpacked', () => {
  const spoil = (index: number, change: (entry: Header) => void) => {
    const archive = zip(hero);
    change(entriesOf(archive)[index]);
    return archive;
  };

  test('are told one by one, and the rest loads', async () => {
    const archive = spoil(2, (entry) => entry.set16(8, 1));
    const loaded = await open(archive);
    expect(messages(loaded)).toEqual([
      'walk/w_00001.svg, action walk, frame 1: the file is encrypted (pack the files without a password)',
    ]);
    expect(Array.from(loaded.rig.actions[1].morphs[0].frames)).toEqual([2]);
  });

  test.each([
    ['a password', (entry: Header) => entry.set16(8, 1), 'the file is encrypted (pack the files without a password)'],
    [
      'a password (AES)',
      (entry: Header) => entry.set16(10, 99),
      'the file is encrypted (pack the files without a password)',
    ],
    [
      'a known method',
      (entry: Header) => entry.set16(10, 14),
      'the file is packed in a way that is not supported; expected stored (0) or Deflate (8); found LZMA (14) (pack the files as a plain zip)',
    ],
    [
      'an unknown method',
      (entry: Header) => entry.set16(10, 77),
      'the file is packed in a way that is not supported; expected stored (0) or Deflate (8); found method 77 (pack the files as a plain zip)',
    ],
    [
      'another checksum',
      (entry: Header) => entry.set32(16, 1),
      'the archive is damaged: the checksum of the file does not fit (download or pack it again)',
    ],
    [
      'a size that is too small',
      (entry: Header) => entry.set32(24, 9),
      'the archive is damaged: the file is larger than its 9 bytes (download or pack it again)',
    ],
    [
      'a size that is too large',
      (entry: Header) => entry.set32(24, 999),
      `the archive is damaged: the file breaks off after ${hero['filelist.csv'].length} of 999 bytes (download or pack it again)`,
    ],
    [
      'too few packed bytes',
      (entry: Header) => entry.set32(20, 9),
      'the archive is damaged: the file cannot be unpacked (download or pack it again)',
    ],
    [
      'packed bytes beyond the archive',
      (entry: Header) => entry.set32(20, 9999),
      'the archive is damaged: the file breaks off (download or pack it again)',
    ],
    [
      'another place',
      (entry: Header) => entry.set32(42, 5),
      'the archive is damaged: the file is not where the directory says (download or pack it again)',
    ],
  ])('%s', async (_, change, message) => {
    expect(await errorOf(open(spoil(0, change)))).toBe(`AyatoriError: filelist.csv: ${message}`);
  });

  test('a damaged stream', async () => {
    const archive = zip({ 'a.svg': svg(square.repeat(50)) });
    const [{ at }] = localsOf(archive);
    archive.fill(0xff, at + 40, at + 60);
    expect(await errorOf(open(archive))).toBe(
      'AyatoriError: a.svg: the archive is damaged: the file cannot be unpacked (download or pack it again)',
    );
  });
});

describe('an archive that is damaged or unsupported', () => {
  test('at any length', async () => {
    const archive = zip(hero);
    const errors = new Set<string>();
    for (let length = 4; length < archive.length; length += 7)
      errors.add(await errorOf(open(archive.slice(0, length))));
    expect([...errors]).toEqual([
      'AyatoriError: hero.zip: the archive is damaged: it has no directory at its end, so it was cut off or is no zip archive (download or pack it again)',
    ]);
  });

  test('in its directory', async () => {
    const far = zip(hero);
    endOf(far).set32(16, 1_000_000);
    expect(await errorOf(open(far))).toMatch(/^AyatoriError: hero.zip, byte \d+: .*its directory does not fit into it/);
    const many = zip(hero);
    endOf(many).set16(8, 9);
    endOf(many).set16(10, 9);
    expect(await errorOf(open(many))).toMatch(/its directory breaks off after 4 of 9 files/);
    const long = zip(hero);
    entriesOf(long)[3].set16(28, 60_000);
    expect(await errorOf(open(long))).toMatch(/its directory breaks off after 3 of 4 files/);
  });

  test('by its kind', async () => {
    const large = zip(hero);
    endOf(large).set16(10, 0xffff);
    expect(await errorOf(open(large))).toBe(
      'AyatoriError: hero.zip: this archive is too large for the plain zip format (it is a Zip64); expected at most 65534 files and 4 GiB (unpack it and open the folder)',
    );
    const part = zip(hero);
    endOf(part).set16(4, 1);
    expect(await errorOf(open(part))).toBe(
      'AyatoriError: hero.zip: this is one part of an archive that was split (join the parts, or unpack them and open the folder)',
    );
  });

  test('anywhere: nothing but an AyatoriError ever comes of it', async () => {
    const archive = zip(hero);
    const next = seeded(1);
    const random = (below: number) => Math.floor(next() * below);
    let errors = 0;
    for (let round = 0; round < 200; round++) {
      const spoilt = archive.slice();
      for (let i = random(3); i >= 0; i--) spoilt[4 + random(spoilt.length - 4)] = random(256);
      const result = await errorOf(open(spoilt));
      if (result === 'no error') continue;
      errors++;
      expect(result).toMatch(/^AyatoriError: /);
    }
    expect(errors).toBeGreaterThan(30);
  });
});

describe('a bomb', () => {
  const zeros = new Uint8Array(3 * 2 ** 20);
  const hint = (limit: string) => `(raise limits.${limit} if the input is trusted)`;

  test('of a single file', async () => {
    expect(await errorOf(open(zip({ 'a.svg': zeros })))).toMatch(
      /^AyatoriError: a.svg: more bytes from each byte of an archive than allowed; expected at most 200; found \d{3,4} \(raise limits.archiveRatio /,
    );
    expect(await errorOf(open(zip({ 'a.svg': zeros }), { limits: { archiveRatio: 2000 } }))).toMatch(/a.svg.*not/);
    expect(await errorOf(open(zip({ 'a.svg': zeros }), { limits: { fileBytes: 2 ** 20 } }))).toBe(
      `AyatoriError: a.svg: the file is too large; expected at most 1048576 bytes; found 3145728 bytes ${hint('fileBytes')}`,
    );
  });

  test('of many files', async () => {
    const frames: Record<string, string> = { 'filelist.csv': 'BASE,1,base,f\nSMRT,30,move,f' };
    for (let i = 1; i <= 30; i++) frames[`f${i}.svg`] = svg(`<!--${'x'.repeat(10_000)}-->`);
    expect(await errorOf(open(zip(frames), { limits: { archiveBytes: 100_000 } }))).toBe(
      `AyatoriError: hero.zip: more bytes unpacked from one archive than allowed; expected at most 100000; found 100808 ${hint('archiveBytes')}`,
    );
    expect(await errorOf(open(zip(frames), { limits: { files: 30 } }))).toBe(
      `AyatoriError: hero.zip: more files in an archive than allowed; expected at most 30; found 31 ${hint('files')}`,
    );
  });

  test('whose files are all the same bytes', async () => {
    const frames: Record<string, string> = { 'filelist.csv': 'BASE,1,base,f\nSMRT,30,move,f' };
    for (let i = 1; i <= 30; i++) frames[`f${i}.svg`] = i > 1 ? '' : svg(`<!--${'x'.repeat(10_000)}-->`);
    const archive = zip(frames);
    const [, first, ...others] = entriesOf(archive);
    for (const other of others) {
      other.set16(10, first.get16(10));
      for (const field of [16, 20, 24, 42]) other.set32(field, first.get32(field));
    }
    expect((await open(archive)).rig.actions[1].frames).toBe(30);
    expect(await errorOf(open(archive, { limits: { archiveBytes: 100_000 } }))).toContain('archiveBytes');
  });
});
