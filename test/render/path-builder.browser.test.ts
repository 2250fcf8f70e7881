import { expect, test } from 'vitest';
import { type FillOptions, PathBuilder, type StrokeOptions } from '../../src/engine/model/path-builder.ts';
import { average, difference, type Picture } from '../support/canvas-reference.ts';
import { seeded } from '../support/random.ts';
import { compareAndKeep, draw, sharedStage } from '../support/scene.ts';

/** A call of either, by the name that the builder has for it. */
type Call = readonly [
  name: 'moveTo' | 'lineTo' | 'quadTo' | 'cubicTo' | 'arc' | 'ellipse' | 'rect' | 'roundRect' | 'close' | 'beginPath',
  ...args: (number | boolean | number[])[],
];

interface Drawing {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly fill?: string | null;
  readonly rule?: NonNullable<FillOptions['rule']>;
  readonly stroke?: string | null;
  readonly width?: number;
  readonly pen?: StrokeOptions;
}

const FULL = 2 * Math.PI;

const drawings: readonly Drawing[] = [
  { name: 'lines', calls: [['moveTo', 20, 20], ['lineTo', 80, 30], ['lineTo', 50, 85], ['close']] },
  {
    name: 'left open',
    calls: [
      ['moveTo', 20, 20],
      ['lineTo', 80, 30],
      ['lineTo', 50, 85],
    ],
  },
  {
    name: 'curves',
    calls: [
      ['moveTo', 10, 50],
      ['quadTo', 50, -20, 90, 50],
      ['cubicTo', 95, 120, 40, 60, 10, 50],
    ],
  },
  {
    name: 'line without a start',
    calls: [
      ['lineTo', 20, 20],
      ['lineTo', 80, 30],
      ['lineTo', 50, 85],
    ],
  },
  {
    name: 'curve without a start',
    calls: [
      ['quadTo', 20, 20, 80, 30],
      ['lineTo', 50, 85],
    ],
  },
  {
    name: 'cubic without a start',
    calls: [
      ['cubicTo', 20, 20, 90, 10, 80, 80],
      ['lineTo', 20, 85],
    ],
  },
  { name: 'circle', calls: [['arc', 50, 50, 40, 0, FULL]] },
  {
    name: 'arc after a line',
    calls: [
      ['moveTo', 10, 90],
      ['arc', 50, 50, 30, Math.PI, 1.75 * Math.PI],
      ['lineTo', 90, 90],
    ],
  },
  {
    name: 'arc the other way',
    calls: [
      ['moveTo', 10, 90],
      ['arc', 50, 50, 30, 0.3, 2, true],
    ],
  },
  { name: 'arc of more than a turn', calls: [['arc', 50, 50, 30, 1, 9]] },
  { name: 'arc from more to less', calls: [['arc', 50, 50, 30, 2, 1]] },
  { name: 'arc from far below', calls: [['arc', 50, 50, 30, 2, -11]] },
  { name: 'arc the other way from far below', calls: [['arc', 50, 50, 30, -9, 1, true]] },
  {
    name: 'two circles',
    calls: [
      ['arc', 35, 40, 25, 0, FULL],
      ['arc', 65, 60, 25, 0, FULL, true],
    ],
  },
  { name: 'ellipse', calls: [['ellipse', 50, 50, 40, 15, 0.6, 0, FULL]] },
  { name: 'part of an ellipse', calls: [['ellipse', 50, 50, 40, 15, -0.6, 1, 4.5]] },
  {
    name: 'rectangle, then a line',
    calls: [
      ['rect', 20, 20, 40, 30],
      ['lineTo', 90, 90],
      ['lineTo', 20, 60],
    ],
  },
  {
    name: 'rectangle backwards',
    calls: [
      ['rect', 80, 70, -60, -40],
      ['rect', 30, 40, 30, 20],
    ],
  },
  { name: 'round rectangle', calls: [['roundRect', 15, 20, 70, 50, 12]] },
  { name: 'corners of their own', calls: [['roundRect', 15, 20, 70, 50, [0, 10, 25, 5]]] },
  { name: 'corners too large', calls: [['roundRect', 15, 20, 70, 50, [40, 30]]] },
  {
    name: 'three corners, then a line',
    calls: [
      ['roundRect', 15, 20, 60, 50, [4, 12, 20]],
      ['lineTo', 90, 90],
      ['lineTo', 10, 80],
    ],
  },
  {
    name: 'on from a closed contour',
    calls: [
      ['moveTo', 20, 20],
      ['lineTo', 60, 20],
      ['lineTo', 60, 60],
      ['close'],
      ['lineTo', 40, 90],
      ['lineTo', 10, 60],
    ],
  },
  {
    name: 'moved for nothing',
    calls: [
      ['moveTo', 0, 0],
      ['moveTo', 20, 20],
      ['lineTo', 80, 50],
      ['lineTo', 30, 70],
      ['moveTo', 100, 100],
    ],
  },
  { name: 'what was before a new path', calls: [['rect', 0, 0, 90, 90], ['beginPath'], ['rect', 30, 30, 40, 40]] },
  {
    name: 'hole by even-odd',
    rule: 'evenodd',
    calls: [
      ['rect', 10, 10, 80, 80],
      ['arc', 50, 50, 25, 0, FULL],
    ],
  },
  {
    name: 'joins and caps',
    fill: null,
    width: 9,
    pen: { cap: 'round', join: 'round' },
    calls: [
      ['moveTo', 20, 20],
      ['lineTo', 80, 30],
      ['lineTo', 25, 80],
    ],
  },
  {
    name: 'square and bevelled',
    fill: null,
    width: 9,
    pen: { cap: 'square', join: 'bevel' },
    calls: [
      ['moveTo', 20, 20],
      ['lineTo', 80, 30],
      ['lineTo', 25, 80],
    ],
  },
  {
    name: 'miter as by default',
    fill: null,
    width: 6,
    calls: [
      ['moveTo', 10, 35],
      ['lineTo', 60, 45],
      ['lineTo', 10, 57],
    ],
  },
  {
    name: 'miter cut off',
    fill: null,
    width: 6,
    pen: { miterLimit: 3 },
    calls: [
      ['moveTo', 10, 35],
      ['lineTo', 60, 45],
      ['lineTo', 10, 57],
    ],
  },
];

