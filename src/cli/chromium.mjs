// @ts-check
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// Plain JavaScript: the scripts that fetch packages and browsers run it before anything is built.

/** A software GPU and nothing that talks to the network: the same picture on every machine. */
export const chromiumArgs = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
  'microsoft-edge',
  'msedge.exe',
];

/**
 * Path of a Chrome or Chromium: the one AYATORI_CHROMIUM names, else the first on PATH, in the
 * usual places of the system, or in the test runner's own store. Undefined when there is none.
 *
 * @returns {string | undefined}
 * @throws When AYATORI_CHROMIUM names no program.
 */
export function findChromium() {
  const wanted = process.env.AYATORI_CHROMIUM;
  if (wanted) {
    if (isProgram(wanted)) return wanted;
    throw new Error(`AYATORI_CHROMIUM is ${wanted}, which is not a program.`);
  }
  return candidates().find(isProgram);
}

function candidates() {
  const home = os.homedir();
  const found = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  if (process.platform === 'darwin') {
    for (const folder of ['/Applications', path.join(home, 'Applications')]) {
      for (const app of ['Google Chrome', 'Chromium', 'Microsoft Edge']) {
        found.push(path.join(folder, `${app}.app`, 'Contents/MacOS', app));
      }
    }
  } else if (process.platform === 'win32') {
    for (const variable of ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']) {
      const folder = process.env[variable];
      if (!folder) continue;
      found.push(path.join(folder, 'Google/Chrome/Application/chrome.exe'));
      found.push(path.join(folder, 'Chromium/Application/chrome.exe'));
      found.push(path.join(folder, 'Microsoft/Edge/Application/msedge.exe'));
    }
  } else {
    found.push('/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium');
  }
  return [...found, ...downloaded(home)];
}

/** Browsers that Playwright's installer has put down, newest first. @param {string} home */
function downloaded(home) {
  const cache =
    process.platform === 'darwin'
      ? path.join(home, 'Library/Caches')
      : process.platform === 'win32'
        ? (process.env.LOCALAPPDATA ?? path.join(home, 'AppData/Local'))
        : (process.env.XDG_CACHE_HOME ?? path.join(home, '.cache'));
  const store = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(cache, 'ms-playwright');
  if (!existsSync(store)) return [];
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-linux-arm64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  return readdirSync(store)
    .filter((folder) => /^chromium-\d+$/.test(folder))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((folder) => programs.map((program) => path.join(store, folder, program)));
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
