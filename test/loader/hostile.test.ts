import { describe, expect, test, vi } from 'vitest';
import { type LoadOptions, load, memorySource, type Source } from '../../src/loader/index.ts';
import { watchBlockedTime } from '../support/blocked-time.ts';
import { errorOf, loadFrames, loadPicture, messages, square, svg } from './inputs.ts';

// What a test allows itself is asserted; the runner's own limit only counts on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Loads, and holds the load to 2 s; on a busy machine only the time counts in which we were at work. */
async function within2s<T>(loading: Promise<T>): Promise<T> {
  const start = performance.now();
  const used = process.cpuUsage();
  const result = await loading;
  const { user, system } = process.cpuUsage(used);
  expect(Math.min(performance.now() - start, (user + system) / 1000)).toBeLessThan(2000);
  return result;
}

const refused = (text: string | Uint8Array, options?: LoadOptions) => within2s(errorOf(loadPicture(text, options)));
const doctype = (entities: string) =>
  `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd" [${entities}]>`;
const p = `<path d="${square}"/>`;

describe('entities', () => {
  test('with plain text are expanded, also in one another', async () => {
    const loaded = await loadPicture(
      `<?xml version="1.0"?>${doctype(`<!-- <!ENTITY c "red"> --><!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY c 'gr&#101;&e;n'><!ENTITY e "&#x65;">`)}<svg xmlns="&ns;" width="9" height="9"><g id="&amp;&lt;&quot;"/><path fill="&c;" d="${square}"/></svg>`,
    );
    expect(messages(loaded)).toEqual([]);
    expect(loaded.rig.paths[0].style.fill).toEqual([0, 128 / 255, 0, 1]);
    expect(loaded.rig.groups[1].id).toBe('&<"');
  });

  test('that grow without end are refused', async () => {
    const levels = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
    const bomb = `${doctype(`<!ENTITY e0 "lollollol">${levels}`)}<svg><g id="&e30;"/></svg>`;
    expect(await refused(bomb)).toBe(
      'AyatoriError: a.svg: more characters from entities than allowed; expected at most 1000000 (raise limits.entityCharacters if the input is trusted)',
    );
    const quadratic = `${doctype(`<!ENTITY e "${'x'.repeat(1e5)}">`)}<svg>${'<g id="&e;"/>'.repeat(1e4)}</svg>`;
    expect(await refused(quadratic)).toMatch(/more characters from entities/);
    const chain = Array.from({ length: 1e4 }, (_, i) => `<!ENTITY e${i} "&e${i + 1};">`).join('');
    expect(await refused(`${doctype(chain)}<svg id="&e0;"/>`)).toMatch(/more characters from entities/);
  });

  test('that contain themselves, are unknown or external are refused or left out; nothing is fetched', async () => {
    const ring = `${doctype('<!ENTITY a "&b;"><!ENTITY b "&a;">')}<svg id="&a;"/>`;
    expect(await refused(ring)).toBe('AyatoriError: a.svg: an entity contains itself; found &a; → &b; → &a;');
    expect(await refused('<svg id="&nbsp;"/>')).toBe(
      'AyatoriError: a.svg:1:15: not well-formed XML: undefined entity.',
    );
    expect(await refused(`${doctype('<!ENTITY a "&b;">')}<svg id="&a;"/>`)).toBe(
      'AyatoriError: a.svg: the entity "&b;" is not declared',
    );
    const asked: string[] = [];
    const text = `${doctype('<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://x/y.dtd"> %p;')}${svg(`<g id="a&a;"/>${p}<image href="http://x/y.png"/>`)}`;
    const inner = memorySource([['a.svg', text]]);
    const source: Source = {
      name: 'watched',
      read(path, options) {
        asked.push(path);
        return inner.read(path, options);
      },
    };
    const loaded = await load('a.svg', { source });
    expect(loaded.rig.groups[1].id).toBe('a');
    expect(messages(loaded)).toEqual([
      'a.svg: the external entity "&a;" was not read (put its text into the file)',
      'a.svg:1: <image> elements are not supported and are left out',
    ]);
    expect(asked).toEqual(['a.svg']);
  });
});

