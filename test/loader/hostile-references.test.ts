import { describe, expect, test, vi } from 'vitest';
import { type LoadOptions, load, memorySource, type Source } from '../../src/loader/index.ts';
import { within } from '../support/within.ts';
import { errorOf, loadFrames, loadPicture, messages, square, svg } from './inputs.ts';

vi.setConfig({ testTimeout: 120_000 });

const many = 1e5;
const p = `<path d="${square}"/>`;
const repeat = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('');
const read = (content: string, options?: LoadOptions) => within(2, () => loadPicture(svg(content), options));
const refused = (content: string) => within(2, () => errorOf(loadPicture(svg(content))));
const hint = (limit: string) => `(raise limits.${limit} if the input is trusted)`;

describe('use', () => {
  const tooDeep = `AyatoriError: a.svg: more elements inside one another than allowed; expected at most 1000; found 1001 ${hint('depth')}`;
  const tooWide = `AyatoriError: a.svg: more elements repeated by use than allowed; expected at most 20000 ${hint('copies')}`;

  test.each([
    ['a long chain', repeat(many, (i) => `<g id="u${i}"><use href="#u${i + 1}"/></g>`), tooDeep],
    [
      'a long chain, seen from its end',
      `${repeat(many, (i) => `<g id="u${i + 1}"><use href="#u${i}"/></g>`)}`,
      tooWide,
    ],
    ['a tree that doubles', repeat(40, (i) => `<g id="u${i}">${`<use href="#u${i + 1}"/>`.repeat(2)}</g>`), tooWide],
    ['one shape, very often', `<g id="u">${p}</g>${'<use href="#u"/>'.repeat(many)}`, tooWide],
    [
      'a deep chain with a wide end',
      `${repeat(300, (i) => `${'<g>'.repeat(400)}<g id="u${i}"><use href="#u${i + 1}"/></g>${'</g>'.repeat(400)}`)}<g id="u300">${'<use href="#s"/>'.repeat(15_000)}</g><g id="s">${p}</g>`,
      tooWide,
    ],
  ])('%s is refused', async (_, content, message) => {
    // Elements are visited in their order, so a chain may be met from its end as well.
    expect(await refused(`<use href="#u0"/>${content}`)).toBe(message);
  });

  test('that comes back to itself, in any number of steps, is left out', async () => {
    const ring = repeat(100, (i) => `<g id="u${i}"><use href="#u${(i + 1) % 100}"/></g>`);
    const loaded = await read(`${ring}<g id="self"><use href="#self"/></g><svg><use href="#u0"/></svg>${p}`);
    expect(loaded.rig.paths.length).toBe(1);
    expect(messages(loaded)[0]).toBe(
      'a.svg:1: use repeats an element that it is inside of; it is not drawn; found #u0',
    );
    expect(new Set(loaded.report.problems.map(({ code }) => code))).toEqual(new Set(['reference-cycle']));
  });
});

describe('clip paths', () => {
  const clips = (count: number) =>
    repeat(count, (i) => `<clipPath id="c${i}" clip-path="url(#c${i + 1})">${p}</clipPath>`);
  const clipped = `<path d="${square}" clip-path="url(#c0)"/>`;

  test('of clip paths are followed a thousand deep, and refused beyond', async () => {
    const { rig } = await read(clips(900) + clipped);
    expect(rig.masks.length).toBe(900);
    expect(await refused(clips(many) + clipped)).toBe(
      `AyatoriError: a.svg: more clip paths of clip paths than allowed; expected at most 1000 ${hint('depth')}`,
    );
  });

  test('whose shapes are clipped in turn take time in line with their number', async () => {
    const chain = (count: number) =>
      repeat(count, (i) => `<clipPath id="c${i}"><path d="${square}" clip-path="url(#c${i + 1})"/></clipPath>`) +
      clipped;
    const { rig } = await read(chain(20_000));
    expect(rig.masks.length).toBe(20_000);
  });

  test('deep inside, seen from many places, inherit once', async () => {
    const from = repeat(5000, (i) => `<path d="${square}" transform="translate(${i})" clip-path="url(#c)"/>`);
    const { rig } = await read(`${'<g>'.repeat(900)}<clipPath id="c">${p}</clipPath>${'</g>'.repeat(900)}${from}`);
    expect(rig.masks.length).toBe(5000);
  });
});

