import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseColor } from '../../src/loader/svg/color.ts';
import { readCssColor } from '../../src/loader/svg/css-color.ts';
import { needsExtras } from '../../src/loader/svg/needs.ts';
import { svg } from './inputs.ts';

// What is known of colours outlasts a load.
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock('colord/plugins/names');
});

async function load(content: string) {
  const { load, memorySource } = await import('../../src/loader/index.ts');
  return await load('a.svg', { source: memorySource([['a.svg', svg(content)]]) });
}

const d = 'd="M0,0H9V9Z"';

describe('a name of a colour is known', () => {
  test.each([
    ['as an attribute', `<path ${d} fill="lime"/>`],
    ['in capitals, with blanks', `<path ${d} fill=" Lime "/>`],
    ['in a style attribute', `<path ${d} style="stroke: none; fill : LIME"/>`],
    ['as that of the current colour', `<g color="lime"><path ${d} fill="currentColor"/></g>`],
    ['in a style sheet', `<style>path { fill: lime }</style><path ${d}/>`],
    ['as what stands in for a gradient', `<path ${d} fill="url(#gone) lime"/>`],
    ['of a gradient', `<linearGradient id="g"><stop stop-color="lime"/></linearGradient><path ${d} fill="url(#g)"/>`],
    [
      'of a gradient, in a style',
      `<radialGradient id="g"><stop style="stop-color:lime"/></radialGradient>
      <path ${d} fill="url(#g)"/>`,
    ],
  ])('%s', async (_, content) => {
    const { rig } = await load(content);
    expect(rig.paths[0].style.fill).toEqual([0, 1, 0, 1]);
  });

  test('that paints nothing', async () => {
    const { rig, report } = await load(`<path ${d} fill="transparent" stroke="transparent"/>`);
    expect(rig.paths[0].style.fill?.[3]).toBe(0);
    expect(report.problems).toEqual([]);
  });
});

test('hex is read as the library reads it', () => {
  for (const text of [
    '#f80',
    '#F80c',
    '#ff8800',
    '#Ff880080',
    '#000',
    '#ffffffff',
    '#',
    '#1',
    '#12',
    '#12345',
    '#1234567',
    '#ggg',
  ]) {
    expect(parseColor(text)).toEqual(readCssColor(text));
  }
  expect(parseColor(' #ff8000 ')).toEqual([1, 128 / 255, 0, 1]);
});

test.each([
  [false, { fill: '#0f0', stroke: ' none ', color: 'currentColor' }],
  [
    false,
    { fill: 'url(#a)', stroke: 'url("#a")  NONE', style: 'fill:url(#a);stroke : #123 !important; color:Inherit' },
  ],
  [false, { fill: '', style: 'fill-rule: evenodd; stroke-linecap: round; stroke:none' }],
  [true, { fill: 'lime' }],
  [true, { stroke: 'rgb(1, 2, 3)' }],
  [true, { color: ' hsl(9 9% 9%)' }],
  [true, { fill: 'url(#a) lime' }],
  [true, { fill: 'url(#a) #fff' }],
  [true, { style: 'fill:none;stroke:rgb(1,2,3)' }],
  [true, { style: 'fill:none red' }],
  [true, { style: 'fill:url(#a)red' }],
])('the reader of other colours is needed: %s for %o', (isNeeded, attributes) => {
  expect(needsExtras('g', attributes, 2)).toBe(isNeeded);
});

describe('without the reader of colours', () => {
  beforeEach(() => {
    vi.doMock('colord/plugins/names', () => {
      throw new TypeError('there is no such file');
    });
  });

  test('all loads that names none', async () => {
    const style = 'fill: none; stroke: #010203; color: inherit; fill-rule: evenodd; stroke-linecap: round';
    const { report } = await load(
      `<path ${d} fill="#0f0" stroke="none"/><path ${d} fill="#0f0c" style="${style}"/>
      <path ${d} fill="url(#g)" stroke="currentColor"/><pattern id="g"/>`,
    );
    expect(report.problems.map(({ code }) => code)).toEqual(['unsupported-paint']);
  });

  test('a name is no fault of the file', async () => {
    await expect(load(`<path ${d} fill="lime"/>`)).rejects.toMatchObject({ problem: { code: 'part-missing' } });
  });
});
