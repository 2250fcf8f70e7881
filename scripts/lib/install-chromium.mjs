// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../../src/cli/chromium.mjs';
import { say, stop } from './log.mjs';
import { fromRoot } from './paths.mjs';

/** Path of a Chrome or Chromium; gets one when there is none, or ends the process with one line. */
export function ensureChromium() {
  return (
    find() ??
    (installDebianPackage() ? find() : undefined) ??
    (installFromPlaywright() ? find() : undefined) ??
    stop('No Chrome or Chromium was found or could be got: install one, or set AYATORI_CHROMIUM to its path.')
  );
}

function find() {
  try {
    return findChromium();
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

function installDebianPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  say('Installing Chromium (apt-get install chromium) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [['update'], ['install', '-y', '--no-install-recommends', 'chromium']].every(
    (args) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 2, 2] }).status === 0,
  );
}

function installFromPlaywright() {
  say('Downloading Chromium (playwright-core install chromium) …');
  const installer = fromRoot('node_modules', 'playwright-core', 'cli.js');
  const { status } = spawnSync(process.execPath, [installer, 'install', '--no-shell', 'chromium'], {
    stdio: ['ignore', 2, 2],
  });
  return status === 0;
}
