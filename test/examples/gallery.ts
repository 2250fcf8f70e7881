import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { chromiumArgs, findChromium } from '../../src/cli/chromium.mjs';

/** ms. A software GPU draws slowly, and a cold server first prepares the packages. */
export const PATIENCE = 120_000;

export interface OpenPage {
  readonly page: Page;
  /** What the page complained about or asked of other hosts. */
  readonly complaints: string[];
}

interface Served {
  readonly address: string;
  readonly close: () => Promise<unknown>;
}

const config = { configFile: fromRoot('vite.config.ts'), logLevel: 'error' } as const;

/** As `npm start` shows it: each module by itself. */
async function serveSources(): Promise<Served> {
  const server = await createServer({ ...config, server: { port: 0, hmr: false, watch: null } });
  await server.listen();
  return { address: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

/** As it is published. */
async function serveBuilt(): Promise<Served> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'ayatori-gallery-'));
  await build({ ...config, build: { outDir } });
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0 } });
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}

/** The gallery in a browser, for the tests of one file. Its sources take a page some seconds more. */
export function openGallery(form: 'built' | 'sources' = 'built') {
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    served = await (form === 'built' ? serveBuilt() : serveSources());
    const executablePath = findChromium();
    browser = await chromium.launch({ args: chromiumArgs, ...(executablePath !== undefined && { executablePath }) });
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  return {
    /** Opens a page and gathers everything that it complains about or asks of other hosts. */
    async open(
      file: string,
      options: BrowserContextOptions = {},
      prepare?: (page: Page) => Promise<unknown>,
    ): Promise<OpenPage> {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('response', (response) => {
        if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
      });
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(served.address))
          complaints.push(request.url());
      });
      await prepare?.(page);
      await page.goto(served.address + file);
      return { page, complaints };
    },
  };
}

/** Waits until the controls of an example are there; tells what the page says where they do not come. */
export async function controls(page: Page, complaints: string[]): Promise<void> {
  try {
    await page.locator('#panel:visible').waitFor();
  } catch (cause) {
    const shown = await page.locator('.scene').textContent();
    throw new Error(`The controls did not come. The stage says "${shown}". ${complaints.join('\n')}`, { cause });
  }
}

/** A canvas over its ground, once the page has drawn what it was last told. */
export async function look(page: Page, selector = 'canvas', nth = 0): Promise<PNG> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return PNG.sync.read(await page.locator(selector).nth(nth).screenshot());
}

/** Share of the pixels with a channel that differs by more than 8. */
export function difference(a: PNG, b: PNG): number {
  expect([b.width, b.height]).toEqual([a.width, a.height]);
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    if ([0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > 8)) different++;
  }
  return different / (a.width * a.height);
}

/** Share of the pixels within 24 of a colour. */
export function amount({ data, width, height }: PNG, [r, g, b]: [number, number, number]): number {
  let near = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (Math.hypot(data[i] - r, data[i + 1] - g, data[i + 2] - b) < 24) near++;
  }
  return near / (width * height);
}

export const COAT: [number, number, number] = [0x35, 0x50, 0x8c];
export const SCARF: [number, number, number] = [0xdd, 0x42, 0x33];
