import { describe, expect, test } from 'vitest';
import { compareScene, draw, sharedStage } from '../support/scene.ts';
import { type SketchPath, sketchRig } from '../support/sketch.ts';

/** Each scene shows one thing; Canvas2D at six times the size is the judge. */
const RED = [0.8, 0.1, 0.1, 1] as const;
const BLUE = [0.1, 0.2, 0.8, 1] as const;
const ZIGZAG = 'M 15 80 L 35 20 L 50 75 L 60 70 L 85 25';
const CURVE = 'M 15 60 C 10 -20 90 140 85 30';
const stroke = (d: string, style: Partial<SketchPath>): SketchPath => ({
  d,
  fill: null,
  stroke: BLUE,
  strokeWidth: 9,
  ...style,
});

const SCENES: Record<string, readonly SketchPath[]> = {
  square: [{ d: 'M 20.3 20.7 L 70.5 20.7 L 70.5 70.2 L 20.3 70.2 Z', fill: RED }],
  'tilted square': [{ d: 'M 50 10 L 90 45 L 55 90 L 12 52 Z', fill: RED }],
  'open contour is closed by its fill': [{ d: 'M 20 20 L 80 30 L 60 80', fill: RED }],
  blob: [{ d: 'M 50 10 C 90 10 95 60 70 80 C 40 105 5 70 15 40 C 20 20 30 10 50 10 Z', fill: RED }],
  'ring, evenodd': [
    { d: 'M 10 10 L 90 10 L 90 90 L 10 90 Z M 30 30 L 70 30 L 70 70 L 30 70 Z', fill: RED, fillRule: 'evenodd' },
  ],
  'ring, nonzero, opposite': [{ d: 'M 10 10 L 90 10 L 90 90 L 10 90 Z M 30 30 L 30 70 L 70 70 L 70 30 Z', fill: RED }],
  'thin ring, evenodd': [
    {
      d: 'M 10 10 L 90 12 L 88 90 L 12 88 Z M 10.3 10.3 L 89.7 12.3 L 87.7 89.7 L 12.3 87.7 Z',
      fill: RED,
      fillRule: 'evenodd',
    },
  ],
  'star, nonzero': [{ d: 'M 50 5 L 78 92 L 4 38 L 96 38 L 22 92 Z', fill: RED }],
  'star, evenodd': [{ d: 'M 50 5 L 78 92 L 4 38 L 96 38 L 22 92 Z', fill: RED, fillRule: 'evenodd' }],
  'figure of eight': [{ d: 'M 20 20 C 120 20 -20 80 80 80 C 120 80 -20 20 20 20 Z', fill: RED, fillRule: 'evenodd' }],
  'partly off the canvas': [{ d: 'M -40 -30 L 60 20 L 140 150 L 30 130 Z', fill: RED }],
  'wider than the canvas': [
    { d: 'M -300 50 L 50 -300 L 400 50 L 50 400 Z M 40 40 L 60 40 L 60 60 L 40 60 Z', fill: RED, fillRule: 'evenodd' },
  ],
  'half transparent': [
    { d: 'M 10 10 L 60 10 L 60 60 L 10 60 Z', fill: [1, 0, 0, 0.5] },
    { d: 'M 40 40 L 90 40 L 90 90 L 40 90 Z', fill: [0, 0, 1, 0.5] },
  ],
  'fill, then stroke': [{ d: 'M 20 20 L 80 30 L 60 80 Z', fill: RED, stroke: BLUE, strokeWidth: 8 }],
  ...Object.fromEntries(
    (['butt', 'round', 'square'] as const).flatMap((lineCap) =>
      (['miter', 'round', 'bevel'] as const).map((lineJoin) => [
        `stroke, ${lineCap}, ${lineJoin}`,
        [stroke(ZIGZAG, { lineCap, lineJoin })],
      ]),
    ),
  ),
  'closed stroke': [stroke('M 20 20 L 80 30 L 60 80 Z', {})],
  'closed stroke back to its start': [stroke('M 20 20 L 80 30 L 60 80 L 20 20 Z', {})],
  'curved stroke': [stroke(CURVE, {})],
  'thin curved stroke': [stroke(CURVE, { strokeWidth: 1 })],
  hairline: [stroke(CURVE, { strokeWidth: 0.3 })],
  'wide curve, butt': [stroke('M 30 80 C 30 30 70 30 70 80', { strokeWidth: 30 })],
  'sharp turn within the miter limit': [stroke('M 20 80 L 50 30 L 80 80', { miterLimit: 10 })],
  'stroke that crosses itself, half transparent': [
    stroke('M 15 80 C 120 -20 -20 -20 85 80', { stroke: [0, 0, 1, 0.5] }),
  ],
  'repeated points': [stroke('M 20 20 L 20 20 L 50 80 L 50 80 L 80 20 L 80 20', {})],
};

describe('a picture agrees with Canvas2D', () => {
  test.each(Object.entries(SCENES))('%s', async (name, paths) => {
    const found = await compareScene(`paint/${name}`, sketchRig(paths));
    expect(found.mean).toBeLessThan(0.35);
    expect(found.over32).toBeLessThan(0.12);
  });

  // Four samples a pixel: an edge may be off by an eighth of a pixel, and a thin line by more.
  describe.each([
    ['with float targets', true],
    ['through transform feedback', false],
  ] as const)('stencil, %s', (_, floatTargets) => {
    test.each(Object.entries(SCENES))('%s', async (name, paths) => {
      const stage = { quality: 'stencil', floatTargets } as const;
      const found = await compareScene(`stencil/${name}`, sketchRig(paths), {}, stage);
      expect(found.mean).toBeLessThan(2);
      expect(found.over32).toBeLessThan(2);
    });
  });

  test('mirrored, turned and stretched', async () => {
    const rig = sketchRig([
      { d: 'M 30 20 L 80 40 L 50 80 Z', fill: RED, stroke: BLUE, strokeWidth: 6, lineJoin: 'round' },
      stroke(CURVE, { lineCap: 'round' }),
    ]);
    for (const scale of [
      [-1, 1],
      [0.6, 1.1],
      [1.2, -0.5],
    ] as const) {
      const found = await compareScene(`paint/stretched ${scale}`, rig, { scale, rotation: 0.7 });
      expect(found.mean).toBeLessThan(0.35);
      expect(found.over32).toBeLessThan(0.12);
    }
  });

  // Canvas2D drops segments without length; SVG draws their caps.
  test('a contour without length is a dot of its cap', () => {
    const dot = (d: string, lineCap: SketchPath['lineCap'] & string) => stroke(d, { lineCap, strokeWidth: 20 });
    const rig = sketchRig([
      dot('M 30 50 L 30 50', 'round'),
      dot('M 70 50 Z', 'square'),
      dot('M 50 20 L 50 20', 'butt'),
    ]);
    const stage = sharedStage(100, 100);
    stage.add(rig);
    const picture = draw(stage);
    const alpha = (x: number, y: number) => picture.data[(y * 100 + x) * 4 + 3];
    expect([alpha(30, 50), alpha(38, 50), alpha(37, 57), alpha(42, 50)]).toEqual([255, 255, expect.any(Number), 0]);
    expect(alpha(38, 58)).toBeLessThan(20);
    expect([alpha(70, 50), alpha(78, 58), alpha(81, 50)]).toEqual([255, 255, 0]);
    expect(alpha(50, 20)).toBe(0);
  });
});
