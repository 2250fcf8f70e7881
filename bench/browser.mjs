// @ts-check
import { chromium } from 'playwright-core';
import { chromiumArgs, findChromium } from '../src/cli/chromium.mjs';
import { bundleForPage } from './bundle.mjs';

const origin = 'http://localhost';

/**
 * Chromium with pages that hold the rig and what `page.ts` measures.
 */
export class BenchBrowser {
  /**
   * @param {import('playwright-core').Browser} browser
   * @param {string} script
   * @param {Readonly<Record<string, Uint8Array>>} rigs By name.
   */
  constructor(browser, script, rigs) {
    this.browser = browser;
    this.script = script;
    this.rigs = rigs;
  }

  /** @param {Readonly<Record<string, Uint8Array>>} rigs By name. */
  static async launch(rigs) {
    const script = await bundleForPage('bench/page.ts');
    const executablePath = findChromium();
    const browser = await chromium.launch({
      args: chromiumArgs,
      ...(executablePath !== undefined && { executablePath }),
    });
    return new BenchBrowser(browser, script, rigs);
  }

  get version() {
    return this.browser.version();
  }

  /**
   * Runs work in a page of its own: no figure depends on what ran before it.
   *
   * @template T
   * @param {(page: import('playwright-core').Page) => Promise<T>} work
   * @param {string} [rig] Which one the page holds.
   */
  async withPage(work, rig = 'baked') {
    const context = await this.browser.newContext({ serviceWorkers: 'block' });
    try {
      await context.route('**/*', (route) => {
        const { pathname } = new URL(route.request().url());
        if (pathname === '/rig') return route.fulfill({ body: Buffer.from(this.rigs[rig]) });
        if (pathname === '/page.js') return route.fulfill({ body: this.script, contentType: 'text/javascript' });
        // Only isolated pages get a clock finer than a tenth of a millisecond.
        return route.fulfill({
          body: '<!doctype html><title>bench</title><script type="module" src="/page.js"></script>',
          contentType: 'text/html',
          headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
        });
      });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      await page.goto(`${origin}/`);
      await page.waitForFunction(() => 'benchPage' in globalThis && globalThis.crossOriginIsolated);
      await page.evaluate(() => globalThis.benchPage.takeRig('/rig'));
      return await work(page);
    } finally {
      await context.close();
    }
  }

  close() {
    return this.browser.close();
  }
}
