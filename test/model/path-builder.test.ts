import { describe, expect, test } from 'vitest';
import { compile } from '../../src/engine/compile/compile.ts';
import { PathBuilder } from '../../src/engine/model/path-builder.ts';
import { AyatoriError } from '../../src/engine/model/problem.ts';

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AyatoriError) return error.problem.code;
    throw error;
  }
  return 'none';
}

describe('a rig that is drawn by code', () => {
  test('keeps paths, groups and masks as they were drawn', () => {
    const drawing = new PathBuilder(200, 100, { name: 'face', fps: 30 });
    const hole = drawing.arc(50, 50, 20).mask({ feather: 3 }, 'hole');
    drawing.rect(0, 0, 10, 10).fill('tomato');
    drawing.beginGroup('eyes', { masks: [hole] });
    drawing.beginPath().arc(30, 30, 8).fill([1, 1, 1, 1], { feather: 2, rule: 'evenodd' });
    const eye = drawing.path;
    drawing
      .beginPath({ masks: [hole] })
      .arc(60, 30, 8)
      .stroke('rgb(0 0 0 / 50%)', 3, { cap: 'round', join: 'bevel' });
    drawing.endGroup();
    drawing.rect(20, 20, 5, 5).fill('#fff');
    const rig = drawing.build();
    compile(rig);

    expect(rig).toMatchObject({ name: 'face', width: 200, height: 100, fps: 30 });
    expect(rig.masks).toEqual([{ id: 'hole', paths: [0], masks: [] }]);
    expect(rig.groups.map(({ id, parent, children, masks }) => [id, parent, children, masks])).toEqual([
      ['', -1, [1, ~1, 4], []],
      ['eyes', 0, [2, 3], [hole]],
    ]);
    expect(rig.paths.map(({ role, group, index }) => [role, group, index])).toEqual([
      ['clip', 0, 0],
      ['drawn', 0, 0],
      ['drawn', 1, 0],
      ['drawn', 1, 1],
      ['drawn', 0, 1],
    ]);
    expect(eye).toBe(2);
    expect(rig.paths[0].style).toMatchObject({ fill: null, stroke: null, feather: 3 });
    expect(rig.paths[1].style.fill).toEqual([1, 99 / 255, 71 / 255, 1]);
    expect(rig.paths[2]).toMatchObject({
      fillRule: 'evenodd',
      style: { fill: [1, 1, 1, 1], feather: 2, stroke: null },
    });
    expect(rig.paths[3]).toMatchObject({
      masks: [hole],
      style: {
        fill: null,
        stroke: [0, 0, 0, 0.5],
        strokeWidth: 3,
        lineCap: 'round',
        lineJoin: 'bevel',
        miterLimit: 10,
      },
    });
  });

  test('has the points of what was drawn', () => {
    const rig = new PathBuilder(10, 10)
      .moveTo(0, 0)
      .lineTo(3, 6)
      .quadTo(6, 6, 6, 0)
      .close()
      .lineTo(9, 0)
      .fill('red')
      .build();
    expect([...rig.paths[0].points].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([
      0, 0, 1, 2, 2, 4, 3, 6, 5, 6, 6, 4, 6, 0, 0, 0, 3, 0, 6, 0, 9, 0,
    ]);
    expect(rig.paths[0].contours).toEqual([
      { start: 0, segments: 2, closed: true },
      { start: 7, segments: 1, closed: false },
    ]);
  });

  test('may be built, gone on with, and built again', () => {
    const drawing = new PathBuilder(10, 10).rect(0, 0, 5, 5).fill('red');
    const first = drawing.build();
    const copy = structuredClone(first);
    drawing.lineTo(9, 9).beginPath().rect(5, 5, 2, 2).fill('blue');
    expect(drawing.build().paths).toHaveLength(2);
    expect(first).toEqual(copy);
  });

  test('without anything in it is a rig', () => {
    const rig = new PathBuilder(10, 10).beginPath().beginGroup('empty').endGroup().build();
    compile(rig);
    expect(rig.paths).toEqual([]);
    expect(rig.groups.map(({ id }) => id)).toEqual(['', 'empty']);
  });

  test('a whole circle ends where it began, within 0.03 % of its radius', () => {
    const { points } = new PathBuilder(10, 10).arc(5, 5, 4, 1, 1 + 2 * Math.PI).build().paths[0];
    expect(points.length).toBe(2 * 13);
    expect([...points.slice(-2)]).toEqual([...points.slice(0, 2)]);
    for (let s = 0; s < 4; s++) {
      for (let t = 0; t <= 1; t += 0.05) {
        const at = (axis: number) => {
          const [a, b, c, d] = [0, 1, 2, 3].map((k) => points[(s * 3 + k) * 2 + axis]);
          return a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t ** 3;
        };
        expect(Math.abs(Math.hypot(at(0) - 5, at(1) - 5) / 4 - 1)).toBeLessThan(0.0003);
      }
    }
  });

  test.each<[string, (drawing: PathBuilder) => unknown, string]>([
    ['a coordinate', (drawing) => drawing.moveTo(0, NaN), 'number'],
    ['a radius below 0', (drawing) => drawing.arc(0, 0, -1), 'number'],
    ['an angle', (drawing) => drawing.arc(0, 0, 1, 0, Infinity), 'number'],
    ['a corner', (drawing) => drawing.roundRect(0, 0, 1, 1, [1, NaN]), 'number'],
    ['no corner', (drawing) => drawing.roundRect(0, 0, 1, 1, []), 'path-builder'],
    ['a feather', (drawing) => drawing.fill('red', { feather: -1 }), 'number'],
    ['a width', (drawing) => drawing.stroke('red', -1), 'number'],
    ['a limit of miters', (drawing) => drawing.stroke('red', 1, { miterLimit: 0 }), 'number'],
    ['a colour in words', (drawing) => drawing.fill('nocolour'), 'path-builder'],
    ['a colour in numbers', (drawing) => drawing.fill([0, 0, 2, 1]), 'path-builder'],
    ['a mask', (drawing) => drawing.beginPath({ masks: [0] }), 'path-builder'],
    ['a mask without a shape', (drawing) => drawing.mask(), 'path-builder'],
    ['the end of no group', (drawing) => drawing.endGroup(), 'path-builder'],
    ['a size', () => new PathBuilder(0, 10), 'number'],
  ])('%s that makes no sense is an error', (_, work, code) => {
    expect(codeOf(() => work(new PathBuilder(10, 10)))).toBe(code);
  });
});