describe('nesting', () => {
  const nested = (depth: number) => '<g>'.repeat(depth) + p + '</g>'.repeat(depth);

  test('of 1,000 levels is read, of 100,000 is refused', async () => {
    expect((await within2s(loadPicture(svg(nested(998))))).rig.groups.length).toBe(999);
    expect(await refused(svg(nested(1e5)))).toBe(
      'AyatoriError: a.svg: more elements inside one another than allowed; expected at most 1000; found 1001 (raise limits.depth if the input is trusted)',
    );
    expect(await refused(svg(`<x:y xmlns:x="z">${nested(1e5)}</x:y>`))).toMatch(/more elements inside one another/);
  });

  test('in frames is refused too', async () => {
    expect(await errorOf(loadFrames([svg(p), svg(nested(1e5))]))).toMatch(
      /move_00001.svg: more elements inside one another/,
    );
  });

  test('by use is refused, be it deep or wide', async () => {
    const wide = Array.from({ length: 40 }, (_, i) => `<g id="u${i + 1}"><use href="#u${i}"/><use href="#u${i}"/></g>`);
    expect(await refused(svg(`<g id="u0">${p}</g>${wide.join('')}`))).toBe(
      'AyatoriError: a.svg: more elements repeated by use than allowed; expected at most 20000 (raise limits.copies if the input is trusted)',
    );
    const deep = Array.from({ length: 5000 }, (_, i) => `<g id="u${i + 1}"><use href="#u${i}"/></g>`);
    expect(await refused(svg(`<g id="u0">${p}</g>${deep.reverse().join('')}`))).toMatch(
      /more elements inside one another/,
    );
  });

  test('of clip paths and gradients is followed', async () => {
    const clips = Array.from(
      { length: 500 },
      (_, i) => `<clipPath id="c${i}" clip-path="url(#c${i + 1})">${p}</clipPath>`,
    );
    const { rig } = await within2s(loadPicture(svg(`${clips.join('')}<path d="${square}" clip-path="url(#c0)"/>`)));
    expect(rig.masks.length).toBe(500);
    const grads = Array.from({ length: 20_000 }, (_, i) => `<linearGradient id="g${i}" href="#g${i + 1}"/>`);
    await within2s(loadPicture(svg(`${grads.join('')}<path d="${square}" fill="url(#g0)"/>`)));
  });

  test('of style rules and brackets is bounded', async () => {
    for (const css of ['a{'.repeat(1e5), '('.repeat(1e5), 'path,'.repeat(5e4), '/*'.repeat(1e5)]) {
      const { rig } = await within2s(loadPicture(svg(`<style>${css}</style>${p}`)));
      expect(rig.paths.length).toBe(1);
    }
    const values = [
      'url(#'.repeat(1e5),
      ' '.repeat(1e6),
      '!'.repeat(1e5),
      `rgb(${'1 '.repeat(1e5)}`,
      `#${'f'.repeat(1e6)}`,
      `url(#${' '.repeat(2e5)}x`,
    ];
    for (const value of values) {
      await within2s(
        loadPicture(svg(`<path d="M0 0" fill="${value}" style="stroke:${value};${value}" transform="${value}"/>`)),
      );
    }
  });
});

describe('numbers', () => {
  test.each(['1e8', '-1e8', '1e29'])('of %s are kept', async (number) => {
    const { rig, report } = await loadPicture(svg(`<path d="M ${number} 0 L 0 ${number}"/>`));
    expect(report.problems).toEqual([]);
    expect(rig.paths[0].points[0]).toBe(Number(number));
  });

  test('that no float holds stop a path', async () => {
    const loaded = await loadPicture(svg('<path d="M 0 0 L 1e31 0"/>'));
    expect(messages(loaded)).toEqual([
      'a.svg:1, group "<svg>", path 0: faulty path data: The number 1e+31 is out of range. (kept up to there)',
    ]);
  });
});

