import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { load } from '../../src/loader/node.ts';
import { amount, controls, difference, look, openGallery, PATIENCE } from './gallery.ts';

const file = fromRoot('examples', 'public', 'characters', 'walker', 'walker.skel.txt');
const FEATHERS: [number, number, number] = [0xff, 0xfa, 0xf0];
const SLOWLY = { timeout: 30_000 };

describe('the crane', () => {
  it('is what its script writes', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'walker-'));
    try {
      const made = path.join(folder, 'made.skel.txt');
      execFileSync(process.execPath, [fromRoot('examples', 'characters', 'walker', 'make.mjs'), made]);
      expect(readFileSync(made, 'utf8')).toBe(readFileSync(file, 'utf8'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has bones, weights and actions enough, and no faults', async () => {
    const { rig, report } = await load(file);
    expect(report.problems).toEqual([]);
    expect(rig.bones.length).toBeGreaterThanOrEqual(12);
    expect(rig.actions.map(({ name }) => name)).toEqual(['base', 'walk', 'flap', 'peck']);
    const counts = new Set<number>();
    for (const { weights } of rig.paths) {
      for (let i = 1; weights && i < weights.starts.length; i++) counts.add(weights.starts[i] - weights.starts[i - 1]);
    }
    expect([...counts].sort()).toEqual([1, 2, 3, 4]);
  });
});

const { open } = openGallery();

describe('Walker from text', { timeout: PATIENCE }, () => {
  it('walks when it opens, in a window 320 px wide, and tells of the bone that is tapped', async () => {
    const { page, complaints } = await open('walker/index.html', {
      viewport: { width: 320, height: 900 },
      hasTouch: true,
    });
    await controls(page, complaints);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const first = await look(page);
    expect(amount(first, FEATHERS)).toBeGreaterThan(0.02);
    await expect.poll(async () => difference(first, await look(page)), SLOWLY).toBeGreaterThan(0.005);
    await page.locator('#play').tap();
    expect(await page.locator('#play').textContent()).toBe('Play');
    expect(await page.locator('#lines').textContent()).toMatch(/^name walker\nfps 24\npicture /);
    const { width, height } = (await page.locator('canvas').first().boundingBox()) ?? { width: 0, height: 0 };
    // The picture of 720 × 760 px stands in the middle; her head is about 540, 115.
    const scale = Math.min(width / 720, height / 760);
    const position = { x: width / 2 + (540 - 360) * scale, y: height / 2 + (115 - 380) * scale };
    await page.locator('canvas').first().tap({ position });
    expect(await page.locator('#bone').inputValue()).toBe('head');
    expect(await page.locator('#lines').textContent()).toMatch(/^bone head neck\.3 .*\nweight .*\nkeyframe 1 … head /);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('mixes actions, colours weights and turns bones', async () => {
    const { page, complaints } = await open('walker/index.html', {
      viewport: { width: 480, height: 1600 },
      reducedMotion: 'reduce',
    });
    await controls(page, complaints);
    expect(await page.locator('#play').textContent()).toBe('Play');
    const set = (selector: string, value: number) => page.locator(selector).fill(String(value));
    const coloured = await look(page);
    await page.locator('#colours').uncheck();
    const rest = await look(page);
    expect(difference(coloured, rest)).toBeGreaterThan(0.01);
    let before = rest;
    for (const [action, frame] of Object.entries({ walk: 9, flap: 14, peck: 20 })) {
      await set(`[data-action=${action}] [data-control=frame]`, frame);
      const after = await look(page);
      expect(difference(before, after), action).toBeGreaterThan(0.01);
      before = after;
    }
    await set('[data-action=peck] [data-control=weight]', 0);
    expect(difference(before, await look(page))).toBeGreaterThan(0.01);
    await page.locator('#rest').click();
    expect(difference(rest, await look(page))).toBe(0);
    await page.locator('#bone').selectOption('neck.1');
    await set('#turn', 30);
    expect(difference(rest, await look(page))).toBeGreaterThan(0.005);
    await page.locator('#colours').check();
    const alone = await look(page);
    await page.locator('#bone').selectOption('tail');
    expect(difference(alone, await look(page))).toBeGreaterThan(0.005);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
