// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { say, stop } from './log.mjs';
import { fromRoot, root } from './paths.mjs';

/** Ends the process with one line when this Node is too old for the tools. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
}

/** Installs what package-lock.json names, unless it is there already. */
export function ensurePackages() {
  if (arePackagesInstalled()) return;
  say('Installing packages (npm ci) …');
  // Under `npm run`, npm says where it is; by name it would need a shell on Windows.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (status !== 0) stop('The packages could not be installed: see the lines above.');
}

/**
 * Compares versions, not times: a checkout sets times at will. Optional packages are for other
 * systems when they are absent.
 */
function arePackagesInstalled() {
  const installedFile = fromRoot('node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = lockedPackages(fromRoot('package-lock.json'));
  const installed = lockedPackages(installedFile);
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      name === '' || (installed[name] ? installed[name].version === version : optional === true),
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
