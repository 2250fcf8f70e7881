import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { aliases, fromRoot } from './scripts/lib/paths.mjs';
import { chromiumArgs, findChromium } from './src/cli/chromium.mjs';

const sharedData = fromRoot('..', 'shared', 'data');
const outputFolder = fromRoot('test', 'output');

/** Serves the files of ../shared/data, where they exist, under /shared/ for tests in the browser. */
function serveSharedData(): Plugin {
  return {
    name: 'shared-data',
    configureServer(server) {
      server.middlewares.use('/shared/', (request, response) => {
        const file = sharedFile(request.url ?? '/');
        if (file === undefined) {
          response.statusCode = 404;
          response.end();
          return;
        }
        response.setHeader('Content-Length', statSync(file).size);
        response.setHeader('Content-Type', contentTypes[path.extname(file)] ?? 'application/octet-stream');
        createReadStream(file).pipe(response);
      });
    },
  };
}

const contentTypes: Record<string, string> = {
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The file behind a URL below /shared/, or undefined when there is none or it lies outside. */
function sharedFile(url: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(url.replace(/[?#].*$/, ''));
  } catch {
    return undefined;
  }
  if (name.includes('\0')) return undefined;
  const file = path.join(sharedData, name);
  if (!file.startsWith(sharedData + path.sep)) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/** Leaves a file in test/output/ to look at, such as a PNG. Gives its path. */
const writeOutput: BrowserCommand<[name: string, base64: string]> = async (_context, name, base64) => {
  const file = path.join(outputFolder, name);
  if (!file.startsWith(outputFolder + path.sep)) throw new Error(`${name} is not inside test/output.`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(base64, 'base64'));
  return file;
};

const executablePath = findChromium();

// Found one by one while tests run, they would reload the page under them.
const browserDependencies = [
  'bezier-easing',
  'colord',
  'colord/plugins/names',
  'd3-dsv',
  'd3-ease',
  'fflate',
  'gl-matrix',
  'saxes',
  'stylis',
  'svg-pathdata',
  'twgl.js',
];
// Cores are shared and the GPU is software: what takes a second may take twenty.
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };
const setupFiles = [fromRoot('test/setup.ts')];
const resolve = { alias: aliases };

export default defineConfig({
  test: {
    // Pictures take a software GPU long: `npm run test:pictures` compares all of the long lists.
    provide: { sharedData: existsSync(sharedData), allPictures: process.env.ALL_PICTURES === '1' },
    projects: [
      {
        resolve,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.browser.test.ts'],
          setupFiles,
          ...patience,
        },
      },
      {
        resolve,
        plugins: [serveSharedData()],
        optimizeDeps: { include: browserDependencies },
        test: {
          name: 'browser',
          include: ['test/**/*.browser.test.ts'],
          setupFiles,
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: [...chromiumArgs, '--js-flags=--expose-gc', '--enable-precise-memory-info'],
                ...(executablePath === undefined ? {} : { executablePath }),
              },
            }),
            instances: [{ browser: 'chromium' }],
            commands: { writeOutput },
          },
        },
      },
    ],
  },
});
