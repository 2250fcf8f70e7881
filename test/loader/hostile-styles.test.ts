import { describe, expect, test, vi } from 'vitest';
import { within } from '../support/within.ts';
import { loadPicture, messages, square, svg } from './inputs.ts';

vi.setConfig({ testTimeout: 120_000 });

const p = `<path d="${square}"/>`;
const repeat = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('');
const read = (content: string) => within(2, () => loadPicture(svg(content)));
const unsupported = 'a.svg: a rule of this kind is not supported; found';

describe('style sheets', () => {
  test.each([
    ['open rules', 'a{'.repeat(1e5)],
    ['open brackets', '('.repeat(1e5)],
    ['long lists', 'path,'.repeat(5e4)],
    ['open comments', '/*'.repeat(1e5)],
    ['open quotes', '"'.repeat(200_001)],
    ['open at-rules', '@media a{'.repeat(2e4)],
    ['empty declarations', `a{${';'.repeat(2e5)}}`],
    ['blanks', `a${' '.repeat(2e5)}b{fill:red}`],
    ['references to the parent', `a{${'&amp;'.repeat(5e4)}{fill:red}}`],
    // Written out, these would be 2^30 and 9 million selectors.
    ['nested lists', `${'a,b{'.repeat(30)}fill:red${'}'.repeat(30)}`],
    ['long nested lists', `${'a,'.repeat(3000)}b{${'a,'.repeat(3000)}b{fill:red}}`],
  ])('of %s end soon, and the picture is whole', async (_, css) => {
    const { rig } = await read(`<style>${css}</style>${p}`);
    expect(rig.paths.length).toBe(1);
  });

  test('with rules in rules: those are left out, the others count', async () => {
    const loaded = await read(
      `<style>path{fill:red;&amp;:hover{fill:blue}} @media all{path{fill:blue}} path{stroke:lime} a{b{}</style>${p}`,
    );
    expect(loaded.rig.paths[0].style).toMatchObject({ fill: [0, 0, 0, 1], stroke: [0, 1, 0, 1] });
    expect(messages(loaded)).toEqual([`${unsupported} path`, `${unsupported} @media all`, `${unsupported} a`]);
  });

  test('with 100,000 classes are read up to a bound', async () => {
    const loaded = await read(
      `<style>${repeat(1e5, (i) => `.c${i}{fill:red}`)}</style><path class="c3" d="${square}"/>`,
    );
    expect(loaded.rig.paths[0].style.fill).toEqual([1, 0, 0, 1]);
    expect(messages(loaded)).toEqual([
      'a.svg: only the first 262144 characters of the style sheet are read',
      'a.svg: only the first 10000 rules of the style sheet are read',
    ]);
  });

  test('with many rules for many elements are laid together once', async () => {
    const { rig } = await read(`<style>${'*{fill:red}'.repeat(9999)}path{stroke:red}</style>${p.repeat(5000)}`);
    expect(rig.paths[4999].style).toMatchObject({ fill: [1, 0, 0, 1], stroke: [1, 0, 0, 1] });
  });

  test('with many rules for many elements of different classes stop to count, and say so', async () => {
    const paths = repeat(5000, (i) => `<path class="k${i}" d="${square}"/>`);
    const loaded = await read(`<style>${'*{fill:red}'.repeat(10_000)}</style>${paths}`);
    expect(loaded.rig.paths[0].style.fill).toEqual([1, 0, 0, 1]);
    expect(messages(loaded)).toEqual([
      'a.svg: the style sheet has too many rules for so many elements; it is not used for all of them',
    ]);
  });

  test('with many declarations keep those that have a say', async () => {
    const css = `path{${repeat(20_000, (i) => `x-${i}:b;`)}fill:red}`;
    const { rig } = await read(`<style>${css}</style>${p.repeat(2000)}`);
    expect(rig.paths[1999].style.fill).toEqual([1, 0, 0, 1]);
  });
});

describe('attributes', () => {
  test.each([
    ['100,000 of them', repeat(1e5, (i) => `a${i}="1" `)],
    ['100,000 classes', `class="${repeat(1e5, (i) => `c${i} `)}"`],
    ['a long style', `style="${'a:b;'.repeat(1e5)}fill:red"`],
    ['brackets in a style', `style="${'(;'.repeat(1e5)}"`],
    ['quotes in a style', `style="${"';".repeat(1e5)}"`],
    ['many transforms', `transform="${'rotate(1)'.repeat(1e5)}"`],
    ['a long word as transform', `transform="${'a'.repeat(1e6)}"`],
    ['blanks as transform', `transform="translate(${' '.repeat(1e6)}"`],
    ['many dashes', `stroke="red" stroke-dasharray="${'1 '.repeat(1e5)}"`],
  ])('%s', async (_, attributes) => {
    const { rig } = await read(`<path d="${square}" ${attributes}/>`);
    expect(rig.paths.length).toBe(1);
  });

  test('of long values that are no paint', async () => {
    const values = [
      'url(#'.repeat(1e5),
      ' '.repeat(1e6),
      '!'.repeat(1e5),
      `rgb(${'1 '.repeat(1e5)}`,
      `#${'f'.repeat(1e6)}`,
      `url(#${' '.repeat(2e5)}x`,
    ];
    for (const value of values) {
      await read(`<path d="M0 0" fill="${value}" style="stroke:${value};${value}" transform="${value}"/>`);
    }
    await read(repeat(2000, () => `<path d="M0 0" fill="url(#${' '.repeat(990)}"/>`));
  });

  test('that declare 100,000 namespaces', async () => {
    const declared = repeat(1e5, (i) => `xmlns:a${i}="u" `);
    const { rig } = await read(`<g ${declared}><a7:path d="${square}"/>${p}</g><svg:path d="${square}"/>`);
    expect(rig.paths.length).toBe(2);
  });
});

describe('namespaces', () => {
  test('count inside the element that declares them, and what they hid comes back', async () => {
    const own = 'xmlns:s="http://www.w3.org/2000/svg"';
    const { rig } = await read(
      `<s:path d="M0 0"/><g ${own}><s:path d="M1 0"/><g xmlns:s="other" xmlns="other"/><s:path d="M2 0"/></g>` +
        `<o:g xmlns:o="other" ${own}><s:path d="M3 0"/></o:g><s:path d="M4 0"/><path d="M5 0"/>` +
        `<o:g xmlns:o="http://www.w3.org/2000/svg"><o:path d="M6 0"/></o:g>`,
    );
    expect(rig.paths.map(({ points }) => points[0])).toEqual([1, 2, 5, 6]);
  });
});
