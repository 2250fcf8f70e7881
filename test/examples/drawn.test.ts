import type { Page } from 'playwright-core';
import type { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controls, difference, look, openGallery, PATIENCE } from './gallery.ts';

const { open } = openGallery();

/** A picture may take a second here. */
const SLOWLY = { timeout: 30_000 };
/** Puts the mark of the keyboard on the canvas, which would make any two pictures differ. */
const takeKeys = (page: Page) => page.locator('canvas').press('a');

/** Share of strong colours in the right and lower three quarters of a picture. */
function colored({ data, width, height }: PNG): number {
  let strong = 0;
  for (let y = height >> 2; y < height; y++) {
    for (let x = width >> 2; x < width; x++) {
      const [r, g, b] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
      if (Math.max(r, g, b) - Math.min(r, g, b) > 90) strong++;
    }
  }
  return strong / (width * height);
}

const STILL = { reducedMotion: 'reduce', viewport: { width: 480, height: 1400 } } as const;

describe.each(['flock', 'rubber-band'])('%s', { timeout: PATIENCE }, (name) => {
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    ({ page, complaints } = await open(`${name}/index.html`, { ...STILL, hasTouch: true }));
    await controls(page, complaints);
  }, PATIENCE);

  afterAll(async () => {
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('moves by itself, stops and goes on, and fits a screen 320 px wide', async () => {
    const { page, complaints } = await open(`${name}/index.html`, { viewport: { width: 480, height: 1400 } });
    await controls(page, complaints);
    const play = page.locator('#play');
    expect(await play.textContent()).toBe('Pause');
    const first = await look(page);
    await expect.poll(async () => difference(first, await look(page)), SLOWLY).toBeGreaterThan(0.002);
    await play.press('Space');
    expect(await play.textContent()).toBe('Play');
    const still = await look(page);
    await page.waitForTimeout(300);
    expect(difference(still, await look(page))).toBe(0);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('follows pointer and keys, in at most 8 draws', async () => {
    expect(await page.locator('#play').textContent()).toBe('Play');
    await takeKeys(page);
    const before = await look(page);
    const box = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (let i = 0; i < 8; i++) await page.mouse.move(box.x + box.width * 0.8 + i, box.y + box.height * 0.8);
    const pulled = await look(page);
    expect(difference(before, pulled)).toBeGreaterThan(0.002);
    for (let i = 0; i < 8; i++) await page.locator('canvas').press('ArrowLeft');
    expect(difference(pulled, await look(page))).toBeGreaterThan(0.002);
    expect(await page.locator('#stats').textContent()).toMatch(/^[1-8] draws/);
  });

  it('follows a finger', async () => {
    const before = await look(page);
    const box = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width * share, y: box.y + box.height * 0.8 }],
      });
    await touch('touchStart', 0.5);
    for (let i = 0; i < 8; i++) await touch('touchMove', 0.6 + 0.03 * i);
    await touch('touchEnd', 0);
    expect(difference(before, await look(page))).toBeGreaterThan(0.002);
  });
});

describe('what belongs to one of them', { timeout: PATIENCE }, () => {
  it('Flock: 5,000 circles in at most 8 draws; a click starts anew', async () => {
    const { page, complaints } = await open('flock/index.html', STILL);
    await controls(page, complaints);
    await page.locator('#count').fill('5000');
    await takeKeys(page);
    const first = await look(page);
    expect(await page.locator('#stats').textContent()).toMatch(/^[1-8] draws5,000 circles/);
    await page.locator('canvas').press('Enter');
    const second = await look(page);
    expect(difference(first, second)).toBeGreaterThan(0.01);
    // All gather where the pointer is, and are all over the place again after a click.
    await page.locator('#count').fill('12');
    const box = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const corner = { x: box.x + 60, y: box.y + 60 };
    for (let i = 0; i < 150; i++) await page.mouse.move(corner.x + (i % 2), corner.y);
    const gathered = colored(await look(page));
    await page.mouse.down();
    await page.mouse.up();
    expect(gathered).toBeLessThan(0.01);
    expect(colored(await look(page))).toBeGreaterThan(gathered + 0.01);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('Rubber band: a click hides the points, another one shows them', async () => {
    const { page, complaints } = await open('rubber-band/index.html', STILL);
    await controls(page, complaints);
    const box = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await takeKeys(page);
    const shown = await look(page);
    await page.locator('canvas').press('Enter');
    const hidden = await look(page);
    expect(difference(shown, hidden)).toBeGreaterThan(0.002);
    expect(await page.locator('#points').isChecked()).toBe(false);
    await page.locator('canvas').press('Enter');
    expect(difference(shown, await look(page))).toBe(0);
    await page.locator('canvas').click();
    expect(await page.locator('#points').isChecked()).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
