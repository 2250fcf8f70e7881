import { existsSync, readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { amount, COAT, controls, difference, look, openGallery, PATIENCE, SCARF } from './gallery.ts';

const sources = openGallery('sources');
const { open } = openGallery();

/** Nothing has to scroll, and the canvas is small. */
const SCREEN = { width: 480, height: 1900 };

/** A picture may take a second here. */
const SLOWLY = { timeout: 30_000 };

describe('the index of the gallery', { timeout: PATIENCE }, () => {
  it('shows living pictures, fits a screen 320 px wide, and leads to pages', async () => {
    const { page, complaints } = await sources.open('index.html', { viewport: { width: 800, height: 700 } });
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.notice')].every((notice) => notice.matches('[hidden]')),
    );
    for (const card of [0, 1]) {
      const picture = await look(page, '.card canvas', card);
      expect(amount(picture, COAT), `coat on card ${card}`).toBeGreaterThan(0.01);
      expect(amount(picture, SCARF), `scarf on card ${card}`).toBeGreaterThan(0.003);
    }
    const before = await look(page, '.card canvas');
    await expect.poll(async () => difference(before, await look(page, '.card canvas')), SLOWLY).toBeGreaterThan(0.01);

    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const links = await page
      .locator('.card a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const pages = readdirSync(fromRoot('examples')).filter((name) =>
      existsSync(fromRoot('examples', name, 'index.html')),
    );
    expect(pages.length).toBeGreaterThan(0);
    for (const name of pages) expect(links.join('\n')).toContain(`/${name}/index.html`);
    for (const link of links) {
      const text = await (await page.request.get(link)).text();
      expect(text).toContain('id="panel"');
      // What pages share is in each.
      expect(text).toContain('<meta charset="utf-8" />');
      expect(text).not.toContain('<!-- include');
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('First light', { timeout: PATIENCE }, () => {
  it('plays when it opens, and stops and goes on by the keyboard', async () => {
    const { page, complaints } = await open('first-light/index.html', { viewport: SCREEN });
    await controls(page, complaints);
    const play = page.locator('#play');
    expect(await play.textContent()).toBe('Pause');
    const first = await look(page);
    expect(amount(first, COAT)).toBeGreaterThan(0.02);
    await expect.poll(async () => difference(first, await look(page)), SLOWLY).toBeGreaterThan(0.01);
    await play.press('Space');
    expect(await play.textContent()).toBe('Play');
    const still = await look(page);
    await page.waitForTimeout(300);
    expect(difference(still, await look(page))).toBe(0);
    await play.press('Space');
    await expect.poll(async () => difference(still, await look(page)), SLOWLY).toBeGreaterThan(0.01);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('says what is missing, tries again, and fits a screen 320 px wide', async () => {
    const { page, complaints } = await open(
      'first-light/index.html',
      { viewport: { width: 320, height: 640 } },
      (page) => page.route('**/base_00001.svg', (route) => route.fulfill({ status: 404 })),
    );
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/filelist\.csv.*rest pose/s);
    await page.unroute('**/base_00001.svg');
    await page.getByRole('button', { name: 'Try again' }).click();
    await controls(page, complaints);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.close();
  });

  it('says what the machine lacks', async () => {
    const { page, complaints } = await open('first-light/index.html', {}, (page) =>
      page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
        OffscreenCanvas.prototype.getContext = () => null;
      }),
    );
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('WebGL2');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('First light, where less motion is wanted', { timeout: PATIENCE }, () => {
  let page: Page;
  let complaints: string[];
  const set = (selector: string, value: number) => page.locator(selector).fill(String(value));

  beforeAll(async () => {
    ({ page, complaints } = await open('first-light/index.html', { reducedMotion: 'reduce', viewport: SCREEN }));
    await controls(page, complaints);
  }, PATIENCE);

  afterAll(async () => {
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('starts still', async () => {
    expect(await page.locator('#play').textContent()).toBe('Play');
    const first = await look(page);
    expect(amount(first, COAT)).toBeGreaterThan(0.02);
    await page.waitForTimeout(300);
    expect(difference(first, await look(page))).toBe(0);
  });

  it('changes the picture with the frame and the weight of each action', async () => {
    await page.locator('#rest').click();
    const rest = await look(page);
    const rows = page.locator('[data-action]');
    const actions = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-action')));
    expect(actions).toEqual(['walk', 'wind', 'arm_wave', 'head_turn', 'smile', 'blink']);
    for (const action of actions) {
      const row = `[data-action=${action}]`;
      await set(`${row} [data-control=frame]`, 3);
      const full = await look(page);
      expect(difference(rest, full), `frame of ${action}`).toBeGreaterThan(0.001);
      await set(`${row} [data-control=weight]`, 0.5);
      expect(difference(full, await look(page)), `half of ${action}`).toBeGreaterThan(0.0005);
      await set(`${row} [data-control=weight]`, 0);
      expect(difference(rest, await look(page)), `none of ${action}`).toBe(0);
      await page.locator('#rest').click();
      await set(`${row} [data-control=weight]`, 1);
    }
  });

  it('holds or blends between two frames', async () => {
    await page.locator('#rest').click();
    await set('[data-action=walk] [data-control=frame]', 7.5);
    const blended = await look(page);
    await page.getByLabel('hold').check();
    const held = await look(page);
    expect(difference(blended, held)).toBeGreaterThan(0.001);
    await set('[data-action=walk] [data-control=frame]', 7);
    expect(difference(held, await look(page))).toBe(0);
    await page.getByLabel('linear').check();
  });

  it('shows a crowd in few draws, and comes closer', async () => {
    const alone = await look(page);
    await set('#puppets', 40);
    // What shows that the canvas has the keyboard belongs to all pictures alike.
    await page.locator('canvas').press('0');
    const crowd = await look(page);
    expect(await page.locator('#stats').textContent()).toMatch(/^[1-8] draws40 puppets/);
    expect(difference(alone, crowd)).toBeGreaterThan(0.2);
    await page.locator('canvas').press('+');
    expect(difference(crowd, await look(page))).toBeGreaterThan(0.1);
    await page.locator('canvas').press('0');
    // Curves stay as finely cut as the close view needed them.
    expect(difference(crowd, await look(page))).toBeLessThan(0.01);
  });
});
