import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { leaveUnused } from '../../scripts/lib/lean-packages.mjs';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { readPathData } from '../../src/loader/svg/path-data.ts';

async function built(plugins: ReturnType<typeof leaveUnused>[]): Promise<string> {
  const result = await build({
    root: fromRoot(),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins,
    build: {
      write: false,
      lib: { entry: fromRoot('src/loader/svg/path-data.ts'), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = result as Rolldown.RolldownOutput[];
  return output[0].code;
}

test('path data reads the same without what builds leave out around its parser', { timeout: 60_000 }, async () => {
  const code = await built([leaveUnused()]);
  expect(await built([])).toContain('ANNOTATE_ARCS');
  expect(code).not.toContain('ANNOTATE_ARCS');
  const data = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  const lean: { readPathData: typeof readPathData } = await import(/* @vite-ignore */ data);
  for (const d of [
    'M 1 2 L 3 4 5 6 H 7 V 8 C 1 2 3 4 5 6 S 7 8 9 1 Q 1 2 3 4 T 5 6 Z',
    'm1-2l3.5.5h-7v8c1 2 3 4 5 6s7 8 9 1q1 2 3 4t5 6zm1 1z',
    'M0 0 L 1',
    'M0 0 L 1 x',
    'M0 0 Z 1',
    'L1 1',
    '',
  ]) {
    const own = readPathData(d, 1000).next().value;
    expect(own).toBeDefined();
    expect(lean.readPathData(d, 1000).next().value).toEqual(own);
  }
});
