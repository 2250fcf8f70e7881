import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { AyatoriError } from '../engine/model/problem.ts';
import type { Rig } from '../engine/model/rig.ts';
import { encodeRig } from '../engine/model/transfer.ts';
import { chromiumArgs, findChromium } from './chromium.mjs';
import { describeFault } from './faults.ts';
import type { DrawRequest, Reply } from './page-protocol.ts';

/** Bytes of a rig in one call; browsers limit how long a message may be. */
const partBytes = 3 * 2 ** 22;

/** ms for one call into the page. */
const patience = 120_000;

/**
 * A headless Chromium with one page that draws. Starts with the first rig; when the page is lost,
 * the next rig gets a new one.
 */
export class DrawingBrowser {
  readonly #pageScript: URL;
  #browser: Browser | undefined;
  #page: Page | undefined;
  #rig: Rig | undefined;

  /** @param pageScript The built `render-page.ts`. */
  constructor(pageScript: URL) {
    this.#pageScript = pageScript;
  }

  /**
   * Draws a rig; sends it first unless it is the one drawn last.
   * @returns The drawing buffer: bottom row first, colours times alpha.
   * @throws AyatoriError
   */
  async draw(rig: Rig, request: DrawRequest): Promise<Uint8Array> {
    try {
      const page = await this.#open();
      if (this.#rig !== rig) await this.#send(page, rig);
      const base64 = await within(page.evaluate((asked) => globalThis.ayatoriPage.draw(asked), request));
      return Buffer.from(resultOf(base64), 'base64');
    } catch (error) {
      // What a page says about its input leaves it sound; after anything else it is not to be trusted.
      if (error instanceof AyatoriError && !['context', 'timeout'].includes(error.problem.code)) throw error;
      await this.close();
      if (error instanceof AyatoriError) throw error;
      throw new AyatoriError({ code: 'browser', message: `the browser failed: ${firstLine(error)}` }, { cause: error });
    }
  }

  async close(): Promise<void> {
    const browser = this.#browser;
    this.#browser = undefined;
    this.#page = undefined;
    this.#rig = undefined;
    await browser?.close();
  }

  async #send(page: Page, rig: Rig): Promise<void> {
    this.#rig = undefined;
    const bytes = encodeRig(rig);
    for (let i = 0; i < bytes.length; i += partBytes) {
      const base64 = Buffer.from(bytes.buffer, i, Math.min(partBytes, bytes.length - i)).toString('base64');
      await within(page.evaluate((part) => globalThis.ayatoriPage.receive(part), base64));
    }
    resultOf(await within(page.evaluate(() => globalThis.ayatoriPage.useRig())));
    this.#rig = rig;
  }

  async #open(): Promise<Page> {
    if (this.#page !== undefined) return this.#page;
    const script = await readFile(this.#pageScript, 'utf8');
    this.#browser = await launch();
    // The page has all it needs; nothing may reach the network from it.
    const context = await this.#browser.newContext({ offline: true, serviceWorkers: 'block' });
    await context.route('**/*', (route) => route.abort());
    const page = await context.newPage();
    await page.setContent('<!doctype html><title>ayatori render</title>');
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction(() => 'ayatoriPage' in globalThis);
    this.#page = page;
    return page;
  }
}

/** Whether no picture at all can be drawn on this machine. */
export function isHopeless(error: unknown): boolean {
  return (
    error instanceof AyatoriError && ['no-playwright', 'no-chromium', 'browser-start'].includes(error.problem.code)
  );
}

async function launch(): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch((cause) => {
    throw new AyatoriError(
      {
        code: 'no-playwright',
        message: 'drawing needs the package playwright-core, which is not installed',
        hint: 'npm install playwright-core',
      },
      { cause },
    );
  });
  let executablePath: string | undefined;
  try {
    executablePath = findChromium();
  } catch (cause) {
    throw new AyatoriError({ code: 'no-chromium', message: describeFault(cause) }, { cause });
  }
  if (executablePath === undefined) {
    throw new AyatoriError({
      code: 'no-chromium',
      message: 'drawing needs Chrome or Chromium, and none was found',
      hint: 'install one, or set AYATORI_CHROMIUM to its path',
    });
  }
  try {
    return await chromium.launch({ executablePath, args: chromiumArgs });
  } catch (cause) {
    throw new AyatoriError(
      { code: 'browser-start', file: executablePath, message: `the browser does not start: ${firstLine(cause)}` },
      { cause },
    );
  }
}

function resultOf<Value>(reply: Reply<Value>): Value {
  if ('problem' in reply) throw new AyatoriError(reply.problem);
  return reply.value;
}

/** A page that hangs must not hang the command. */
async function within<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new AyatoriError({ code: 'timeout', message: `the picture was not drawn within ${patience / 1000} seconds` }),
      );
    }, patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0];
