import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';
import { usedKinds } from '../../scripts/lib/lean/uniforms.mjs';
import { leaveUnused } from '../../scripts/lib/lean-packages.mjs';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import type { Property } from '../../src/engine/animate/storyboard/values.ts';
import type { AyatoriError } from '../../src/engine/model/problem.ts';
import { resolveLimits } from '../../src/loader/options.ts';
import { ProblemLog } from '../../src/loader/report.ts';
import { readFileList } from '../../src/loader/sequence/csv.ts';
import { readCssColor } from '../../src/loader/svg/css-color.ts';
import type { SvgDocument, SvgNode } from '../../src/loader/svg/document.ts';
import { readEntities } from '../../src/loader/svg/entities.ts';
import { readPathData } from '../../src/loader/svg/path-data.ts';
import { parseSvg } from '../../src/loader/svg/xml.ts';

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
  const lean = await leanOf<{ readCssColor: typeof readCssColor }>('src/loader/svg/css-color.ts', 'desaturate');
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
    expect(lean.readCssColor(text)).toEqual(readCssColor(text));
  }
  expect(lean.readCssColor('rebeccapurple')).toEqual([0.4, 0.2, 0.6, 1]);
});

/** All that there is to know of a file: its elements, or the problem. */
function outcome(parse: typeof parseSvg, text: string): unknown {
  const log = new ProblemLog();
  try {
    const parsing = parse(new TextEncoder().encode(text), 'a.svg', resolveLimits({}), log, readEntities);
    for (;;) {
      const { done, value } = parsing.next();
      if (done) return { tree: treeOf((value as SvgDocument).root), css: value.css, problems: log.list() };
    }
  } catch (error) {
    return (error as { problem?: unknown }).problem ?? String(error);
  }
}

const treeOf = ({ name, attributes, line, children }: SvgNode): unknown => ({
  ...{ name, line, attributes: { ...attributes } },
  children: children.map(treeOf),
});

test('tables read the same without what writes them', { timeout: 60_000 }, async () => {
  type Lists = { readFileList: typeof readFileList };
  const lean = await leanOf<Lists>('src/loader/sequence/csv.ts', 'formatRows');
  for (const text of [
    'BASE, 1, base, ./base/base_\nSMRT,12,"walk, slow",./w_\r\n# note\r\n\nBONE,3,"a ""b""","c\nd"\r',
    'BASE,1,a,b',
    'BASE,1,"a,b',
    'BASE,1\nSMRT,1,a,b',
    '"',
    '',
  ]) {
    const read = (reader: typeof readFileList) => {
      const log = new ProblemLog();
      try {
        return [reader(text, 'a.csv', 100, log), log.list()];
      } catch (error) {
        return [(error as AyatoriError).problem, log.list()];
      }
    };
    expect(read(lean.readFileList)).toEqual(read(readFileList));
  }
});

test('a colour that is on its way to another one is written in builds, too', { timeout: 60_000 }, async () => {
  const lean = await leanOf<{ Property: typeof Property }>('src/engine/animate/storyboard/values.ts', 'desaturate');
  const target = { color: 'rebeccapurple' };
  new lean.Property(target, 'color').write([51, 25.5, 76.5, 0.5]);
  expect(target.color).toBe('rgba(102, 51, 153, 0.5)');
});

test('XML reads the same without what our reader never uses of its parser', { timeout: 60_000 }, async () => {
  const lean: { parseSvg: typeof parseSvg } = await leanOf('src/loader/svg/xml.ts', 'processAttribsNS');
  const whole =
    '<?xml version="1.0" encoding="utf-8" standalone="no"?>\r\n<!-- a - b --><?pi some?thing??>\n' +
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a>b" [<!-- - --><?p ?><!ENTITY e "<g id=\'e\'/>"><!ENTITY f "1 2">]>' +
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x=\'u\'>\n<style>a{b:"]] >"} &lt;<![CDATA[ c]] ]]]></style>' +
    '<g id="ä𠮷&#x41;&#66;&f;"\t></g ><x:g/><path d="M0 0\n1 1"/></svg>\n';
  const more = [
    whole.replace('1.0', '1.1').replace('ä', '\u0085\u2028'),
    whole.replace('1.0', '2.0'),
    whole.replace('<?xml', ' <?xml'),
    whole.replace('<?xml', '<?XML'),
    whole.replace('version', 'v'),
    whole.replace('-- a - b', '-- a -- b'),
    whole.replace('?pi', '? pi'),
    whole.replace('&f;', '&g;'),
    whole.replace('&#66;', '&#1;'),
    whole.replace('&f;', '&;'),
    whole.replace('id=', 'id'),
    whole.replace('id=', 'id id='),
    whole.replace('"M0', 'M0'),
    whole.replace('<x:g/>', '<x:g a="1" a="2"/>'),
    whole.replace('<x:g/>', '<x:g a="1"b="2"/>'),
    whole.replace('<x:g/>', ']]>'),
    whole.replace('<x:g/>', '<x:g/ >'),
    whole.replace('<x:g/>', '\u0001'),
    whole.replace('</g >', '</h>'),
    whole.replace('</svg>', '</svg></svg>'),
    `${whole}text`,
    `${whole}<svg/>`,
    `text${whole}`,
    '<!DOCTYPE svg>',
  ];
  // Cut off anywhere, and read in two pieces.
  for (let length = 0; length < whole.length; length++) more.push(whole.slice(0, length));
  for (let length = 16_384 - whole.length; length < 16_384; length += 5)
    more.push(whole.replace('<!--', `<!--${' '.repeat(length)}`));
  expect(outcome(parseSvg, whole)).toHaveProperty('tree');
  const faults = new Set<unknown>();
  for (const text of [whole, ...more]) {
    const own = outcome(parseSvg, text);
    expect(outcome(lean.parseSvg, text), text).toEqual(own);
    faults.add((own as { message?: string }).message);
  }
  expect(faults.size).toBeGreaterThan(25);
});

