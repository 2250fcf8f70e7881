import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount, controls, difference, look, openGallery, PATIENCE } from './gallery.ts';

const { open } = openGallery();

const SLOWLY = { timeout: 30_000 };
const SUN: [number, number, number] = [0xf2, 0xb3, 0x3d];
const RIBBON: [number, number, number] = [0xdd, 0x42, 0x33];

const frameOf = async (page: Page) => Number(await page.locator('.ruler').getAttribute('aria-valuenow'));

describe('a Moho project', { timeout: PATIENCE }, () => {
  it('plays when it opens, in a window 320 px wide, and stops by the keyboard', async () => {
    const { page, complaints } = await open('moho/index.html', { viewport: { width: 320, height: 640 } });
    await controls(page, complaints);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const first = await look(page);
    expect(amount(first, RIBBON)).toBeGreaterThan(0.001);
    const began = await frameOf(page);
    await expect.poll(() => frameOf(page), SLOWLY).not.toBe(began);
    await expect.poll(async () => difference(first, await look(page)), SLOWLY).toBeGreaterThan(0.005);
    expect(await page.locator('#play').textContent()).toBe('Pause');
    await page.locator('.ruler').press(' ');
    expect(await page.locator('#play').textContent()).toBe('Play');
    expect(await page.getByRole('button', { name: 'Play the timeline' }).count()).toBe(1);
    const stopped = await frameOf(page);
    await page.waitForTimeout(300);
    expect(await frameOf(page)).toBe(stopped);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('a Moho project, where less motion is wanted', { timeout: PATIENCE }, () => {
  let page: Page;
  let complaints: string[];
  const output = (dial: string) => page.locator('#dials label', { hasText: dial }).locator('output').textContent();

  beforeAll(async () => {
    const viewport = { width: 400, height: 2000 };
    ({ page, complaints } = await open('moho/index.html', { reducedMotion: 'reduce', hasTouch: true, viewport }));
    await controls(page, complaints);
  }, PATIENCE);

  afterAll(async () => {
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('goes to any frame of the timeline, by keys, buttons and pointer', async () => {
    const now = page.locator('.strip .now');
    expect(await now.textContent()).toBe('Rest ');
    const ruler = page.locator('.ruler');
    expect(await ruler.locator('.key').count()).toBeGreaterThan(20);
    await ruler.press('ArrowRight');
    expect(await now.textContent()).toBe('Frame 1 of 120 · 0.00 s · rain');
    expect(amount(await look(page), SUN)).toBe(0);
    await ruler.press('End');
    expect(await frameOf(page)).toBe(120);
    await ruler.press('PageDown');
    await ruler.press('ArrowLeft');
    await page.getByRole('button', { name: 'Frame before' }).click();
    expect(await frameOf(page)).toBe(108);

    const { x, y, width, height } = (await ruler.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + (width * 2) / 3, y + height / 2, { steps: 3 });
    await page.mouse.up();
    expect(Math.abs((await frameOf(page)) - 80)).toBeLessThanOrEqual(1);
    expect(await now.textContent()).toMatch(/^Frame \d+ of 120 · 3\.\d+ s · sun$/);
    expect(amount(await look(page), SUN)).toBeGreaterThan(0.005);
    expect(Number(await page.locator('[data-action=main] [data-control=frame]').inputValue())).toBe(
      await frameOf(page),
    );
    await page.locator('#rest').click();
    expect(await now.textContent()).toBe('Rest ');
  });

  it('turns dials by sliders, and bones by rings: with keys, mouse and finger', async () => {
    const bones = page.locator('#bones');
    const ring = page.getByRole('slider', { name: 'turn look' });
    expect(await ring.isVisible()).toBe(true);
    await bones.uncheck();
    expect(await ring.isVisible()).toBe(false);
    const rest = await look(page);
    await page.getByLabel('dial look').fill('90');
    const right = await look(page);
    expect(difference(rest, right)).toBeGreaterThan(0.005);
    await page.getByLabel('dial look').fill('0');
    expect(difference(rest, await look(page))).toBe(0);
    await page.getByLabel('dial blink').fill('90');
    expect(difference(rest, await look(page))).toBeGreaterThan(0.001);
    await page.locator('#rest').click();
    expect(await output('blink')).toBe('0°');

    await bones.check();
    for (let i = 0; i < 3; i++) await ring.press('PageUp');
    expect(await output('look')).toBe('+90°');
    expect(await ring.getAttribute('aria-valuetext')).toBe('+90°');
    await bones.uncheck();
    expect(difference(right, await look(page))).toBe(0);
    await bones.check();
    await ring.press('Home');
    expect(await output('look')).toBe('0°');

    // Rings are placed with the next picture.
    const middle = async () => {
      await look(page);
      const { x, y, width, height } = (await ring.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { x: x + width / 2, y: y + height / 2 };
    };
    const from = await middle();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 40, from.y, { steps: 3 });
    // The ring goes with the tip of its bone, which goes round its base.
    const to = await middle();
    expect(to.x).toBeLessThan(from.x - 8);
    expect(to.y).toBeGreaterThan(from.y);
    await page.mouse.up();
    const turned = Number.parseInt((await output('look'))?.replace('−', '-') ?? '', 10);
    expect(turned).toBeLessThan(-30);
    expect(turned).toBeGreaterThan(-90);
    await ring.dblclick();
    expect(await output('look')).toBe('0°');

    const at = await middle();
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', at);
    for (const dx of [10, 25, 40]) await touch('touchMove', { x: at.x + dx, y: at.y });
    await touch('touchEnd');
    expect(Number.parseInt((await output('look')) ?? '', 10)).toBeGreaterThan(30);
    await page.locator('#rest').click();
  });

  it('adds its actions up, each by its weight', async () => {
    await page.locator('#bones').uncheck();
    const set = (action: string, control: string, value: string) =>
      page.locator(`[data-action=${action}] [data-control=${control}]`).fill(value);
    const actions = await page
      .locator('[data-action]')
      .evaluateAll((all) => all.map((row) => row.getAttribute('data-action')));
    expect(actions).toEqual(['main', 'gust', 'bounce', 'look', 'blink']);
    const rest = await look(page);
    await set('gust', 'frame', '18');
    const gust = await look(page);
    expect(difference(rest, gust)).toBeGreaterThan(0.01);
    await set('bounce', 'frame', '5');
    expect(difference(gust, await look(page))).toBeGreaterThan(0.01);
    await set('bounce', 'weight', '0');
    expect(difference(gust, await look(page))).toBe(0);
    await set('gust', 'weight', '0');
    expect(difference(rest, await look(page))).toBe(0);
  });
});
