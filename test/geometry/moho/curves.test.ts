import { describe, expect, test } from 'vitest';
import { buildHandles } from '../../../src/engine/geometry/moho/curves.ts';
import { meshOutlines } from '../../../src/engine/geometry/moho/outlines.ts';
import type { MohoMesh, MohoShape } from '../../../src/engine/model/moho.ts';
import { meshOf, still } from '../../support/moho-model.ts';

/** The character's root layer is scaled; the canvas is 480 × 720. */
const toPixels = ([x, y]: readonly number[]) => [x * 1.996175 * 360 + 240, 360 - y * 1.996175 * 360];

function handlesOf(mesh: MohoMesh) {
  const parameters = {
    smoothness: mesh.smoothness.rest,
    weightIn: mesh.weightIn.rest,
    weightOut: mesh.weightOut.rest,
    offsetIn: mesh.offsetIn.rest,
    offsetOut: mesh.offsetOut.rest,
  };
  const all = buildHandles(mesh, mesh.positions.rest, parameters);
  const pointAt = (i: number) => [all[i * 2], all[i * 2 + 1]];
  return Array.from(mesh.curvePoints, (_, i) => ({
    anchor: pointAt(i * 3),
    into: pointAt(i * 3 + 1),
    out: pointAt(i * 3 + 2),
  }));
}

const near = (found: readonly number[], expected: readonly number[], tolerance: number) =>
  expect(Math.hypot(found[0] - expected[0], found[1] - expected[1]), `${found} is not ${expected}`).toBeLessThan(
    tolerance,
  );

const rest = (numbers: readonly number[]) => ({ components: 1, rest: Float64Array.from(numbers), moving: [] });

describe('handles', () => {
  test('between two neighbours, with weights and offsets', () => {
    const mesh = meshOf(
      [
        [-0.064353, 0.136111],
        [-0.083333, 0.153703],
        [-0.119444, 0.088889],
      ],
      true,
      {
        weightIn: rest([1, 2.017766, 1]),
        weightOut: rest([1, 1.098388, 1]),
        offsetIn: rest([0, 0.296023, 0]),
        offsetOut: rest([0, 0.292509, 0]),
      },
    );
    const { anchor, into, out } = handlesOf(mesh)[1];
    near(out, [-0.10648, 0.145834], 2e-6);
    near(into, [-0.068519, 0.158797], 2e-6);
    near(toPixels(anchor), [180.115, 249.546], 0.001);
    near(toPixels(out), [163.481, 255.2], 0.001);
    near(toPixels(into), [190.761, 245.885], 0.001);
  });

  test('of a closed curve of two points, which has no tangent', () => {
    const mesh = meshOf(
      [
        [0.115766, 0.245483],
        [0.128817, 0.226276],
      ],
      true,
      {
        smoothness: rest([0.3, 0.297169]),
        weightIn: rest([0.716509, 1.58456]),
        weightOut: rest([1.432055, 1.259833]),
        offsetIn: rest([-0.550305, -1.599685]),
        offsetOut: rest([0.666093, 0.789982]),
      },
    );
    const [a, b] = handlesOf(mesh).map(({ anchor, into, out }) => [anchor, into, out].map(toPixels));
    near(a[0], [323.192, 183.59], 0.001);
    near(a[2], [330.783, 186.004], 0.001);
    near(b[1], [340.001, 192.652], 0.001);
    near(b[0], [332.571, 197.393], 0.001);
    near(b[2], [325.681, 196.111], 0.001);
    near(a[1], [323.377, 187.572], 0.001);
  });

  test('of an open line of two corners are at its thirds', () => {
    const [a, b] = handlesOf(
      meshOf(
        [
          [0, 0],
          [3, 6],
        ],
        false,
        { smoothness: rest([0, 0]) },
      ),
    );
    near(a.out, [1, 2], 1e-12);
    near(b.into, [2, 4], 1e-12);
    near(a.into, a.anchor, 1e-12);
  });

  test('of points that lie on one another are these points', () => {
    for (const { anchor, into, out } of handlesOf(
      meshOf(
        [
          [1, 2],
          [1, 2],
          [1, 2],
        ],
        true,
      ),
    )) {
      near(into, anchor, 1e-12);
      near(out, anchor, 1e-12);
    }
  });
});

