import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumArgs, findChromium } from '../../src/cli/chromium.mjs';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** μs. */
  readonly ts: number;
  readonly dur?: number;
  /** μs in which the thread itself was at work. */
  readonly tdur?: number;
  readonly args: { readonly src_func?: string };
}

export interface Task {
  /** ms in which the thread itself was at work: on a busy machine the clock also runs while others are. */
  readonly milliseconds: number;
  /** Who posted it, as the browser names it. */
  readonly from: string;
}

const categories = ['toplevel', 'blink.user_timing'];

/** Chromium with a page, of whose main thread each task is known. */
export class TracedPage {
  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
  ) {}

  static async open(url: string): Promise<TracedPage> {
    const executablePath = findChromium();
    const browser = await chromium.launch({
      args: chromiumArgs,
      ...(executablePath !== undefined && { executablePath }),
    });
    const page = await browser.newPage();
    await page.goto(url);
    return new TracedPage(browser, page);
  }

  /** Tasks from the mark `load-starts` to `load-ends`, which `work` sets in the page, the longest first. */
  async tasksOf(work: (page: Page) => Promise<unknown>): Promise<Task[]> {
    const session = await this.browser.newBrowserCDPSession();
    const events: TraceEvent[] = [];
    session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: categories },
    });
    await work(this.page);
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const [start, end] = ['load-starts', 'load-ends'].map((name) => events.find((event) => event.name === name));
    if (!start || !end) throw new Error('the page set no marks');
    return events
      .filter(
        ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && pid === start.pid && tid === start.tid,
      )
      .filter(({ ts, dur = 0 }) => ts + dur > start.ts && ts < end.ts)
      .map(({ tdur = Number.NaN, args }) => ({ milliseconds: tdur / 1000, from: args.src_func ?? '' }))
      .toSorted((a, b) => b.milliseconds - a.milliseconds);
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
