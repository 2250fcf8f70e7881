import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bundleSize, sizeFault } from '../../scripts/lib/bundle-size.mjs';
import { allShaders, shortNames, stripGlsl } from '../../scripts/lib/strip-shaders.mjs';

/** Bytes, gzip. The aim is 60,000 for what plays an SVG sequence. Lower them with every step. */
const LIMITS = { picture: 52_600, sequence: 60_000, bones: 71_300 };

/** What a page needs to load an SVG picture and play it. */
const page = `export { Stage } from 'ayatori'; export { load } from 'ayatori/loader';`;
/** What it fetches besides for a sequence, and for one in which bones are drawn. */
const sequence = ['src/loader/sequence/sequence.ts'];
const bones = [...sequence, 'src/bones.ts'];

const SLOW = { timeout: 60_000 };

test('a bundle that is too large is refused, and is told by its parts', SLOW, async () => {
  // Random digits do not get smaller than half.
  const ballast = `export const ballast = '${randomBytes(LIMITS.picture).toString('hex')}';`;
  const fault = sizeFault(await bundleSize({ code: page + ballast }), LIMITS.picture);
  expect(fault).toMatch(/^\d+ bytes gzip, \d+ more than \d+; the largest before minifying: /);
  expect(fault).toContain(` more than ${LIMITS.picture}; `);
  expect(fault).toContain('src/engine/render');
});

test('core and SVG loader with all dependencies stay within the limit', SLOW, async () => {
  const size = await bundleSize({ code: page });
  // Were the bundle empty, it would pass.
  const modules = size.modules.map(({ name }) => name);
  expect(modules).toEqual(expect.arrayContaining(['saxes', 'twgl.js', 'src/shaders']));
  // Fetched only by those who need it.
  const parts = ['stylis', 'fflate', 'd3-dsv', 'gl-matrix', 'colord', 'src/loader/rig-json', 'src/loader/zip', 'src'];
  for (const part of [...parts, 'src/loader/folders', 'src/shaders/bones', 'src/shaders/stencil']) {
    expect(modules).not.toContain(part);
  }
  // In the bundle only of those who use it.
  for (const part of ['src/engine/animate/storyboard', 'd3-ease', 'bezier-easing']) {
    expect(modules).not.toContain(part);
  }
  expect(sizeFault(size, LIMITS.picture)).toBeUndefined();
});

test('with what a sequence needs, and one with bones, they do too', SLOW, async () => {
  const size = await bundleSize({ code: page }, sequence);
  expect(size.modules.map(({ name }) => name)).toContain('d3-dsv');
  expect(sizeFault(size, LIMITS.sequence)).toBeUndefined();
  const most = await bundleSize({ code: page }, bones);
  expect(most.modules.map(({ name }) => name)).toContain('gl-matrix');
  expect(sizeFault(most, LIMITS.bones)).toBeUndefined();
});

test('shaders lose comments and blanks, and keep their lines', () => {
  const text = `// What it is.\n#define A (b)\n/* two\n   lines */ float a = b - -c; // why\n\nint i = ( a + 1 ) * 2;\n`;
  expect(stripGlsl(text)).toBe(`\n#define A (b)\n\nfloat a=b - -c;\n\nint i=(a+1)*2;`);
  expect(stripGlsl('a += b; c = ( d ) + f( - 1e-3 ) - -1.0;')).toBe('a+=b;c=(d)+f(- 1e-3)- -1.0;');
});

test('names in shaders become short ones that none of them has, but for those that others ask for', () => {
  const shaders = allShaders();
  const names = shortNames(shaders);
  const short = [...names.values()];
  expect(new Set(short).size).toBe(short.length);
  const words = new Set(shaders.join('\n').match(/\b[A-Za-z]\w*/g));
  expect(short.filter((name) => words.has(name))).toEqual([]);
  expect([...names.keys()].filter((name) => !words.has(name))).toEqual([]);
  expect([...names.keys()]).toEqual(expect.arrayContaining(['puppet', 'fetch', 'Cell', 'vColor']));
  for (const kept of ['uPuppets', 'vValue', 'main', 'length', 'rgb', 'float', 'PATH_TEXELS']) {
    expect(words).toContain(kept);
    expect(names.has(kept)).toBe(false);
  }
});