test('the parser of XML stays an object that V8 reads fast', { timeout: 60_000 }, async () => {
  type Saxes = { SaxesParser: new (options: object) => { on(event: string, listener: () => void): void } };
  const { SaxesParser } = await leanOf<Saxes>('node_modules/saxes/saxes.js', 'processAttribsNS');
  const parser = new SaxesParser({ position: false, xmlns: false });
  for (const event of ['error', 'opentag', 'closetag', 'text', 'cdata', 'doctype']) parser.on(event, () => undefined);
  setFlagsFromString('--allow-natives-syntax');
  expect(new Function('object', 'return %HasFastProperties(object)')(parser)).toBe(true);
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
  const shaders = [folder, ...['bones', 'curves', 'stencil'].map((part) => `${folder}/${part}`)].flatMap((each) =>
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
  expect(new Set(kinds.map((kind) => names[kind] ?? kind))).toEqual(new Set(usedKinds));
  // Neither lists of uniforms nor structures of them.
  expect(shaders.join('\n')).not.toMatch(/^uniform .*\[|^struct \w+\s*\{[^}]*\} *\w|^uniform \w+ *\{/m);
  const lean = await built('src/engine/render/device.ts', [leaveUnused()]);
  expect([...lean.matchAll(/^typeMap\[(\w+)\]/gm)].map(([, name]) => name)).toEqual(usedKinds);
});

test('uniforms are set by the same calls without what builds leave out of twgl.js', { timeout: 60_000 }, async () => {
  const file = 'node_modules/twgl.js/dist/7.x/twgl-full.module.js';
  type Twgl = typeof import('twgl.js');
  const lean = await leanOf<Twgl>(file, 'attachmentsByFormat =');
  const whole = (await import('twgl.js')) as Twgl;
  // How twgl.js tells a texture from one with its sampler.
  vi.stubGlobal('WebGLTexture', Object);
  const texture = (name: string) => ({ name, [Symbol.toStringTag]: 'WebGLTexture' });
  const values = [[1, 2], 3, [4, 5], 1, texture('a'), null, texture('b')];
  const uniforms = Object.fromEntries(values.map((value, i) => [`u${i}`, value]));
  /** What is asked of the context, but for samplers, of which there are none. */
  const callsOf = ({ createUniformSetters, setUniforms }: Twgl): string[] => {
    const calls: string[] = [];
    const answers: Record<string, unknown> = { getProgramParameter: usedKinds.length };
    const gl = new Proxy({} as Record<string, unknown>, {
      get: (_, name: string) => {
        if (/^[A-Z_\d]+$/.test(name)) return name;
        return (...given: unknown[]) => {
          if (name !== 'bindSampler') calls.push(`${name} ${JSON.stringify(given)}`);
          if (name === 'getActiveUniform') {
            return { name: `u${given[1]}`, size: 1, type: kindNumbers[usedKinds[given[1] as number]] };
          }
          return name === 'getUniformLocation' ? given[1] : answers[name];
        };
      },
    }) as unknown as WebGL2RenderingContext;
    const setters = createUniformSetters(gl, {} as WebGLProgram);
    setUniforms({ uniformSetters: setters } as Parameters<typeof setUniforms>[0], { ...uniforms, uUnknown: 7 });
    return calls;
  };
  const calls = callsOf(whole);
  expect(calls.filter((call) => call.startsWith('bindTexture')).length).toBe(3);
  expect(callsOf(lean)).toEqual(calls);
  vi.unstubAllGlobals();
});

/** The numbers of the kinds in WebGL. */
const kindNumbers: Record<string, number> = {
  FLOAT_VEC2: 0x8b50,
  INT: 0x1404,
  INT_VEC2: 0x8b53,
  BOOL: 0x8b56,
  SAMPLER_2D: 0x8b5e,
  INT_SAMPLER_2D: 0x8dca,
  UNSIGNED_INT_SAMPLER_2D: 0x8dd2,
};
