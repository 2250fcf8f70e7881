import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { amount, controls, difference, look, openGallery, PATIENCE } from './gallery.ts';

const { open } = openGallery();

const PETAL: [number, number, number] = [0xc8, 0x40, 0x2f];

/** The two wheels, each with its half of the picture. */
async function wheels(page: Page): Promise<[snapped: PNG, smooth: PNG]> {
  const whole = await look(page);
  // Outside is what shows that the canvas has the keyboard, below are captions.
  const edge = 10;
  const width = Math.floor(whole.width / 2) - edge;
  const height = Math.floor(whole.height * 0.8) - edge;
  const part = (left: number) => {
    const half = new PNG({ width, height });
    PNG.bitblt(whole, half, left, edge, width, height, 0, 0);
    return half;
  };
  return [part(edge), part(whole.width - edge - width)];
}

const turned = (a: PNG, b: PNG) => difference(a, b) > 0.004;

describe('the spinner', { timeout: PATIENCE }, () => {
  it('turns when it opens, in a window 320 px wide, and stops at a tap', async () => {
    const { page, complaints } = await open('spinner/index.html', {
      viewport: { width: 320, height: 900 },
      hasTouch: true,
    });
    await controls(page, complaints);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const [left, right] = await wheels(page);
    for (const wheel of [left, right]) expect(amount(wheel, PETAL)).toBeGreaterThan(0.005);
    for (const nth of [0, 1] as const) {
      const before = (await wheels(page))[nth];
      await expect.poll(async () => turned(before, (await wheels(page))[nth]), { timeout: 30_000 }).toBe(true);
    }
    await page.locator('canvas').tap();
    expect(await page.locator('#play').textContent()).toBe('Play');
    const still = await look(page);
    await page.waitForTimeout(300);
    expect(difference(still, await look(page))).toBe(0);
    // Its time began at the start; only backwards is there a long way to go.
    const time = Number.parseFloat((await page.locator('#stats b').last().textContent()) ?? '');
    expect(time).toBeGreaterThan(0);
    expect(time).toBeLessThan(900);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('snaps to the nearest step, by keys, mouse and settings', async () => {
    const { page, complaints } = await open('spinner/index.html', {
      viewport: { width: 700, height: 1400 },
      reducedMotion: 'reduce',
    });
    await controls(page, complaints);
    expect(await page.locator('#play').textContent()).toBe('Play');
    const canvas = page.locator('canvas');
    await canvas.focus();
    const start = await wheels(page);
    const since = async (from: [PNG, PNG]) => {
      const now = await wheels(page);
      return [turned(from[0], now[0]), turned(from[1], now[1])];
    };
    // 50 ms is nearer to the first stop of eight, 75 ms to the second.
    await canvas.press('ArrowRight');
    await canvas.press('ArrowRight');
    expect(await since(start)).toEqual([false, true]);
    await canvas.press('ArrowRight');
    expect(await since(start)).toEqual([true, true]);
    // Of four, 75 ms is still near the first.
    await page.locator('#steps').fill('4');
    expect(await since(start)).toEqual([false, true]);
    expect(await page.locator('#code').textContent()).toContain('snap(4, linear)');
    // Under this one it is beyond the first: the stops are taken of what it gives.
    await page.locator('#inner').selectOption('easeOutBack');
    expect(await since(start)).toEqual([true, true]);
    await page.locator('#inner').selectOption('linear');
    expect(await since(start)).toEqual([false, true]);

    // Half the width is a round: an eighth of it is half a round, which is on a stop of both.
    const box = await canvas.boundingBox();
    if (!box) throw new Error('The canvas is not to be seen.');
    const drag = async (way: number) => {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + way, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
    };
    const before = await wheels(page);
    await drag(box.width / 4);
    expect(await since(before)).toEqual([true, true]);
    await drag(-box.width / 4);
    expect(await since(before)).toEqual([false, false]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