describe('outlines', () => {
  const style: MohoShape['style'] = { fill: still(1, 0, 0, 1), line: still(0, 0, 0, 1), lineWidth: 0.01, lineCap: 1 };
  const shape = (edges: readonly number[], more: Partial<MohoShape> = {}): MohoShape => ({
    name: '',
    hasFill: true,
    hasOutline: false,
    edges: Uint32Array.from(edges),
    style,
    ...more,
  });
  /** Two triangles that share the points 1 and 2, and the edge between them twice. */
  const triangles = (shapes: readonly MohoShape[]): MohoMesh => ({
    ...meshOf(
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
        [9, 9],
        [9, 9],
      ],
      true,
    ),
    pointCount: 4,
    curves: [
      { start: 0, count: 3, closed: true },
      { start: 3, count: 3, closed: true },
    ],
    curvePoints: Uint32Array.of(0, 1, 2, 1, 3, 2),
    shapes,
  });
  const anchors = ({ points }: { points: Uint32Array }, mesh: MohoMesh) =>
    Array.from(points)
      .filter((_, i) => i % 3 === 0)
      .map((point) => mesh.curvePoints[Math.floor(point / 3)]);

  test('edges of different curves join at the points that they share', () => {
    const mesh = triangles([shape([0, 2, 3, 4])]);
    const [outline] = meshOutlines(mesh, 'stroke');
    expect(outline.contours).toEqual([{ start: 0, segments: 4, closed: true }]);
    expect(anchors(outline, mesh)).toEqual([0, 1, 3, 2, 0]);
  });

  test('every edge that an earlier shape has too gets a seam before the fill', () => {
    const mesh = triangles([shape([0, 1, 2]), shape([0, 1, 2, 3, 4, 5])]);
    const kinds = (seams: 'stroke' | 'none') => meshOutlines(mesh, seams).map(({ kind, shape: s }) => `${kind} ${s}`);
    expect(kinds('stroke')).toEqual(['fill 0', 'seam 1', 'seam 1', 'seam 1', 'fill 1']);
    expect(kinds('none')).toEqual(['fill 0', 'fill 1']);
    const [, seam] = meshOutlines(mesh, 'stroke');
    expect(seam.contours).toEqual([{ start: 0, segments: 1, closed: false }]);
  });

  test('an open line begins at its end, wherever its list begins', () => {
    const open = { hasFill: false, hasOutline: true };
    const mesh = triangles([shape([1, 0], open), shape([0, 1, 4], open)]);
    const outlines = meshOutlines(mesh, 'stroke');
    expect(outlines.map(({ kind }) => kind)).toEqual(['line', 'line']);
    expect(outlines[0].contours).toEqual([{ start: 0, segments: 2, closed: false }]);
    expect(anchors(outlines[1], mesh).length).toBe(4);
  });

  test('a segment that is switched off is filled and not stroked', () => {
    const mesh = {
      ...triangles([shape([0, 1, 2], { hasOutline: true })]),
      segmentsOn: Uint8Array.of(1, 1, 0, 1, 1, 1),
    };
    const outlines = meshOutlines(mesh, 'stroke');
    expect(outlines.map(({ kind, contours }) => [kind, contours[0].segments])).toEqual([
      ['fill', 3],
      ['line', 2],
    ]);
    expect(meshOutlines(triangles([shape([0, 1, 2], { hasOutline: true })]), 'stroke').map(({ kind }) => kind)).toEqual(
      ['fill'],
    );
  });

  test('edges that are named twice or form nothing end', () => {
    const mesh = triangles([shape([0, 0, 0, 4]), shape([])]);
    expect(meshOutlines(mesh, 'stroke')[0].contours.map(({ segments }) => segments)).toEqual([1, 1]);
  });
});
