import { readdirSync, readFileSync } from 'node:fs';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { leaveUnused, rows } from '../../scripts/lib/lean-packages.mjs';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { learnColorNames, parseColor } from '../../src/loader/svg/color.ts';
import { readPathData } from '../../src/loader/svg/path-data.ts';

type Plugins = ReturnType<typeof leaveUnused>[];

async function built(entry: string, plugins: Plugins): Promise<string> {
  const result = await build({
    root: fromRoot(),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins,
    build: {
      write: false,
      minify: false,
      lib: { entry: fromRoot(entry), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = result as Rolldown.RolldownOutput[];
  return output[0].code;
}

/** A module without what builds leave out, such as what has a word in it. */
async function leanOf<T>(entry: string, word: string): Promise<T> {
  const code = await built(entry, [leaveUnused()]);
  expect(await built(entry, [])).toContain(word);
  expect(code).not.toContain(word);
  return await import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

test('path data reads the same without what builds leave out around its parser', { timeout: 60_000 }, async () => {
  const lean: { readPathData: typeof readPathData } = await leanOf('src/loader/svg/path-data.ts', 'ANNOTATE_ARCS');
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

test('colours read the same without the methods that change them', { timeout: 60_000 }, async () => {
  type Colors = { parseColor: typeof parseColor; learnColorNames: typeof learnColorNames };
  const lean = await leanOf<Colors>('src/loader/svg/color.ts', 'desaturate');
  const { default: names } = await import('colord/plugins/names');
  learnColorNames(names);
  lean.learnColorNames(names);
  for (const text of [
    '#f80',
    '#ff8800',
    '#ff880080',
    'rgb(1, 2, 3)',
    'rgb(10% 20% 30% / 0.5)',
    'hsl(120, 50%, 50%)',
    'hsla(0.4turn 50% 50% / 25%)',
    'rebeccapurple',
    'transparent',
    'no colour',
    '#12',
  ]) {
    expect(lean.parseColor(text)).toEqual(parseColor(text));
  }
  expect(lean.parseColor('rebeccapurple')).toEqual([0.4, 0.2, 0.6, 1]);
});

test('nothing that is used reads a table that builds leave out of twgl.js', { timeout: 60_000 }, async () => {
  const tables = /attrTypeMap|glTypeToTypedArray|formatInfo|attachmentsByFormat|renderbufferFormats/g;
  const [plain, lean] = [
    await built('src/engine/render/device.ts', []),
    await built('src/engine/render/device.ts', [leaveUnused()]),
  ];
  expect(new Set(plain.match(tables)).size).toBe(5);
  expect(lean).not.toMatch(tables);
  expect(lean).toContain('createUniformSetters');
});

test('builds keep what twgl.js knows of each kind of uniform in the shaders, and no more', async () => {
  const folder = fromRoot('src/shaders');
  const shaders = [folder, `${folder}/curves`].flatMap((each) =>
    readdirSync(each)
      .filter((file) => file.includes('.'))
      .map((file) => readFileSync(`${each}/${file}`, 'utf8')),
  );
  const kinds = shaders.flatMap((text) =>
    [...text.matchAll(/^uniform (?:(?:high|medium|low)p )?(\w+)/gm)].map(([, kind]) => kind),
  );
  const names: Record<string, string> = {
    ...{ vec2: 'FLOAT_VEC2', ivec2: 'INT_VEC2', int: 'INT', bool: 'BOOL' },
    ...{ sampler2D: 'SAMPLER_2D', isampler2D: 'INT_SAMPLER_2D', usampler2D: 'UNSIGNED_INT_SAMPLER_2D' },
  };
  expect(new Set(kinds.map((kind) => names[kind] ?? kind))).toEqual(new Set(rows['twgl.js'].kept));
  const lean = await built('src/engine/render/device.ts', [leaveUnused()]);
  expect([...lean.matchAll(/^typeMap\[(\w+)\]/gm)].map(([, name]) => name)).toEqual(rows['twgl.js'].kept);
});
