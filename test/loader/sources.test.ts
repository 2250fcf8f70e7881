import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchSource, load, memorySource, type Source } from '../../src/loader/index.ts';
import { load as loadFromDisk } from '../../src/loader/node.ts';
import { zip } from './archives.ts';
import { errorOf, messages, svg } from './inputs.ts';

const line = (x: number) => svg(`<path d="M ${x} 0 C ${x} 1 ${x} 2 ${x} 3"/>`);
const bone = svg('<g id="bone_a"><path d="M 0 0 C 1 0 2 0 3 0"/></g>');

/** A server: address → body. Keeps what it was asked for. */
function server(files: Record<string, string | (() => Response)>) {
  const asked: string[] = [];
  const headers: string[] = [];
  const answer = async (address: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const name = decodeURIComponent(String(address));
    asked.push(name);
    headers.push(new Headers(init?.headers).get('accept') ?? '');
    const file = files[name];
    if (typeof file === 'function') return file();
    return file === undefined ? new Response('no', { status: 404 }) : new Response(file);
  };
  return { asked, headers, fetch: answer as typeof fetch };
}

describe('fetch', () => {
  test('finds files by trying: leading folders, digits, normal forms', async () => {
    const { fetch, asked } = server({
      'x/filelist.csv': 'BASE,1,base,./res/ガ/b_\nSMRT,3,move,./res/ガ/m_\n',
      'x/カ\u3099/b_001.svg': line(0),
      'x/カ\u3099/m_002.svg': line(2),
      'x/カ\u3099/m_003.svg': line(3),
    });
    const loaded = await load(fetchSource('x', { fetch }));
    expect(messages(loaded)).toEqual([
      'カ\u3099/m_001.svg, action move, frame 1: there is no file for this frame; the frame before is held',
    ]);
    expect(Array.from(loaded.rig.actions[1].morphs[0].frames)).toEqual([2, 3]);
    // Nothing is asked for twice, but for what was not there.
    const found = asked.filter(
      (name) => /filelist|b_001|m_00[23]/.test(name) && !name.includes('res') && name.includes('カ\u3099'),
    );
    expect(found.toSorted()).toEqual(['x/カ\u3099/b_001.svg', 'x/カ\u3099/m_002.svg', 'x/カ\u3099/m_003.svg']);
  });

  test('asks for what loaders read, and takes a page for a missing file', async () => {
    const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    const { fetch, headers } = server({
      'x/filelist.csv': 'BASE,1,base,a/b_',
      'x/a/b_00001.svg': page,
      'x/b_00001.svg': line(0),
    });
    const { rig } = await load(fetchSource('x/', { fetch }));
    expect(rig.name).toBe('x');
    expect(headers[0]).toMatch(/^image\/svg\+xml, /);
  });

  test('escapes names', async () => {
    const asked: string[] = [];
    const source = fetchSource('https://h/x', {
      fetch: (async (address: string) => {
        asked.push(address);
        return new Response(line(0));
      }) as unknown as typeof fetch,
    });
    await load('a b/#1?.svg', { source });
    expect(asked).toEqual(['https://h/x/a%20b/%231%3F.svg']);
  });

  test('a faulty frame is held; a faulty rest pose is an error', async () => {
    const down = () => new Response('', { status: 503 });
    const broken = () => {
      throw new TypeError('network down');
    };
    const { fetch } = server({
      'x/filelist.csv': 'BASE,1,base,b\nSMRT,3,move,m',
      'x/b00001.svg': line(0),
      'x/m00001.svg': line(1),
      'x/m00002.svg': down,
      'x/m00003.svg': broken,
    });
    expect(messages(await load(fetchSource('x', { fetch })))).toEqual([
      'x/m00002.svg, action move, frame 2: the server refused the request; found status 503 (the frame before is held)',
      'x/m00003.svg, action move, frame 3: the request failed; found network down (the frame before is held)',
    ]);
    const bad = server({ 'x/filelist.csv': down });
    expect(await errorOf(load(fetchSource('x', { fetch: bad.fetch })))).toBe(
      'AyatoriError: x/filelist.csv: the server refused the request; found status 503',
    );
  });

  test('stops at too many bytes, announced or not', async () => {
    const stream = () => {
      let sent = 0;
      return new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new Uint8Array(1000));
            sent += 1000;
            if (sent > 1e6) controller.error(new Error('read on'));
          },
        }),
      );
    };
    const announced = () => new Response('x', { headers: { 'content-length': '123456' } });
    const { fetch } = server({ 'x/a.svg': stream, 'x/b.svg': announced });
    const source = fetchSource('x', { fetch });
    const limits = { fileBytes: 5000 };
    const hint = '(raise limits.fileBytes if the input is trusted)';
    expect(await errorOf(load('a.svg', { source, limits }))).toBe(
      `AyatoriError: x/a.svg: the file is too large; expected at most 5000 bytes; found 6000 bytes ${hint}`,
    );
    expect(await errorOf(load('b.svg', { source, limits }))).toBe(
      `AyatoriError: x/b.svg: the file is too large; expected at most 5000 bytes; found 123456 bytes ${hint}`,
    );
  });

  test('bodies come in a room that is used again and again, and none gets into another', async () => {
    const content = (file: number) => Uint8Array.from({ length: 150_000 }, (_, i) => 1 + ((file * 31 + i) % 250));
    let fresh = 0;
    let used = 0;
    /** Sends pieces of 40,000 bytes, some of them late. */
    const stream = (file: number, type: 'bytes' | undefined, fails: boolean) => {
      const bytes = content(file);
      let sent = 0;
      const source = {
        type,
        async pull(controller: ReadableByteStreamController & ReadableStreamDefaultController) {
          if (sent % 80_000 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
          if (fails && sent > 0) return controller.error(new Error('broken'));
          const piece = bytes.slice(sent, sent + 40_000);
          sent += piece.length;
          if (type === undefined) {
            if (piece.length === 0) return controller.close();
            return controller.enqueue(piece);
          }
          const request = controller.byobRequest as ReadableStreamBYOBRequest;
          const view = request.view as Uint8Array;
          if (piece.length === 0) controller.close();
          else if (view[0] === 0) fresh++;
          else used++;
          new Uint8Array(view.buffer, view.byteOffset).set(piece);
          request.respond(piece.length);
        },
      };
      return new Response(new ReadableStream(source as UnderlyingByteSource));
    };
    // Each third is no stream of bytes, as in older browsers; some break off.
    const source = fetchSource('x', {
      fetch: (async (name: string) => {
        const file = Number(name.slice(2));
        return stream(file, file % 3 === 0 ? undefined : 'bytes', file % 7 === 3);
      }) as typeof fetch,
    });
    const read = (file: number) => source.read(`${file}`, { maxBytes: 1e6 });
    const whole = async (file: number) => {
      const bytes = await read(file).catch(() => undefined);
      expect(bytes && Buffer.compare(bytes, content(file))).toBe(file % 7 === 3 ? undefined : 0);
    };
    for (let file = 0; file < 12; file += 4) await Promise.all([0, 1, 2, 3].map((one) => whole(file + one)));
    for (let file = 12; file < 30; file++) await whole(file);
    expect(used).toBeGreaterThan(4 * fresh);
    expect(await source.read('1', { maxBytes: 1000 }).catch((error: Error) => error.message)).toMatch(/too large/);
    await whole(2);
  });

  test('a zip archive', async () => {
    const archive = zip({ 'filelist.csv': 'BASE,1,base,f', 'f1.svg': line(0) });
    const { fetch, asked } = server({ 'https://h/x/hero.zip': () => new Response(new Uint8Array(archive)) });
    const { rig } = await load('hero.zip', { source: fetchSource('https://h/x', { fetch }) });
    expect([rig.name, asked]).toEqual(['hero', ['https://h/x/hero.zip']]);
  });

  test('gives the request the signal', async () => {
    const controller = new AbortController();
    const source = fetchSource('x', {
      fetch: ((_: string, init: RequestInit) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
          controller.abort();
        })) as typeof fetch,
    });
    expect(await errorOf(load('a.svg', { source, signal: controller.signal }))).toBe(
      'AyatoriError: the load was aborted',
    );
  });

  test('reads a few files ahead and no more', async () => {
    let open = 0;
    let most = 0;
    const inner = memorySource([
      ['filelist.csv', 'BASE,1,base,b\nSMRT,40,move,m'],
      ['b00001.svg', line(0)],
      ...Array.from({ length: 40 }, (_, i) => [`m${String(i + 1).padStart(5, '0')}.svg`, line(i)] as const),
    ]);
    const source: Source = {
      name: 'slow',
      async read(name, options) {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 1));
        open--;
        return inner.read(name, options);
      },
    };
    await load(source);
    expect(most).toBe(6);
  });
});