describe('size', () => {
  test('100,000 paths load, and more than the limit are refused', async () => {
    const start = performance.now();
    const stop = watchBlockedTime();
    const { rig } = await loadPicture(svg(p.repeat(1e5)));
    expect(stop()).toBeLessThan(100);
    expect(rig.paths.length).toBe(1e5);
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(await errorOf(loadPicture(svg(p.repeat(11)), { limits: { paths: 10 } }))).toBe(
      'AyatoriError: a.svg: more paths than allowed; expected at most 10 (raise limits.paths if the input is trusted)',
    );
  });

  test('100,000 groups of one id, without an id, or with name masks take no longer', async () => {
    for (const group of ['<g id="a"/>', '<g/>', '<g id="aMtarget"/>', '<g id="bMask"/>']) {
      const { rig } = await loadPicture(svg(group.repeat(1e5)));
      expect(rig.groups.length).toBe(1e5 + 1);
    }
    const turned = await loadFrames([svg('<g/>'.repeat(2e4)), svg('<g/>'.repeat(2e4)), svg('<g/>'.repeat(1e4))]);
    expect(turned.rig.actions[1].visibility.length).toBe(1e4);
  });

  test('limits of elements, points, files, bytes and differences are held', async () => {
    const of = (limits: LoadOptions['limits']) => ({ limits: limits ?? {} });
    const many = svg(p.repeat(20));
    expect(await errorOf(loadPicture(many, of({ elements: 10 })))).toMatch(/more elements than allowed/);
    expect(await errorOf(loadPicture(many, of({ points: 100 })))).toMatch(/more control points than allowed/);
    expect(await errorOf(loadPicture(many, of({ fileBytes: 100 })))).toMatch(
      /the file is too large; expected at most 100 bytes/,
    );
    const frames = [0, 1, 2].map((x) => svg(`<path d="M ${x} 0 L 1 1"/>`));
    expect(await errorOf(loadFrames(frames, of({ files: 3 })))).toMatch(/more files in one folder than allowed/);
    expect(await errorOf(loadFrames(frames, of({ deltaBytes: 40 })))).toBe(
      'AyatoriError: move_00002.svg: more bytes of differences from rest than allowed; expected at most 40 (raise limits.deltaBytes if the input is trusted)',
    );
    expect(
      await errorOf(loadFrames([frames[0], svg(`<path d="M 0 0 ${'L 1 1'.repeat(100)}"/>`)], of({ points: 50 }))),
    ).toMatch(/move_00001.svg: more control points than allowed/);
  });

  test('lists and rig files are bounded, and so is what they ask for', async () => {
    const read = (csv: string, rigFiles: readonly string[] = []) =>
      within2s(
        errorOf(
          load(
            memorySource(
              [
                ['filelist.csv', csv],
                ['b1.svg', svg(p)],
              ],
              'test',
            ),
            { rigFiles },
          ),
        ),
      );
    expect(await read('BASE,1,base,b\nSMRT,999999,move,b')).toBe(
      'AyatoriError: test: more frames than allowed; expected at most 100000; found 1000000 (raise limits.files if the input is trusted)',
    );
    expect(await read(`BASE,1,base,b\n${'#'.repeat(9e6)}`)).toMatch(
      /^AyatoriError: filelist.csv: more bytes in a list or rig file than/,
    );
    expect(await read('BASE,1,base,b', [`{${' '.repeat(9e6)}}`])).toMatch(
      /^AyatoriError: rig file 1: more bytes in a list/,
    );
    expect(await read('BASE,1,base,b', [`{"bones":${'['.repeat(1e6)}`])).toBe('no error');
    const numbered = memorySource(
      [
        ['f999999999.svg', svg(p)],
        ['f1.svg', svg(p)],
      ],
      'test',
    );
    expect(await within2s(errorOf(load(numbered)))).toMatch(/^AyatoriError: test: more frames than allowed/);
  });

  test('time grows in line with the size of one path, and the event loop turns', async () => {
    const time = async (segments: number) => {
      const text = new TextEncoder().encode(svg(`<path d="M0 0C${'1 2 3 4 5 6 '.repeat(segments)}"/>`));
      const start = performance.now();
      const { rig } = await loadPicture(text);
      expect(rig.paths[0].points.length).toBe(2 * (3 * segments + 1));
      return performance.now() - start;
    };
    await time(50_000);
    const small = await time(50_000);
    const stop = watchBlockedTime();
    const large = await time(400_000);
    expect(stop()).toBeLessThan(100);
    // Eight times the size; a reader that is quadratic needs 64 times the time.
    expect(large / small).toBeLessThan(30);
  });

  test('a file of 100 MB loads in bounded memory', async () => {
    const path = `<path d="M0 0C${'123.456 123.456 123.456 123.456 123.456 123.456 '.repeat(200)}Z" fill="red"/>`;
    const text = new TextEncoder().encode(svg(path.repeat(Math.ceil(1e8 / path.length))));
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const { rig } = await loadPicture(text);
    expect(rig.paths.length).toBe(Math.ceil(1e8 / path.length));
    expect(performance.now() - start).toBeLessThan(60_000);
    // The text as UTF-16, the numbers twice, and room for garbage.
    expect(process.memoryUsage().rss - before).toBeLessThan(1e9);
  });
});
