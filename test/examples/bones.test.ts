import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { amount, COAT, controls, difference, look, openGallery, PATIENCE } from './gallery.ts';

const { open } = openGallery();

/** Nothing has to scroll, and the canvas is small. */
const SCREEN = { width: 480, height: 1900 };
const STILL = { reducedMotion: 'reduce', viewport: SCREEN } as const;
const SLOWLY = { timeout: 30_000 };

const middleOf = async (page: Page, grip: string) => {
  const box = await page.getByRole('button', { name: grip, exact: true }).boundingBox();
  if (!box) throw new Error(`The page has no ${grip}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Takes hold of a ring with the mouse and drags it so far, CSS px. */
async function drag(page: Page, grip: string, dx: number, dy: number): Promise<void> {
  const { x, y } = await middleOf(page, grip);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
}

/** What the page says of how far a ring is from where it is dragged to, CSS px. */
const gap = async (page: Page) => Number(/([\d.]+) px/.exec((await page.locator('#stats').textContent()) ?? '')?.[1]);

describe('By the bones', { timeout: PATIENCE }, () => {
  it('lets a paw be dragged: there it is, and back again when let go', async () => {
    const { page, complaints } = await open('bones/index.html', STILL);
    await controls(page, complaints);
    const rest = await look(page);
    expect(amount(rest, COAT)).toBeGreaterThan(0.02);
    const from = await middleOf(page, 'Near paw');
    await drag(page, 'Near paw', -45, -60);
    await expect.poll(() => gap(page), SLOWLY).toBeLessThan(0.2);
    const to = await middleOf(page, 'Near paw');
    expect([to.x - from.x, to.y - from.y]).toEqual([expect.closeTo(-45, 0), expect.closeTo(-60, 0)]);
    expect(difference(rest, await look(page))).toBeGreaterThan(0.01);
    // Too far: it is stretched for.
    await page.mouse.move(to.x - 100, to.y);
    await expect.poll(() => gap(page), SLOWLY).toBeGreaterThan(20);
    await page.mouse.up();
    await page.mouse.move(2, 2);
    await page.getByRole('button', { name: 'Near paw' }).evaluate((ring) => (ring as HTMLElement).blur());
    await expect.poll(async () => difference(rest, await look(page)), SLOWLY).toBeLessThan(0.001);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('turns the face by its bone: by the nose, the slider and the keyboard', async () => {
    const { page, complaints } = await open('bones/index.html', STILL);
    await controls(page, complaints);
    const frame = () => page.locator('#look-value').textContent();
    expect(await frame()).toBe('frame 4.00 of look');
    const rest = await look(page);
    await page.locator('#stay').check();
    await drag(page, 'Face', -40, 0);
    await page.mouse.up();
    await expect.poll(async () => Number(/[\d.]+/.exec((await frame()) ?? '')?.[0]), SLOWLY).toBeLessThan(3);
    expect(difference(rest, await look(page))).toBeGreaterThan(0.02);
    await page.locator('#look').fill('-90');
    await expect.poll(frame, SLOWLY).toBe('frame 1.00 of look');
    await page.locator('#rest').click();
    await expect.poll(frame, SLOWLY).toBe('frame 4.00 of look');
    await page.getByRole('button', { name: 'Face' }).press('ArrowRight');
    await expect.poll(async () => Number(/[\d.]+/.exec((await frame()) ?? '')?.[0]), SLOWLY).toBeGreaterThan(4.2);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows what is behind the picture, for one group or all', async () => {
    const { page, complaints } = await open('bones/index.html', STILL);
    await controls(page, complaints);
    const inked = () =>
      page.locator('#behind').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        // A copy: reading the canvas itself over and over makes the browser complain.
        const copy = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
        copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
        const { data } = copy.getImageData(0, 0, width, height);
        return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0);
      });
    expect(await inked()).toBe(0);
    for (const layer of ['bones', 'zones', 'points', 'handles', 'bounds', 'names']) {
      await page.locator(`#layers [name=${layer}]`).check();
      await expect.poll(inked, { ...SLOWLY, message: layer }).toBeGreaterThan(500);
      await page.locator(`#layers [name=${layer}]`).uncheck();
      await expect.poll(inked, SLOWLY).toBe(0);
    }
    await page.locator('#layers [name=points]').check();
    await expect.poll(inked, SLOWLY).toBeGreaterThan(0);
    const all = await inked();
    await page.locator('#group').selectOption('tail');
    await expect.poll(inked, SLOWLY).toBeLessThan(all / 4);
    expect(await inked()).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('is alive by itself, follows a finger, and fits a screen 320 px wide', async () => {
    const { page, complaints } = await open('bones/index.html', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await controls(page, complaints);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const first = await look(page);
    await expect.poll(async () => difference(first, await look(page)), SLOWLY).toBeGreaterThan(0.003);
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    const { x, y } = await middleOf(page, 'Scarf');
    await send('touchStart', [{ x, y }]);
    await send('touchMove', [{ x: x + 5, y: y + 20 }]);
    await send('touchMove', [{ x: x + 10, y: y + 45 }]);
    await expect.poll(async () => (await middleOf(page, 'Scarf')).y - y, SLOWLY).toBeGreaterThan(20);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await send('touchEnd', []);
    await expect.poll(async () => Math.abs((await middleOf(page, 'Scarf')).y - y), SLOWLY).toBeLessThan(15);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
