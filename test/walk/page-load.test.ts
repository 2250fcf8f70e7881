import { createReadStream, readdirSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundleForPage } from '../../bench/bundle.mjs';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { TracedPage } from '../support/traced-page.ts';

const walk = fromRoot('..', 'shared', 'data', 'walk');

/** Serves the page and the walk. */
async function serve(): Promise<Server> {
  const script = await bundleForPage('test/walk/page/page.ts');
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '/');
    const file = name.startsWith('/walk/') ? path.join(walk, name.slice(6)) : undefined;
    const stat = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
    if (name === '/') {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<!doctype html><title>walk</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
      );
    } else if (name === '/page.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(script);
    } else if (file !== undefined && stat?.isFile()) {
      response.setHeader('content-length', stat.size);
      createReadStream(file).pipe(response);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(!globalThis.__SHARED_DATA__)('the walk in a page (needs ../shared)', () => {
  let server: Server;
  let traced: TracedPage;

  beforeAll(async () => {
    server = await serve();
  });

  afterAll(() => server?.close());

  // None has to sweep what another one left.
  beforeEach(async () => {
    traced = await TracedPage.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await traced.page.waitForFunction(() => 'walkPage' in globalThis);
  });

  afterEach(() => traced?.close());

  const files = () =>
    readdirSync(walk, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(path.sep).join('/'))
      .filter((name) => /\.(?:svg|csv|json)$/.test(name));

  test('fetched, it never blocks the page for more than 50 ms, nor leaves it more to sweep at once', async () => {
    const tasks = await traced.tasksOf(async (page) => {
      expect(await page.evaluate(() => globalThis.walkPage.fetched())).toBe(335);
    });
    expect(tasks.length).toBeGreaterThan(1000);
    expect(tasks[0].milliseconds, JSON.stringify(tasks.slice(0, 3))).toBeLessThan(50);
  }, 180_000);

  test('dropped as files, it does neither', async () => {
    const tasks = await traced.tasksOf(async (page) => {
      expect(await page.evaluate((names) => globalThis.walkPage.dropped(names), files())).toBe(335);
    });
    expect(tasks.length).toBeGreaterThan(500);
    expect(tasks[0].milliseconds, JSON.stringify(tasks.slice(0, 3))).toBeLessThan(50);
  }, 180_000);
});
