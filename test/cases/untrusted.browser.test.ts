import { afterEach, describe, expect, test } from 'vitest';
import { load, memorySource } from '../../src/loader/index.ts';
import { loadPicture, svg } from '../loader/inputs.ts';
import { bareStage } from '../support/scene.ts';

interface Tracked {
  __pwned?: unknown;
}

const MARK = 'never-to-be-fetched';
const url = (name: string) => `${location.origin}/${MARK}/${name}`;

const hostile = svg(
  `<style>@import url(${url('a.css')}); rect{fill:url(${url('a.svg')}#p)}</style>` +
    '<script>window.__pwned = 1</script><script><![CDATA[window.__pwned = 1]]></script>' +
    `<script href="${url('a.js')}"/><image href="${url('a.png')}" width="9" height="9" onerror="window.__pwned = 1"/>` +
    `<image xlink:href="${url('b.png')}" width="9" height="9"/><use href="${url('b.svg')}#x"/>` +
    `<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="${url('c.png')}" onerror="window.__pwned = 1"/></foreignObject>` +
    '<a href="javascript:window.__pwned=1"><rect width="50" height="50" fill="red" onload="window.__pwned = 1"/></a>' +
    '<animate attributeName="x" begin="0s" dur="1s" onbegin="window.__pwned = 1"/>',
  'xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100" onload="window.__pwned = 1"',
);

const fetched = (page: typeof globalThis) =>
  page.performance.getEntriesByType('resource').filter(({ name }) => name.includes(MARK));
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterEach(() => document.body.replaceChildren());

describe('scripts and addresses in a file', () => {
  test('run and are fetched when a page takes it in', async () => {
    const frame = document.createElement('iframe');
    frame.srcdoc = hostile;
    document.body.append(frame);
    const page = () => frame.contentWindow as unknown as Tracked & typeof globalThis;
    await expect.poll(() => page().__pwned).toBe(1);
    await expect.poll(() => fetched(page()).length).toBeGreaterThan(2);
  });

  test('do neither when it is loaded and drawn', async () => {
    const pictures = [hostile, hostile.replace('<svg', '<!DOCTYPE svg [<!ENTITY x SYSTEM "x.dtd">]><svg')];
    for (const text of pictures) {
      const { rig } = await loadPicture(text);
      expect(rig.paths.length).toBe(1);
      const stage = bareStage(100, 100);
      document.body.append(stage.canvas as HTMLCanvasElement);
      stage.add(rig);
      stage.render();
      stage.canvas.dispatchEvent(new MouseEvent('click'));
      await wait(300);
      stage.destroy();
    }
    expect((globalThis as Tracked).__pwned).toBeUndefined();
    expect(fetched(globalThis)).toEqual([]);
  });

  test('nor when they stand in lists, rig files and names', async () => {
    const script = '<img src=x onerror="window.__pwned=1">';
    const source = memorySource(
      [
        ['filelist.csv', `BASE,1,base,b\nSMRT,1,"${script.replaceAll('"', '""')}",${url('m')}\n`],
        ['b1.svg', svg(`<g id="${script.replace(/[<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"/>`)],
        ['bones.json', JSON.stringify({ bones: { [script]: { strength: 1, parent: url('x') } } })],
      ],
      'hero',
    );
    const { report } = await load('filelist.csv', { source, rigFiles: ['bones.json'] });
    expect(report.problems.length).toBeGreaterThan(1);
    await wait(100);
    expect((globalThis as Tracked).__pwned).toBeUndefined();
    expect(fetched(globalThis)).toEqual([]);
  });
});
