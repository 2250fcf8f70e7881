// @ts-check
/**
 * `npm test`: installs what is missing, finds or gets a Chromium, runs all tests. Arguments go to
 * the test runner. The last line alone says `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium } from './lib/install-chromium.mjs';
import { say } from './lib/log.mjs';
import { checkNode, ensurePackages } from './lib/packages.mjs';
import { fromRoot, root } from './lib/paths.mjs';

checkNode();
ensurePackages();
const chromium = ensureChromium();

const folder = mkdtempSync(path.join(os.tmpdir(), 'ayatori-test-'));
const resultFile = path.join(folder, 'result.json');
const runner = fromRoot('node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [runner, 'run', ...process.argv.slice(2), '--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`],
  { cwd: root, stdio: 'inherit', env: { ...process.env, AYATORI_CHROMIUM: chromium } },
);
const { passed, failed, skipped } = counts();
rmSync(folder, { recursive: true, force: true });

const ok = status === 0 && failed === 0 && passed > 0;
// A crash of the runner or an error outside of any test is a failure that no test carries.
const shownFailures = status !== 0 && failed === 0 ? 1 : failed;
if (passed === 0) say('No test passed.');
process.stdout.write(`${passed} passed, ${shownFailures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = ok ? 0 : 1;

function counts() {
  if (!existsSync(resultFile)) return { passed: 0, failed: 0, skipped: 0 };
  /**
   * @type {{
   *   numPassedTests: number,
   *   numFailedTests: number,
   *   numPendingTests: number,
   *   numTodoTests: number,
   *   testResults: { status: string, assertionResults: { status: string }[] }[],
   * }}
   */
  const result = JSON.parse(readFileSync(resultFile, 'utf8'));
  // A file that does not load fails without a test of its own.
  const failedFiles = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + failedFiles.length,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}