describe('a source of someone else', () => {
  test('that throws whatever is given a typed error', async () => {
    const source: Source = {
      name: 'odd',
      read: () => Promise.reject(new Error('disk on fire')),
    };
    expect(await errorOf(load('a.svg', { source }))).toBe(
      'AyatoriError: a.svg: the file could not be read; found disk on fire',
    );
  });
});

describe('disk', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ayatori-'));
    await mkdir(path.join(folder, 'hero', 'walk'), { recursive: true });
    await writeFile(path.join(folder, 'hero', 'filelist.csv'), 'BASE,1,base,./res/walk/w_\nSMRT,2,move,./res/walk/w_');
    await writeFile(path.join(folder, 'hero', 'walk', 'w_1.svg'), bone);
    await writeFile(path.join(folder, 'hero', 'walk', 'w_2.svg'), bone);
    await writeFile(path.join(folder, 'bones.json'), '{"bones":{"bone_a":{"strength":2}}}');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('a file, a folder, a file address; rig files have paths of their own', async () => {
    const rigFiles = [path.join(folder, 'bones.json')];
    const hero = path.join(folder, 'hero');
    for (const input of [path.join(hero, 'filelist.csv'), hero, pathToFileURL(path.join(hero, 'filelist.csv')).href]) {
      const { rig, report } = await loadFromDisk(input, { rigFiles });
      expect([rig.name, rig.actions.length, rig.bones[0].strength, report.files]).toEqual(['hero', 2, 2, 5]);
    }
    expect((await loadFromDisk(path.join(hero, 'walk'))).rig.actions.map(({ name }) => name)).toEqual(['w']);
    expect((await loadFromDisk(path.join(hero, 'walk', 'w_1.svg'))).rig.name).toBe('w_1');
  });

  test('a zip archive', async () => {
    const archive = path.join(folder, 'Hero.zip');
    await writeFile(archive, zip({ 'x/f1.svg': bone, 'x/f2.svg': bone, 'x/bones.json': '{"bones":{}}' }));
    const { rig, report } = await loadFromDisk(archive, { rigFiles: 'beside' });
    expect([rig.name, rig.bones.length, report.problems.map(({ file }) => file)]).toEqual([
      'x',
      1,
      ['x/bones.json', 'bones.json'],
    ]);
  });

  test('a file that is not there, or is too large', async () => {
    for (const name of ['no.svg', 'no/such/folder', 'hero/walk/../no.csv']) {
      const asked = `${folder}/${name}`;
      const message = await errorOf(loadFromDisk(asked));
      expect(message.startsWith(`AyatoriError: ${asked}: there is no such file; expected a filelist.csv`)).toBe(true);
    }
    const limits = { fileBytes: 10 };
    const large = path.join(folder, 'hero', 'walk', 'w_1.svg');
    expect(await errorOf(loadFromDisk(large, { limits }))).toMatch(
      new RegExp(`^AyatoriError: ${large}: the file is too large; expected at most 10 bytes; found \\d+ bytes`),
    );
    expect(await errorOf(loadFromDisk(path.join(folder, 'bones.json')))).toContain(
      `${path.join(folder, 'bones.json')}: this cannot be loaded`,
    );
  });

  test('a list cannot lead out of its folder', async () => {
    await writeFile(path.join(folder, 'hero', 'out.csv'), 'BASE,1,base,../../walk/w_\nSMRT,1,secret,../bones');
    const { rig, report } = await loadFromDisk(path.join(folder, 'hero', 'out.csv'));
    expect(rig.bones.length).toBe(1);
    expect(report.problems.map(({ code }) => code)).toEqual(['action-empty']);
  });
});
