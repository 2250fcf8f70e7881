import { describe, expect, test } from 'vitest';
import { dependencies, peerDependencies } from '../../package.json';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { findFaults, readTree } from './imports.ts';

const packages = Object.keys({ ...dependencies, ...peerDependencies });

describe('a tree with faults', () => {
  const faultsOf = (files: Record<string, string>) => findFaults(new Map(Object.entries(files)), packages);

  test.each([
    ['a static import', `import { a } from '../engine/compile/b.ts';`],
    ['an import for its effects', `import '../engine/compile/b.ts';`],
    ['a type import', `import type { A } from '../engine/compile/b.ts';`],
    ['an import type', `export type B = import('../engine/compile/b.ts').A;`],
    ['a re-export', `export { a } from '../engine/compile/b.ts';`],
    ['a re-export of all', `export * from '../engine/compile/b.ts';`],
    ['a dynamic import', `export const load = () => import('../engine/compile/b.ts');`],
    ['a worker', `new Worker(new URL('../engine/compile/b.ts', import.meta.url));`],
  ])('%s of a layer that is not below', (_, text) => {
    expect(faultsOf({ 'src/loader/a.ts': text, 'src/engine/compile/b.ts': '' })).toEqual([
      'src/loader/a.ts imports src/engine/compile/b.ts: src/loader may not know it',
    ]);
  });

  test('shaders outside the renderer', () => {
    const text = `import source from '../../shaders/paint.frag?raw';`;
    expect(
      faultsOf({
        'src/engine/stage/a.ts': text,
        'src/engine/render/b.ts': text,
        'src/shaders/paint.frag': 'void main() {}',
      }),
    ).toEqual(['src/engine/stage/a.ts imports src/shaders/paint.frag: src/engine/stage may not know it']);
  });

  test('packages and Node where they do not belong', () => {
    const text = `import earcut from 'earcut'; import * as twgl from 'twgl.js'; import 'node:fs'; import 'vite/client';`;
    expect(faultsOf({ 'src/engine/compile/a.ts': text })).toEqual([
      'src/engine/compile/a.ts imports earcut: only src/engine/geometry may',
      'src/engine/compile/a.ts imports twgl.js: only src/engine/render may',
      'src/engine/compile/a.ts imports node:fs of Node',
      'src/engine/compile/a.ts imports vite, which is not a dependency of the package',
    ]);
  });

  test('globals of a page', () => {
    const text = 'export const size = () => [window.innerWidth, globalThis.document.title];';
    expect(faultsOf({ 'src/engine/render/a.ts': text, 'src/engine/stage/b.ts': text })).toEqual([
      'src/engine/render/a.ts uses window',
      'src/engine/render/a.ts uses globalThis.document',
    ]);
  });

  test('names that only look like globals of a page pass', () => {
    const text = `export function read(document: { window: number }) { return { document, window: document.window }; }`;
    expect(faultsOf({ 'src/loader/a.ts': text })).toEqual([]);
  });

  test('files that import each other', () => {
    expect(
      faultsOf({
        'src/loader/a.ts': `import './b.ts';`,
        'src/loader/b.ts': `import type { C } from './c.ts';`,
        'src/loader/c.ts': `export * from './a.ts';`,
      }),
    ).toEqual(['cycle: src/loader/a.ts → src/loader/b.ts → src/loader/c.ts → src/loader/a.ts']);
  });

  test('a file in no layer and an import of nothing', () => {
    expect(faultsOf({ 'src/util/a.ts': '', 'src/loader/a.ts': `import './b.ts';` })).toEqual([
      'src/util/a.ts is in no layer',
      'src/loader/a.ts imports ./b.ts, which is no file of src',
    ]);
  });
});

test('src keeps the import direction', () => {
  const files = readTree(fromRoot(), 'src');
  expect(files.size).toBeGreaterThan(0);
  expect(findFaults(files, packages)).toEqual([]);
});
