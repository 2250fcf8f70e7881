import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('without the names of colours', () => {
  beforeEach(() => {
    vi.doMock('colord/plugins/names', () => {
      throw new TypeError('there is no such file');
    });
  });

  test('all loads that names none', async () => {
    const style = 'fill: none; stroke: rgb(1, 2, 3); color: inherit; fill-rule: evenodd; stroke-linecap: round';
    const { report } = await load(
      `<path ${d} fill="#0f0" stroke="none"/><path ${d} fill="hsl(9, 9%, 9%)" style="${style}"/>
      <path ${d} fill="url(#g)" stroke="currentColor"/><pattern id="g"/>`,
    );
    expect(report.problems.map(({ code }) => code)).toEqual(['unsupported-paint']);
  });

  test('a name is no fault of the file', async () => {
    await expect(load(`<path ${d} fill="lime"/>`)).rejects.toMatchObject({ problem: { code: 'part-missing' } });
  });
});
