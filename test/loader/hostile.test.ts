import { describe, expect, test, vi } from 'vitest';
import { type LoadOptions, load, memorySource, type Source } from '../../src/loader/index.ts';
import { watchBlockedTime } from '../support/blocked-time.ts';
import { checkRig } from '../support/check-rig.ts';
import { within } from '../support/within.ts';
import { errorOf, loadFrames, loadPicture, messages, square, svg } from './inputs.ts';

// What a test allows itself is asserted; the runner's own limit only counts on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const within2s = <T>(loading: () => Promise<T>): Promise<T> => within(2, loading);

const refused = (text: string | Uint8Array, options?: LoadOptions) =>
  within2s(() => errorOf(loadPicture(text, options)));
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
    expect((await within2s(() => loadPicture(svg(nested(998))))).rig.groups.length).toBe(999);
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
});

describe('numbers', () => {
  test.each(['1e8', '-1e8', '1e29'])('of %s are kept', async (number) => {
    const { rig, report } = await loadPicture(svg(`<path d="M ${number} 0 L 0 ${number}"/>`));
    expect(report.problems).toEqual([]);
    expect(rig.paths[0].points[0]).toBe(Number(number));
  });

  test('that no float holds stop a path', async () => {
    const loaded = await loadPicture(svg('<path d="M 0 0 L 1e308 0"/><path d="M 0 0 L 1e31 0"/>'));
    expect(messages(loaded)).toEqual([
      'a.svg:1, group "<svg>", path 0: faulty path data: The number 1e+308 is out of range. (kept up to there)',
      'a.svg:1, group "<svg>", path 1: faulty path data: The number 1e+31 is out of range. (kept up to there)',
    ]);
  });

  const far = (path: number) =>
    `a.svg:1, group "<svg>", path ${path}: points of the path are too far away to be drawn; it is left empty`;
  test.each([
    ['<rect x="1e308" width="1e308" height="9"/>', far(0)],
    ['<circle cx="-1e308" r="1e308"/>', far(0)],
    ['<polygon points="0 0 1e308 0 0 1e308"/>', far(0)],
    ['<path transform="translate(1e30)" d="M 1e30 0 L 1 1"/>', far(0)],
    ['<path transform="scale(1e20)" d="M 1e20 0 L 1 1"/>', far(0)],
    [
      '<path transform="scale(1e308)" d="M 1 0 L 1 1"/>',
      'a.svg:1, group "<svg>", path 0: the value of transform is not valid and is ignored; found "scale(1e308)"',
    ],
    [
      '<path stroke-width="1e308" d="M 1 0 L 1 1"/>',
      'a.svg:1, group "<svg>", path 0: the value of stroke-width is not valid and is ignored; found "1e308"',
    ],
  ])('beyond all bounds do no harm: %s', async (element, message) => {
    const loaded = await loadPicture(svg(`${element}<g id="b">${p}</g>`));
    expect(messages(loaded)).toEqual([message]);
    checkRig(loaded.rig);
    expect(loaded.rig.paths[1].points.length).toBe(14);
  });

  test('as transforms that pile up come to nothing that is not a number', async () => {
    const { rig } = await loadPicture(
      svg(
        `${'<g transform="scale(1e29) rotate(30)">'.repeat(20)}<path stroke="red" d="M1 1L2 2"/>${'</g>'.repeat(20)}${p}`,
      ),
    );
    checkRig(rig);
    expect(rig.paths[0].style.strokeWidth).toBeLessThanOrEqual(1e30);
  });

  test.each([
    ['viewBox="0 0 1e-300 1e-300" width="9" height="9"', 'the viewBox "0 0 1e-300 1e-300" is not valid', [9, 9]],
    ['viewBox="0 0 1e308 1e308"', 'the viewBox "0 0 1e308 1e308" is not valid', [300, 150]],
    ['viewBox="NaN 0 10 10"', 'the viewBox "NaN 0 10 10" is not valid', [300, 150]],
    ['width="1e308" height="5"', 'the size "1e308" is not valid', [300, 5]],
    [
      'viewBox="0 0 1e30 1e-30" width="9"',
      'the picture is too wide for its height or too high for its width',
      [300, 150],
    ],
  ])('in the size: %s', async (attributes, message, [width, height]) => {
    const loaded = await loadPicture(svg(p, attributes));
    expect(messages(loaded)).toEqual([`a.svg: ${message} (taken as ${width} × ${height} px)`]);
    checkRig(loaded.rig);
  });

  test('in a frame hold the frame before', async () => {
    const moved = (x: string) => svg(`<path transform="translate(${x})" d="M 0 0 L 3 0"/><g id="bone">${line(x)}</g>`);
    const line = (x: string) => `<path transform="translate(${x})" d="M 0 0 L 3 0"/>`;
    const loaded = await loadFrames([moved('0'), moved('1'), moved('1e30 1e30) scale(1e25'), moved('2')]);
    checkRig(loaded.rig);
    expect(messages(loaded)).toEqual([
      'move_00002.svg, action move, frame 2, group "<svg>", path 0: points of the path are too far away to be drawn; the frame before is held',
      'move_00002.svg, action move, frame 2, group "bone", bone "bone": the bone is too far away; the frame before is held',
    ]);
    expect([...loaded.rig.actions[1].morphs[0].frames]).toEqual([1, 3]);
    expect([...loaded.rig.actions[1].bones[0].frames]).toEqual([1, 3]);
  });
});

describe('size', () => {
  test('100,000 paths load, and more than the limit are refused', async () => {
    const start = performance.now();
    // The code itself is fetched and made ready first.
    await loadPicture(svg(p.repeat(1000)));
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

  test('time grows in line with the size of one path', async () => {
    const time = async (segments: number) => {
      const text = new TextEncoder().encode(svg(`<path d="M0 0C${'1 2 3 4 5 6 '.repeat(segments)}"/>`));
      const start = performance.now();
      const { rig } = await loadPicture(text);
      expect(rig.paths[0].points.length).toBe(2 * (3 * segments + 1));
      return performance.now() - start;
    };
    await time(50_000);
    const small = await time(50_000);
    const large = await time(400_000);
    // Eight times the size; a reader that is quadratic needs 64 times the time.
    expect(large / small).toBeLessThan(30);
  });

  test('the event loop turns while one long shape is read, at rest and in frames', async () => {
    const shapes = [
      (x: number) => `<path d="M0 0C${`${x} 2 3 4 5 6 `.repeat(400_000)}"/>`,
      (x: number) => `<path transform="scale(2)" d="${`M${x} 0l1 2z`.repeat(200_000)}"/>`,
      (x: number) => `<polyline points="${`${x} 2 3 4 `.repeat(400_000)}"/>`,
    ];
    for (const shape of shapes) {
      const files = [1, 2, 3, 4].map((x) => new TextEncoder().encode(svg(shape(x))));
      const stop = watchBlockedTime();
      const { rig } = await loadFrames(files);
      // Arrays that double and points that are placed in one go take 150 ms and more.
      expect(stop()).toBeLessThan(80);
      expect(rig.actions[1].morphs[0].frames.length).toBe(3);
    }
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
