import { describe, expect, it } from 'vitest';
import { amount, COAT, controls, difference, look, openGallery, PATIENCE } from './gallery.ts';

const { open } = openGallery();
const SLOWLY = { timeout: 30_000 };

describe('the mix desk', { timeout: PATIENCE }, () => {
  it('plays when it opens, in a window 320 px wide, and tells of its markers', async () => {
    const { page, complaints } = await open('mix-desk/index.html', {
      viewport: { width: 320, height: 900 },
      hasTouch: true,
    });
    await controls(page, complaints);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const first = await look(page);
    expect(amount(first, COAT)).toBeGreaterThan(0.02);
    await expect.poll(async () => difference(first, await look(page)), SLOWLY).toBeGreaterThan(0.005);
    await expect.poll(async () => await page.locator('#said').textContent(), SLOWLY).toMatch(/“(left|right) foot”/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('keeps a mix in the midst of a fade, and gives the same picture on a new stage', async () => {
    const opened = () =>
      open('mix-desk/index.html', { viewport: { width: 480, height: 1900 }, reducedMotion: 'reduce' });
    const { page, complaints } = await opened();
    await controls(page, complaints);
    const rest = await look(page);
    await page.locator('[data-action=walk] [data-control=weight]').fill('1');
    await page.locator('[data-action=walk] [data-control=speed]').fill('0.7');
    await page.locator('#seconds').fill('3');
    await page.getByRole('button', { name: 'to arm wave' }).click();
    await page.waitForTimeout(700);
    for (const name of ['walk', 'arm wave']) await page.getByRole('button', { name: `Pause ${name}` }).click();
    await page.locator('#save').click();
    const text = await page.locator('#json').inputValue();
    expect(text.length).toBeLessThanOrEqual(1024);
    const saved = JSON.parse(text) as { actions: Record<string, { weight?: number }> };
    expect(saved.actions.walk.weight).toBeLessThan(1);
    expect(saved.actions.walk.weight).toBeGreaterThan(0);
    await page.locator('#restore').click();
    const before = await look(page);
    expect(difference(rest, before)).toBeGreaterThan(0.005);
    expect(complaints).toEqual([]);
    await page.close();

    const other = await opened();
    await controls(other.page, other.complaints);
    expect(difference(await look(other.page), rest)).toBe(0);
    await other.page.locator('#json').fill(text);
    await other.page.locator('#restore').click();
    expect(difference(await look(other.page), before)).toBe(0);
    await other.page.locator('#json').fill('[');
    await other.page.locator('#restore').click();
    expect(await other.page.locator('#told').textContent()).toContain('This is not a mix');
    expect(other.complaints).toEqual([]);
    await other.page.close();
  });

  it('records what is done, a dragged bone too, and plays it again', async () => {
    const { page, complaints } = await open('mix-desk/index.html', {
      viewport: { width: 480, height: 1900 },
      reducedMotion: 'reduce',
    });
    await controls(page, complaints);
    const rest = await look(page);
    await page.locator('#record').click();
    await page.locator('[data-action=smile] [data-control=weight]').fill('1');
    const paw = page.getByRole('button', { name: 'Near paw' });
    const { x, y } = (await paw.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 12, y + 12);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 60, { steps: 4 });
    await page.waitForTimeout(300);
    expect(difference(rest, await look(page))).toBeGreaterThan(0.005);
    await page.mouse.up();
    await page.locator('#record').click();
    const recording = JSON.parse(await page.locator('#json').inputValue()) as { acts: [number, [string]][] };
    const kinds = new Set(recording.acts.map(([, [kind]]) => kind));
    expect([...kinds].sort()).toEqual(['reach', 'release', 'weight']);
    await page.locator('#rest').click();
    await page.locator('#replay').click();
    await expect.poll(async () => difference(rest, await look(page)), SLOWLY).toBeGreaterThan(0.005);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