const CANVAS_NAMES: Readonly<Record<string, string>> = {
  quadTo: 'quadraticCurveTo',
  cubicTo: 'bezierCurveTo',
  close: 'closePath',
};

/** Fill and stroke that each show the other. */
const colors = ({ fill = 'rgba(40, 90, 200, 0.6)', stroke = '#c3272b', width = 3 }: Drawing) => ({
  fill,
  stroke,
  width,
});

function built(drawing: Drawing): Picture {
  const { fill, stroke, width } = colors(drawing);
  const builder = new PathBuilder(100, 100);
  for (const [name, ...args] of drawing.calls) (builder[name] as (...given: unknown[]) => unknown).apply(builder, args);
  builder.fill(fill, { rule: drawing.rule ?? 'nonzero' }).stroke(stroke, width, drawing.pen);
  const stage = sharedStage(100, 100);
  stage.add(builder.build());
  return draw(stage);
}

function expected(drawing: Drawing): Picture {
  const { fill, stroke, width } = colors(drawing);
  const context = new OffscreenCanvas(600, 600).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.scale(6, 6);
  for (const [name, ...args] of drawing.calls) {
    const call = context[(CANVAS_NAMES[name] ?? name) as 'lineTo'] as (...given: unknown[]) => void;
    call.apply(context, args);
  }
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill(drawing.rule ?? 'nonzero');
  }
  if (stroke !== null) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.lineCap = drawing.pen?.cap ?? 'butt';
    context.lineJoin = drawing.pen?.join ?? 'miter';
    context.miterLimit = drawing.pen?.miterLimit ?? 10;
    context.stroke();
  }
  return average(context.getImageData(0, 0, 600, 600), 6);
}

test.each(drawings)('$name: as Canvas2D draws it', async (drawing) => {
  const found = await compareAndKeep(`builder/${drawing.name}`, built(drawing), expected(drawing));
  expect(found.over32).toBeLessThan(0.3);
  expect(found.mean).toBeLessThan(0.35);
});

test('random drawings as Canvas2D draws them', { timeout: 120_000 }, () => {
  const random = seeded(5);
  const at = () => 10 + random() * 80;
  const one = (): Call => {
    const makers: (() => Call)[] = [
      () => ['moveTo', at(), at()],
      () => ['lineTo', at(), at()],
      () => ['quadTo', at(), at(), at(), at()],
      () => ['cubicTo', at(), at(), at(), at(), at(), at()],
      () => ['arc', at(), at(), random() * 30, random() * 20 - 10, random() * 20 - 10, random() < 0.5],
      () => [
        'ellipse',
        at(),
        at(),
        random() * 30,
        random() * 30,
        random() * 6,
        random() * 9,
        random() * 9,
        random() < 0.5,
      ],
      () => ['rect', at(), at(), at() - 50, at() - 50],
      () => ['roundRect', at(), at(), random() * 50, random() * 50, [random() * 30, random() * 30, random() * 30]],
      () => ['close'],
    ];
    return makers[Math.floor(random() * makers.length)]();
  };
  for (let i = 0; i < 24; i++) {
    // A stroke of what crosses itself at sharp angles differs in the joins' own ways.
    const drawing: Drawing = {
      name: `random ${i}`,
      calls: Array.from({ length: 6 }, one),
      rule: 'evenodd',
      stroke: null,
    };
    const found = difference(built(drawing), expected(drawing));
    expect(found.over32, JSON.stringify(drawing.calls)).toBeLessThan(0.3);
    expect(found.mean, JSON.stringify(drawing.calls)).toBeLessThan(0.5);
  }
});