describe('gradients', () => {
  test('in long chains are followed once for all that use them', async () => {
    const chain = repeat(5000, (i) => `<linearGradient id="g${i}" href="#g${i + 1}"/>`);
    const users = repeat(5000, (i) => `<path d="${square}" fill="url(#g${i})"/>`);
    const stop = '<linearGradient id="g5000"><stop stop-color="red"/></linearGradient>';
    const { rig } = await read(chain + stop + users);
    expect(rig.paths.every(({ style }) => style.fill?.[0] === 1)).toBe(true);
  });

  test('with very many stops are looked through once', async () => {
    const { rig } = await read(
      `<linearGradient id="g">${'<stop stop-color="red"/>'.repeat(10_000)}</linearGradient>${`<path d="${square}" fill="url(#g)"/>`.repeat(10_000)}`,
    );
    expect(rig.paths[9999].style.fill).toEqual([1, 0, 0, 1]);
  });
});

describe('groups of a frame that are not at rest', () => {
  test('are told with hints for the first only', async () => {
    const groups = (name: string) => svg(repeat(10_000, (i) => `<g id="${name} number ${i} of many"/>`));
    const loaded = await within(2, () => loadFrames([groups('group'), groups('groop')]));
    expect(loaded.report.problems.filter(({ code }) => code === 'group-unknown').length).toBe(101);
    expect(messages(loaded)[0]).toContain('(at rest there is group number 0 of many');
  });
});

describe('nothing is fetched and nothing is run', () => {
  const url = (name: string) => `http://127.0.0.1:9/${name}`;
  const hostile = svg(
    `<?xml-stylesheet href="${url('pi.css')}"?>` +
      `<style>@import url(${url('a.css')}); @font-face{font-family:a;src:url(${url('a.woff')})} path{fill:url(${url('b.svg#x')})}</style>` +
      `<script href="${url('a.js')}">globalThis.__pwned = 1</script><script><![CDATA[globalThis.__pwned = 1]]></script>` +
      `<image href="${url('a.png')}" width="9" height="9"/><image xlink:href="${url('b.png')}"/>` +
      `<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${url('a.html')}"/><g>${p}</g></foreignObject>` +
      `<use href="${url('c.svg#x')}"/><use href="javascript:globalThis.__pwned=1"/>` +
      `<a href="javascript:globalThis.__pwned=1"><path d="${square}" onclick="globalThis.__pwned=1" onload="globalThis.__pwned=1"/></a>` +
      `<linearGradient id="g" href="${url('d.svg#x')}"/><path d="${square}" fill="url(#g)" style="filter:url(${url('e.svg#x')})" clip-path="url(${url('f.svg#c')})"/>` +
      `<feImage href="${url('c.png')}"/><animate attributeName="d" begin="globalThis.__pwned=1"/><handler>globalThis.__pwned=1</handler>`,
    'xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9" onload="globalThis.__pwned=1"',
  );

  test('of a picture with all that could be', async () => {
    const spies = [
      vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no')),
      vi.spyOn(globalThis, 'setTimeout'),
      vi.spyOn(globalThis, 'eval'),
    ];
    const asked: string[] = [];
    const inner = memorySource([['a.svg', hostile]]);
    const source: Source = {
      name: 'watched',
      read(path, options) {
        asked.push(path);
        return inner.read(path, options);
      },
    };
    const loaded = await load('a.svg', { source });
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(asked).toEqual(['a.svg']);
    expect((globalThis as { __pwned?: unknown }).__pwned).toBeUndefined();
    // Only the two paths that are plain content.
    expect(loaded.rig.paths.length).toBe(2);
    const left = (name: string) => `a.svg:1: <${name}> elements are not supported and are left out`;
    const invalid = (property: string, group: string, name: string) =>
      `a.svg:1, group "${group}", path 0: the value of ${property} is not valid and is ignored; found "url(${url(name)})"`;
    const outside = (found: string) =>
      `a.svg:1: use of something outside the file is not supported; nothing was fetched; found "${found}"`;
    expect(messages(loaded).sort()).toEqual(
      [
        `a.svg: a rule of this kind is not supported; found @import url(${url('a.css')});`,
        'a.svg: a rule of this kind is not supported; found @font-face',
        ...['image', 'foreignObject', 'feImage', 'animate', 'handler'].map(left),
        outside(url('c.svg#x')),
        outside('javascript:globalThis.__pwned=1'),
        invalid('fill', '<a>', 'b.svg#x'),
        invalid('fill', '<svg>', 'b.svg#x'),
        invalid('clip-path', '<svg>', 'f.svg#c'),
        `a.svg:1, group "<svg>", path 0: filter is not supported; found "url(${url('e.svg#x')})"`,
      ].sort(),
    );
  });
});
