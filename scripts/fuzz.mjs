// @ts-check
/**
 * `npm run fuzz`: tries 100,000 spoilt inputs, or as many as the first argument says, others each
 * time. FUZZ_SEED=… repeats a run that failed: its message names the seed.
 */
import { spawnSync } from 'node:child_process';
import { stop } from './lib/log.mjs';
import { checkNode, ensurePackages } from './lib/packages.mjs';
import { fromRoot, root } from './lib/paths.mjs';

checkNode();
const [count = '100000'] = process.argv.slice(2);
if (!/^[1-9]\d{0,8}$/.test(count)) stop('The argument is how many inputs to try.', 2);
ensurePackages();
const files = [
  'test/loader/fuzz.test.ts',
  'test/loader/path-data-bin-fuzz.test.ts',
  'test/compile/fuzz.test.ts',
  'test/cli/job.test.ts',
  'test/loader/moho/fuzz.test.ts',
];
const { status } = spawnSync(
  process.execPath,
  [fromRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'node', ...files],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ_RUNS: count } },
);
process.exitCode = status ?? 1;
