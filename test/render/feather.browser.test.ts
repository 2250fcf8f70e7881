import { describe, expect, test } from 'vitest';
import type { PuppetOptions } from '../../src/engine/stage/puppet.ts';
import type { Picture } from '../support/canvas-reference.ts';
import { compareAndKeep, draw, sharedStage } from '../support/scene.ts';
import { type SketchPath, sketchRig } from '../support/sketch.ts';

const circle = (x: number, y: number, r: number) => {
  const k = r * 0.5522847498;
  return `M ${x + r} ${y} C ${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r} C ${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y}
    C ${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r} C ${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y} Z`;
};

const SHAPES = {
  circle: { d: circle(48, 52, 30) },
  'small circle': { d: circle(50.3, 49.6, 3) },
  star: { d: 'M 50 8 L 60 38 L 92 38 L 66 57 L 76 90 L 50 70 L 24 90 L 34 57 L 8 38 L 40 38 Z' },
  'ring by direction': { d: `${circle(50, 50, 38)} M 35 35 L 35 65 L 65 65 L 65 35 Z` },
  'ring by even-odd': { d: `${circle(50, 50, 38)} ${circle(52, 50, 18)}`, fillRule: 'evenodd' },
  hook: { d: 'M 15 15 L 85 20 C 95 50 60 40 60 60 L 85 85 L 50 80 C 20 60 50 40 20 40 Z' },
} satisfies Record<string, SketchPath>;

const SAMPLES = 6;

/** What Canvas2D draws, large, then taken up by a box about the middle of each pixel; alpha only, 0 to 255. */
function blurred({ d, fillRule = 'nonzero' }: SketchPath, m: readonly number[], feather: number): Picture {
  const size = 100 * SAMPLES;
  const context = new OffscreenCanvas(size, size).getContext('2d') as OffscreenCanvasRenderingContext2D;
  const [a, b, c, e, x, y] = m.map((value) => value * SAMPLES);
  context.setTransform(a, b, c, e, x, y);
  context.fill(new Path2D(d), fillRule);
  const { data } = context.getImageData(0, 0, size, size);
  let field = Float64Array.from({ length: size * size }, (_, i) => data[i * 4 + 3]);
  for (const axis of [0, 1]) {
    const spread = feather * Math.hypot(m[axis], m[2 + axis]);
    field = boxed(field, size, Math.sqrt(1 + spread * spread) * SAMPLES);
  }
  const picture = { width: 100, height: 100, data: new Float32Array(100 * 100 * 4) };
  const at = (row: number, column: number) => field[row * size + column];
  for (let i = 0; i < 100 * 100; i++) {
    // The middle of a pixel is a corner of four samples.
    const [row, column] = [Math.floor(i / 100) * SAMPLES + SAMPLES / 2, (i % 100) * SAMPLES + SAMPLES / 2];
    picture.data[i * 4 + 3] =
      (at(row, column) + at(row - 1, column) + at(row, column - 1) + at(row - 1, column - 1)) / 4;
  }
  return picture;
}

/** Means over `width` samples along each row, turned: rows become columns. */
function boxed(field: Float64Array<ArrayBuffer>, size: number, width: number): Float64Array<ArrayBuffer> {
  const result = new Float64Array(size * size);
  const sums = new Float64Array(size + 1);
  const upTo = (at: number) => {
    const inside = Math.min(Math.max(at, 0), size);
    const whole = Math.min(Math.floor(inside), size - 1);
    return sums[whole] + (inside - whole) * (sums[whole + 1] - sums[whole]);
  };
  for (let row = 0; row < size; row++) {
    for (let i = 0; i < size; i++) sums[i + 1] = sums[i] + field[row * size + i];
    for (let i = 0; i < size; i++) {
      result[i * size + row] = (upTo(i + 0.5 + width / 2) - upTo(i + 0.5 - width / 2)) / width;
    }
  }
  return result;
}

function drawn(path: SketchPath, feather: number, options: PuppetOptions = {}) {
  const stage = sharedStage(100, 100);
  const puppet = stage.add(sketchRig([{ ...path, feather }]), options);
  return { picture: draw(stage), matrix: [...puppet.matrix], draws: stage.stats.draws };
}

const PLACES: readonly (readonly [name: string, options: PuppetOptions])[] = [
  ['at rest', {}],
  ['turned and smaller', { rotation: 0.7, scale: 0.8 }],
  ['stretched and mirrored', { rotation: -0.3, scale: [-0.5, 1.1], x: 55, y: 47 }],
];

describe('the edge of a fill fades', () => {
  const cases = Object.keys(SHAPES).flatMap((shape) =>
    PLACES.flatMap(([place, options]) => [3, 8].map((feather) => ({ shape, place, options, feather }))),
  );

  test.each(cases)('$shape, $place, by $feather px: as a picture of Canvas2D that is blurred', async (asked) => {
    const path = SHAPES[asked.shape as keyof typeof SHAPES];
    const { picture, matrix } = drawn(path, asked.feather, asked.options);
    const found = await compareAndKeep(
      `feather/${asked.shape} ${asked.place}`,
      picture,
      blurred(path, matrix, asked.feather),
    );
    // Chords may lie 0.1 px beside their curve.
    expect(found.greatest).toBeLessThan(1.5 + (0.1 * 255) / asked.feather);
    expect(found.mean).toBeLessThan(0.15);
  });

  test('evenly, half of it on either side of the edge', () => {
    const feather = 10;
    const { picture } = drawn({ d: 'M 20 20 L 80 20 L 80 80 L 20 80 Z' }, feather);
    for (let x = 5; x < 50; x++) {
      const inside = x + 0.5 - 20;
      const expected = 255 * Math.min(Math.max(0.5 + inside / Math.hypot(1, feather), 0), 1);
      expect(Math.abs(picture.data[(50 * 100 + x) * 4 + 3] - expected), `column ${x}`).toBeLessThan(1.5);
    }
  });

  test('no feather draws what there was before, in as many draws', () => {
    const path: SketchPath = SHAPES.star;
    const stage = sharedStage(100, 100);
    stage.add(sketchRig([path]));
    const sharp = draw(stage);
    const { draws } = stage.stats;
    expect(drawn(path, 0).picture).toEqual(sharp);
    const soft = drawn(path, 6);
    expect(soft.draws).toBe(draws);
    expect(soft.picture).not.toEqual(sharp);
  });

  test('of a mask as well', async () => {
    const stage = sharedStage(100, 100);
    stage.add(
      sketchRig(
        [
          { ...SHAPES.circle, feather: 8, role: 'clip' },
          { d: 'M 0 0 L 100 0 L 100 100 L 0 100 Z', masks: [0] },
        ],
        { masks: [{ id: 'm', paths: [0], masks: [] }] },
      ),
    );
    const found = await compareAndKeep('feather/mask', draw(stage), blurred(SHAPES.circle, [1, 0, 0, 1, 0, 0], 8));
    expect(found.greatest).toBeLessThan(4);
  });

  test('a hostile width leaves a picture', () => {
    const { picture } = drawn(SHAPES.circle, 1e30);
    expect(Math.max(...picture.data)).toBeLessThan(3);
  });
});
