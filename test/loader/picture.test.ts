import { describe, expect, test } from 'vitest';
import type { Color } from '../../src/engine/model/rig.ts';
import { errorOf, groupOf, loadPicture, messages, pointsOf, square, svg } from './inputs.ts';

const green: Color = [0, 128 / 255, 0, 1];
const red: Color = [1, 0, 0, 1];

describe('a picture', () => {
  test('becomes a rig with only a base', async () => {
    const { rig, report } = await loadPicture(svg(`<g id="a"><path d="${square}"/></g>`));
    expect(report.problems).toEqual([]);
    expect([rig.name, rig.width, rig.height, rig.fps]).toEqual(['a', 100, 100, 24]);
    expect(rig.actions.map(({ name, kind }) => [name, kind])).toEqual([['base', 'base']]);
    expect(rig.groups).toMatchObject([
      { id: '', parent: -1, children: [~1] },
      { id: 'a', parent: 0, children: [0] },
    ]);
    expect(rig.paths).toMatchObject([
      {
        group: 1,
        index: 0,
        contours: [{ start: 0, segments: 2, closed: true }],
        fillRule: 'nonzero',
        style: { fill: [0, 0, 0, 1], stroke: null, lineCap: 'butt', lineJoin: 'miter', miterLimit: 4, visible: true },
        masks: [],
        role: 'drawn',
      },
    ]);
  });

  test('has paths and groups in painting order', async () => {
    const p = `<path d="${square}"/>`;
    const { rig } = await loadPicture(svg(`${p}<g id="a">${p}<g id="b"/>${p}</g>${p}`));
    expect(rig.groups.map(({ children }) => children)).toEqual([[0, ~1, 3], [1, ~2, 2], []]);
    expect(rig.paths.map(({ group, index }) => [group, index])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
  });

  test('keeps the numbers of cubics to the last bit', async () => {
    const numbers = [0.1, 1e-7, 123456.789, -0.30000000000000004, 1 / 3, 7, 2.5, 9.999999999999998];
    const [x, y, ...rest] = numbers;
    const { rig } = await loadPicture(svg(`<path d="M ${x} ${y} C ${rest.join(' ')}"/>`));
    expect(Array.from(rig.paths[0].points)).toEqual(numbers);
  });

  test('writes Moho: attributes with blanks, and packed paths with classes', async () => {
    const plain = svg(
      '<g id="a"><path fill="#a60d3f" fill-rule="evenodd" stroke="none" d="M 1.000 2.000 C 3.000 -4.000 5.000 -6.000 7.500 0.500 Z"/></g>',
    );
    const packed = svg(
      '<style>.st0{fill:#A60D3F;fill-rule:evenodd}</style><g id="a"><path class="st0" d="M1,2C3-4,5-6,7.5.5z"/></g>',
    );
    const [a, b] = [await loadPicture(plain), await loadPicture(packed)];
    expect(b.rig).toEqual(a.rig);
    expect(Array.from(a.rig.paths[0].points)).toEqual([1, 2, 3, -4, 5, -6, 7.5, 0.5]);
    expect([...a.report.problems, ...b.report.problems]).toEqual([]);
  });
});

describe('path data', () => {
  const read = async (d: string) => {
    const loaded = await loadPicture(svg(`<path d="${d}"/>`));
    return { points: pointsOf(loaded.rig.paths[0]), contours: loaded.rig.paths[0].contours, faults: messages(loaded) };
  };

  test('turns lines into cubics with handles on the thirds', async () => {
    const { points } = await read('M 0 0 L 3 6 h 3 v -3 H 0 V 0');
    expect(points).toEqual([
      ...[0, 0, 1, 2, 2, 4, 3, 6],
      ...[4, 6, 5, 6, 6, 6],
      ...[6, 5, 6, 4, 6, 3],
      ...[4, 3, 2, 3, 0, 3],
      ...[0, 2, 0, 1, 0, 0],
    ]);
  });

  test('knows relative commands, repeated ones and moves that go on as lines', async () => {
    expect((await read('m 1 1 3 0 0 3')).points).toEqual((await read('M 1 1 L 4 1 L 4 4')).points);
    expect((await read('M1 1c1 0 2 0 3 3 1 0 2 0 3 3')).points).toEqual(
      (await read('M1 1C2 1 3 1 4 4C5 4 6 4 7 7')).points,
    );
  });

  test('mirrors the handle of the curve before for smooth ones, and only of its own kind', async () => {
    expect((await read('M0 0C0 3 3 3 3 0S6-3 6 0')).points.slice(8)).toEqual([3, -3, 6, -3, 6, 0]);
    expect((await read('M0 0L3 0S6-3 6 0')).points.slice(8)).toEqual([3, 0, 6, -3, 6, 0]);
    expect((await read('M0 0Q3 3 6 0T12 0')).points).toEqual([0, 0, 2, 2, 4, 2, 6, 0, 8, -2, 10, -2, 12, 0]);
    expect((await read('M0 0C0 3 3 3 3 0T6 3')).points.slice(8)).toEqual([3, 0, 4, 1, 6, 3]);
  });

  test('starts a new contour after a close, where the closed one began', async () => {
    const { points, contours } = await read('M1 1L4 1L4 4zL1 7m 3 0 l 3 0');
    expect(contours).toEqual([
      { start: 0, segments: 2, closed: true },
      { start: 7, segments: 1, closed: false },
      { start: 11, segments: 1, closed: false },
    ]);
    expect(points.slice(14, 16)).toEqual([1, 1]);
    expect(points.slice(22, 24)).toEqual([4, 7]);
  });

  test('reads packed numbers, exponents and arc flags', async () => {
    expect((await read('M30 30h30.5.5.5')).points.at(-2)).toBe(61.5);
    expect((await read('M1e1-1E-1L+2.5e+1.5')).points.slice(-2)).toEqual([25, 0.5]);
    expect((await read('M10 10A5 5 0 0180 20')).points.slice(-2)).toEqual([80, 20]);
  });

  test.each([
    ['a half circle', 'M 10 0 A 10 10 0 0 1 -10 0', 2],
    ['a quarter', 'M 10 0 A 10 10 0 0 1 0 10', 1],
    ['the large way round', 'M 10 0 A 10 10 0 1 0 0 10', 3],
    ['radii that are too small', 'M 10 0 A 1 1 0 0 1 -10 0', 2],
  ])('draws arcs on the circle: %s', async (_, d, segments) => {
    const { points, contours } = await read(d);
    expect(contours[0].segments).toBe(segments);
    for (let s = 0; s < segments; s++) {
      for (const t of [0, 0.25, 0.5, 0.75, 1]) {
        const [x, y] = [0, 1].map((axis) => {
          const [a, b, c, e] = [0, 2, 4, 6].map((i) => points[6 * s + i + axis]);
          const u = 1 - t;
          return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * e;
        });
        expect(Math.hypot(x, y)).toBeCloseTo(10, 2);
      }
    }
  });

  test('turns an ellipse by its angle and sweeps to the asked side', async () => {
    const up = await read('M 0 -10 A 10 5 90 0 1 0 10');
    // The middle of the sweep: the ellipse lies upright, its short half axis of 5 points to +x.
    expect(up.points.slice(6, 8).map((value) => Math.round(value * 1e4) / 1e4)).toEqual([5, 0]);
    const down = await read('M 0 -10 A 10 5 90 0 0 0 10');
    expect(down.points.slice(6, 8).map((value) => Math.round(value * 1e4) / 1e4)).toEqual([-5, 0]);
  });

  test('leaves out an arc to where it starts, and makes a line of one without a radius', async () => {
    expect((await read('M 1 1 A 5 5 0 1 1 1 1 L 4 1')).points).toEqual([1, 1, 2, 1, 3, 1, 4, 1]);
    expect((await read('M 1 1 A 0 5 0 1 1 4 1')).points).toEqual([1, 1, 2, 1, 3, 1, 4, 1]);
  });

  const kept = [0, 0, 1, 0, 2, 0, 3, 0];
  test.each([
    ['M 0 0 L 3 0 X 1 1 L 9 9', kept, 'Unexpected character "X" at index 12.'],
    ['M 0 0 L 3 0 L 5', kept, 'Unterminated command at the path end.'],
    ['M 0 0 L 3 0 L NaN 5', kept, 'Unexpected character "N" at index 14.'],
    ['M 0 0 L 3 0 L . 5', kept, 'Invalid number ending at 15'],
    ['M 0 0 L 3 0 L 1e999 5', kept, 'The number Infinity is out of range.'],
    ['M 0 0 L 3 0 A 5 5 0 2 1 9 9', kept, 'Expected a flag, got "2" at index "21"'],
    ['M 0 0 L 3 0 R 9 9', kept, 'Unexpected character "R" at index 12.'],
    ['M 0 0 L 3 0 Z 9 9', kept, 'Unexpected number after "Z" at index 13.'],
    ['L 3 0', [], 'Expected "M" at the start, found "L".'],
  ])('is kept up to the fault: %s', async (d, points, fault) => {
    const found = await read(d);
    expect(found.points).toEqual(points);
    expect(found.faults).toEqual([`a.svg:1, group "<svg>", path 0: faulty path data: ${fault} (kept up to there)`]);
  });

  test('keeps points that are equal, and segments without a length', async () => {
    expect((await read('M 1 1 L 1 1 Z M 2 2 M 3 3 z')).contours).toEqual([
      { start: 0, segments: 1, closed: true },
      { start: 4, segments: 0, closed: false },
      { start: 5, segments: 0, closed: true },
    ]);
  });

  test.each(['', '   ', 'none'])('may be empty: "%s"', async (d) => {
    expect(await read(d)).toEqual({ points: [], contours: [], faults: [] });
  });
});

describe('shapes', () => {
  const read = async (element: string) => {
    const loaded = await loadPicture(svg(element, 'viewBox="0 0 200 50"'));
    return { points: pointsOf(loaded.rig.paths[0]), contours: loaded.rig.paths[0].contours, faults: messages(loaded) };
  };

  test('are paths: rect, line, polyline, polygon', async () => {
    const anchors = ({ points }: { points: number[] }) => points.filter((_, i) => i % 6 < 2);
    const rect = await read('<rect x="1" y="2" width="3" height="6"/>');
    expect(anchors(rect)).toEqual([1, 2, 4, 2, 4, 8, 1, 8]);
    expect(rect.contours).toEqual([{ start: 0, segments: 3, closed: true }]);
    expect((await read('<rect width="50%" height="50%"/>')).points.slice(6, 8)).toEqual([100, 0]);
    expect((await read('<line x2="3" y2="6"/>')).points).toEqual([0, 0, 1, 2, 2, 4, 3, 6]);
    const polygon = await read('<polygon points="1e1,10 9e1,1e1 90-0 90 90 10 9e1"/>');
    expect(anchors(polygon)).toEqual([10, 10, 90, 10, 90, -0 + 0, 90, 90, 10, 90]);
    expect(polygon.contours[0].closed).toBe(true);
    const polyline = await read('<polyline points="20 50 80,50 80"/>');
    expect(anchors(polyline)).toEqual([20, 50, 80, 50]);
    expect(polyline.faults).toEqual([
      'a.svg:1, group "<svg>", path 0: faulty path data: The last of the points has no y. (kept up to there)',
    ]);
  });

  test('are round: circle, ellipse, corners', async () => {
    const circle = await read('<circle cx="10" cy="20" r="5"/>');
    expect(circle.contours).toEqual([{ start: 0, segments: 4, closed: true }]);
    expect(circle.points.filter((_, i) => i % 6 < 2)).toEqual([15, 20, 10, 25, 5, 20, 10, 15, 15, 20]);
    expect(circle.points[3]).toBeCloseTo(20 + 5 * 0.5522847498, 6);
    expect((await read('<ellipse rx="4" ry="2"/>')).points.slice(6, 8)).toEqual([0, 2]);
    const round = await read('<rect width="20" height="10" rx="3"/>');
    expect(round.contours).toEqual([{ start: 0, segments: 8, closed: true }]);
    expect(round.points.slice(6, 8)).toEqual([17, 0]);
    expect(round.points.slice(12, 14)).toEqual([20, 3]);
  });

  test('without a size are empty, and keep their place', async () => {
    const { rig } = await loadPicture(svg('<circle r="0"/><rect width="5"/><line x2="3"/>'));
    expect(rig.paths.map(({ index, points }) => [index, points.length])).toEqual([
      [0, 0],
      [1, 0],
      [2, 8],
    ]);
  });

  test('with a faulty attribute are reported', async () => {
    expect((await read('<circle r="5 apples" cx="3"/>')).faults).toEqual([
      'a.svg:1, group "<svg>", path 0: faulty path data: The r "5 apples" is not a length. (kept up to there)',
    ]);
  });
});

describe('style', () => {
  const styleOf = async (path: string, around = (inner: string) => inner, before = '') => {
    const loaded = await loadPicture(svg(before + around(`<path d="${square}" ${path}/>`)));
    return { ...loaded.rig.paths[0].style, fillRule: loaded.rig.paths[0].fillRule, faults: messages(loaded) };
  };

  test.each([
    ['green'],
    ['GREEN'],
    ['#008000'],
    ['#008000ff'],
    ['rgb(0,128,0)'],
    ['rgb(0 128 0)'],
    [' green '],
    ['rgb(0%,50.2%,0%)'],
    ['hsl(120,100%,25.1%)'],
    ['hsl(120deg 100% 25.1%)'],
    ['RGB( 0 , 128 , 0 )'],
  ])('reads the colour %s', async (color) => {
    const { fill, faults } = await styleOf(`fill="${color}"`);
    expect(fill?.map((part) => Math.round(part * 255))).toEqual([0, 128, 0, 255]);
    expect(faults).toEqual([]);
  });

  test.each([
    ['#0808', [0, 136, 0, 136]],
    ['#00800080', [0, 128, 0, 128]],
    ['rgba(0,128,0,.5)', [0, 128, 0, 128]],
    ['hsla(120,100%,25.1%,50%)', [0, 128, 0, 128]],
    ['#080', [0, 136, 0, 255]],
    ['transparent', [0, 0, 0, 0]],
  ])('reads the colour %s with its alpha', async (color, parts) => {
    const { fill } = await styleOf(`fill="${color}"`);
    expect(fill?.map((part) => Math.round(part * 255))).toEqual(parts);
  });

  test('ignores a colour that is none, and says so', async () => {
    const { fill, faults } = await styleOf('fill="gren"', (inner) => `<g id="a" fill="red">${inner}</g>`);
    expect(fill).toEqual(red);
    expect(faults).toEqual(['a.svg:1, group "a", path 0: the value of fill is not valid and is ignored; found "gren"']);
  });

  test('is inherited, and `none`, `inherit` and `currentColor` mean what they say', async () => {
    const inside = (attributes: string) => (inner: string) => `<g id="a" ${attributes}>${inner}</g>`;
    expect((await styleOf('', inside('fill="green" stroke="red" stroke-width="3"'))).strokeWidth).toBe(3);
    expect((await styleOf('fill="none"', inside('fill="green"'))).fill).toBeNull();
    expect((await styleOf('fill="inherit"', inside('fill="green"'))).fill).toEqual(green);
    expect((await styleOf('fill="currentColor" color="green"')).fill).toEqual(green);
    expect((await styleOf('stroke="currentColor"', inside('color="green"'))).stroke).toEqual(green);
  });

  test('multiplies opacities into alpha', async () => {
    const { fill, stroke } = await styleOf(
      'fill="red" stroke="red" fill-opacity="0.5" stroke-opacity="50%" opacity=".5"',
    );
    expect([fill?.[3], stroke?.[3]]).toEqual([0.25, 0.25]);
    expect((await styleOf('fill="#ff000080" fill-opacity="2"')).fill?.[3]).toBeCloseTo(128 / 255);
  });

  test('gives the opacity of a group to its paths, with a warning where they may overlap', async () => {
    const p = `<path d="${square}" opacity="0.5"/>`;
    const warned = async (content: string) => {
      const loaded = await loadPicture(svg(content));
      for (const { style } of loaded.rig.paths) expect(style.fill?.[3]).toBe(0.25);
      return messages(loaded);
    };
    const message = (line: number) =>
      `a.svg:${line}, group "a": the opacity of a group is given to its paths one by one, so overlaps show through`;
    expect(await warned(`<g id="a" opacity="0.5">${p}${p}</g>`)).toEqual([message(1)]);
    expect(await warned(`<g id="b" opacity="0.5">${p}</g>`)).toEqual([]);
    expect(await warned(`\n<g id="a" opacity="0.5"><g>${p}<g>${p}</g></g></g>`)).toEqual([message(2)]);
    expect(await warned(`<defs><g id="s">${p}${p}</g></defs><use id="a" href="#s" opacity=".5"/>`)).toEqual([
      message(1),
    ]);
    const hidden = await loadPicture(svg(`<g opacity="0">${p}${p}</g><g opacity="1">${p}${p}</g>`));
    expect(hidden.report.problems).toEqual([]);
  });

  test('gives the opacity of a path to its fill and stroke, with a warning', async () => {
    const message =
      'a.svg, group "<svg>", path 0: opacity is given to fill and stroke one by one, so the fill shows through the stroke';
    expect((await styleOf('stroke="red" opacity="0.5"')).faults).toEqual([message]);
    const around = (inner: string) => `<g opacity="0.5">${inner}</g>`;
    expect((await styleOf('stroke="red"', around)).faults).toEqual([message.replace('<svg>', '<g>')]);
    for (const alone of [
      'stroke="red" fill="none" opacity="0.5"',
      'opacity="0.5"',
      'stroke="red" stroke-width="0" opacity="0.5"',
      'stroke="red" fill-opacity="0.5" stroke-opacity="0.5"',
      'stroke="red" opacity="0"',
    ]) {
      expect((await styleOf(alone)).faults).toEqual([]);
    }
  });

  test('reads strokes and rules', async () => {
    const style = await styleOf(
      'stroke="red" stroke-width="2mm" stroke-linecap="round" stroke-linejoin="bevel" stroke-miterlimit="7" fill-rule="evenodd"',
    );
    expect(style).toMatchObject({
      lineCap: 'round',
      lineJoin: 'bevel',
      miterLimit: 7,
      fillRule: 'evenodd',
      faults: [],
    });
    expect(style.strokeWidth).toBeCloseTo((2 * 96) / 25.4);
    expect((await styleOf('stroke="red" stroke-width="10%"')).strokeWidth).toBeCloseTo(10);
  });

  test.each([
    ['stroke-width="-1"', 'stroke-width', '"-1"'],
    ['stroke-linecap="flat"', 'stroke-linecap', '"flat"'],
    ['stroke-miterlimit="0.5"', 'stroke-miterlimit', '"0.5"'],
    ['fill-rule="odd"', 'fill-rule', '"odd"'],
    ['opacity="half"', 'opacity', '"half"'],
    ['transform="rotate(1,2)"', 'transform', '"rotate(1,2)"'],
  ])('ignores the invalid %s', async (attribute, property, found) => {
    const { faults } = await styleOf(attribute);
    expect(faults).toEqual([
      `a.svg:1, group "<svg>", path 0: the value of ${property} is not valid and is ignored; found ${found}`,
    ]);
  });

  test('hides what has display none around it or is not visible', async () => {
    const inside = (attributes: string) => (inner: string) => `<g ${attributes}>${inner}</g>`;
    expect((await styleOf('display="inline"', inside('display="none"'))).visible).toBe(false);
    expect((await styleOf('visibility="visible"', inside('visibility="hidden"'))).visible).toBe(true);
    expect((await styleOf('', inside('visibility="hidden"'))).visible).toBe(false);
    // Hidden, not colourless.
    expect((await styleOf('fill="green" style="display:none"')).fill).toEqual(green);
  });

  test('takes the style attribute before rules and rules before attributes', async () => {
    const sheet = '<style>path{fill:red}</style>';
    const same = (inner: string) => inner;
    expect((await styleOf('fill="blue"', same, sheet)).fill).toEqual(red);
    expect((await styleOf('fill="blue" style="fill:green"', same, sheet)).fill).toEqual(green);
    expect((await styleOf('style="fill:green"', same, '<style>path{fill:red!important}</style>')).fill).toEqual(red);
    const ids = '<style>#x{fill:green} .a.b{fill:red} .a{fill:blue} *{fill:blue}</style>';
    expect((await styleOf('id="x" class="a b"', same, ids)).fill).toEqual(green);
    expect((await styleOf('class="b a"', same, ids)).fill).toEqual(red);
    expect((await styleOf('class="c"', same, ids)).fill).toEqual([0, 0, 1, 1]);
  });

  test('reads style blocks with comments, CDATA, lists, several of them', async () => {
    const before =
      '<defs><style type="text/css"><![CDATA[ /* one */ .a{fill:red} .st1,.st2 , .st3 { fill : green ; stroke : none } ]]></style></defs>' +
      '<style>.st2{stroke:url("#g;}")}</style>';
    const { fill, faults } = await styleOf('class="a other st3"', (inner) => inner, before);
    expect(fill).toEqual(green);
    expect(faults).toEqual([]);
  });

  test('reports rules that it does not know', async () => {
    const before =
      '<style>@media print{path{fill:red}} g > path{fill:red} path:hover{fill:red} path{fill:green}</style>';
    const { fill, faults } = await styleOf('', (inner) => inner, before);
    expect(fill).toEqual(green);
    expect(faults).toEqual([
      'a.svg: a rule of this kind is not supported; found @media print',
      'a.svg: a selector of this kind is not supported; found g>path',
      'a.svg: a selector of this kind is not supported; found path:hover',
    ]);
  });

  test('reports what it cannot draw', async () => {
    const { faults } = await styleOf('filter="url(#f)" stroke="red" stroke-dasharray="1 2" vector-effect="none"');
    expect(faults).toEqual([
      'a.svg:1, group "<svg>", path 0: filter is not supported; found "url(#f)"',
      'a.svg, group "<svg>", path 0: dashes are not supported; the line is solid',
    ]);
    expect((await styleOf('stroke="red" stroke-dasharray="0 0"')).faults).toEqual([]);
    expect((await styleOf('stroke="red" stroke-dasharray="-1 2"')).faults).toEqual([]);
  });
});

describe('gradients', () => {
  const fillOf = async (fill: string, before: string) => {
    const loaded = await loadPicture(svg(`${before}<path d="${square}" fill='${fill}'/>`));
    return { fill: loaded.rig.paths[0].style.fill, faults: messages(loaded) };
  };
  const stops =
    '<stop stop-color="red"/><stop style="stop-color:green;stop-opacity:0.5"/><stop offset="1" stop-color="red"/>';

  test.each([['url(#g)'], ['url("#g")'], ['url( #g ) blue']])(
    'are painted with their middle stop: %s',
    async (paint) => {
      const { fill, faults } = await fillOf(paint, `<linearGradient id="g">${stops}</linearGradient>`);
      expect(fill).toEqual([0, 128 / 255, 0, 0.5]);
      expect(faults).toEqual([
        'a.svg, group "<svg>", path 0: <linearGradient> as fill is not supported; the colour of its middle stop is used; found #g',
      ]);
    },
  );

  test('take stops through a chain, also one that closes', async () => {
    const chain =
      `<radialGradient id="g" xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#h"/><linearGradient id="h" href="#i"/>` +
      `<linearGradient id="i">${stops}</linearGradient>`;
    expect((await fillOf('url(#g)', chain)).fill).toEqual([0, 128 / 255, 0, 0.5]);
    const ring = '<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/>';
    expect((await fillOf('url(#g)', ring)).fill).toBeNull();
  });

  test('that are not there leave the fallback or nothing', async () => {
    const missing = await fillOf('url(#no) green', '');
    expect(missing.fill).toEqual(green);
    expect(missing.faults).toEqual([
      'a.svg, group "<svg>", path 0: fill refers to an element that is not there; its fallback is used; found #no',
    ]);
    expect((await fillOf('url(#no)', '')).fill).toBeNull();
  });

  test('of one id: the first is meant', async () => {
    const [a, b] = ['green', 'red'].map(
      (color) => `<linearGradient id="g"><stop stop-color="${color}"/></linearGradient>`,
    );
    expect((await fillOf('url(#g)', a + b)).fill).toEqual(green);
  });

  test('an id with a blank needs quotes, and is not another one', async () => {
    const before = ['a', 'a k']
      .map((id) => `<linearGradient id="${id}"><stop stop-color="${id === 'a' ? 'red' : 'green'}"/></linearGradient>`)
      .join('');
    expect((await fillOf('url("#a k")', before)).fill).toEqual(green);
    expect((await fillOf('url("#a j")', before)).fill).toBeNull();
    const bare = await fillOf('url(#a k)', before);
    expect(bare.fill).toEqual([0, 0, 0, 1]);
    expect(bare.faults).toEqual([
      'a.svg:1, group "<svg>", path 0: the value of fill is not valid and is ignored; found "url(#a k)"',
    ]);
  });
});

describe('transforms', () => {
  const read = async (content: string, attributes?: string) => {
    const loaded = await loadPicture(svg(content, attributes));
    return {
      points: pointsOf(loaded.rig.paths[0]),
      style: loaded.rig.paths[0].style,
      faults: messages(loaded),
      rig: loaded.rig,
    };
  };

  test.each([
    ['translate(5)', [5, 0, 6, 0, 7, 0, 8, 0]],
    ['translate(50,10)rotate(90)', [50, 10, 50, 11, 50, 12, 50, 13]],
    ['translate (60 60) , scale (2)', [60, 60, 62, 60, 64, 60, 66, 60]],
    ['rotate(180,20 70)translate(0)', [40, 140, 39, 140, 38, 140, 37, 140]],
    ['matrix(1 2 3 4 5 6)', [5, 6, 6, 8, 7, 10, 8, 12]],
    ['skewY(45)', [0, 0, 1, 1, 2, 2, 3, 3]],
    ['scale(-1 1)', [0, 0, -1, 0, -2, 0, -3, 0]],
    ['', [0, 0, 1, 0, 2, 0, 3, 0]],
  ])('are baked into the points: %s', async (transform, points) => {
    expect((await read(`<path transform="${transform}" d="M0 0L3 0"/>`)).points).toEqual(points);
  });

  test('add up from the outside in, and scale widths', async () => {
    const { points, style, faults } = await read(
      '<g transform="translate(10 0)"><g transform="scale(2)"><path transform="translate(1 0)" stroke="red" stroke-width="3" d="M0 0L3 0"/></g></g>',
    );
    expect(points).toEqual([12, 0, 14, 0, 16, 0, 18, 0]);
    expect(style.strokeWidth).toBeCloseTo(6);
    expect(faults).toEqual([]);
  });

  test('that stretch a stroke unevenly are reported', async () => {
    const { style, faults } = await read('<g id="a" transform="scale(4 1)"><path stroke="red" d="M0 0L3 0"/></g>');
    expect(style.strokeWidth).toBe(2);
    expect(faults).toEqual([
      'a.svg, group "a", path 0: the transform stretches the stroke unevenly; its width is made even',
    ]);
  });

  test('of no area draw nothing and harm nothing', async () => {
    const { points, style, faults } = await read('<path transform="scale(0)" stroke="red" d="M0 0L3 0"/>');
    expect(points).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(style.strokeWidth).toBe(0);
    expect(faults).toEqual([]);
  });

  test('huge numbers brought down by a tiny matrix keep their place', async () => {
    const { points } = await read(
      '<path transform="matrix(0.00004,0,0,0.00004,-160,-160)" d="M4250000 4250000H6250000"/>',
    );
    expect(points[0]).toBeCloseTo(10, 9);
    expect(points[6]).toBeCloseTo(90, 9);
  });
});

describe('size', () => {
  const line = '<path d="M0 0L3 0"/>';
  test.each([
    ['width="480px" height="720px"', [480, 720], [0, 0, 3, 0]],
    ['viewBox="-50 -50 100 100"', [100, 100], [50, 50, 53, 50]],
    ['width="100%" height="100%" viewBox="0 0 40 80"', [40, 80], [0, 0, 3, 0]],
    ['width="200" height="200" viewBox="0 0 100 100"', [200, 200], [0, 0, 6, 0]],
    ['width="200" viewBox="0 0 100 50"', [200, 100], [0, 0, 6, 0]],
    ['width="200" height="100" viewBox="0 0 100 100"', [200, 100], [50, 0, 53, 0]],
    [
      'width="200" height="100" viewBox="0 0 100 100" preserveAspectRatio="xMinYMax slice"',
      [200, 100],
      [0, -100, 6, -100],
    ],
    ['width="200" height="100" viewBox="0 0 100 100" preserveAspectRatio="none"', [200, 100], [0, 0, 6, 0]],
    ['width="1in" height="2in"', [96, 192], [0, 0, 3, 0]],
  ])('%s', async (attributes, size, ends) => {
    const loaded = await loadPicture(svg(line, attributes));
    const points = pointsOf(loaded.rig.paths[0]);
    expect([loaded.rig.width, loaded.rig.height]).toEqual(size);
    expect([...points.slice(0, 2), ...points.slice(-2)]).toEqual(ends);
    expect(messages(loaded)).toEqual([]);
  });

  test('that is missing or faulty is reported', async () => {
    const bare = await loadPicture(svg(line, ''));
    expect([bare.rig.width, bare.rig.height]).toEqual([300, 150]);
    expect(messages(bare)).toEqual(['a.svg: the picture has neither a size nor a viewBox (taken as 300 × 150 px)']);
    const faulty = await loadPicture(svg(line, 'width="wide" viewBox="0 0 10 20"'));
    expect(messages(faulty)).toEqual(['a.svg: the size "wide" is not valid (taken as 10 × 20 px)']);
  });
});

describe('clips', () => {
  const p = (attributes = '') => `<path d="${square}" ${attributes}/>`;

  test('become masks of paths and groups', async () => {
    const loaded = await loadPicture(
      svg(
        `<g id="a"><clipPath id="c">${p('clip-rule="evenodd"')}${p('fill-rule="evenodd"')}</clipPath>${p('clip-path="url(#c)"')}</g><g id="b" clip-path="url('#c')">${p()}</g>`,
      ),
    );
    const { rig } = loaded;
    expect(messages(loaded)).toEqual([]);
    expect(rig.masks).toEqual([{ id: 'c', paths: [2, 3], masks: [] }]);
    expect(rig.paths.map(({ role, masks, fillRule }) => [role, masks, fillRule])).toEqual([
      ['drawn', [0], 'nonzero'],
      ['drawn', [], 'nonzero'],
      ['clip', [], 'evenodd'],
      ['clip', [], 'nonzero'],
    ]);
    expect(rig.groups[groupOf(rig, 'b')].masks).toEqual([0]);
    expect(rig.paths.slice(2).map(({ group, index }) => [group, index])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    // Clip paths are in no list of what is drawn.
    expect(rig.groups.flatMap(({ children }) => children)).toEqual([~1, ~2, 0, 1]);
  });

  test('stand in the coordinates of what they clip', async () => {
    const { rig } = await loadPicture(
      svg(
        `<defs><clipPath id="c" transform="translate(1 0)"><rect width="3" height="3" transform="scale(2)"/></clipPath></defs><g id="a" transform="translate(10 0)">${p('clip-path="url(#c)"')}</g>${p('clip-path="url(#c)"')}`,
      ),
    );
    expect(rig.masks.map(({ paths }) => paths.map((path) => rig.paths[path].points[0]))).toEqual([[11], [1]]);
    expect(rig.paths.filter(({ role }) => role === 'clip').map(({ group }) => group)).toEqual([1, 0]);
  });

  test('may be clipped themselves, and their shapes too', async () => {
    const { rig } = await loadPicture(
      svg(
        `<clipPath id="d">${p()}</clipPath><clipPath id="c" clip-path="url(#d)">${p('clip-path="url(#d)"')}</clipPath>${p('clip-path="url(#c)"')}`,
      ),
    );
    expect(rig.masks.map(({ id, masks }) => [id, masks])).toEqual([
      ['c', [1]],
      ['d', []],
    ]);
    expect(rig.paths.filter(({ role }) => role === 'clip').map(({ masks }) => masks)).toEqual([[1], []]);
  });

  test('that are empty hide all, also when all in them is hidden', async () => {
    const { rig, report } = await loadPicture(
      svg(
        `<clipPath id="e"/><clipPath id="h">${p('display="none"')}</clipPath>${p('clip-path="url(#e)"')}${p('clip-path="url(#h)"')}`,
      ),
    );
    expect(report.problems).toEqual([]);
    expect(rig.masks.map(({ paths }) => paths)).toEqual([[], []]);
    expect(rig.paths.slice(0, 2).map(({ masks }) => masks)).toEqual([[0], [1]]);
  });

  test('that are missing, rings, or of other units are left out, with a report', async () => {
    const loaded = await loadPicture(
      svg(
        `<g id="a">${p('clip-path="url(#no)"')}${p('clip-path="url(#a)"')}${p('clip-path="url(#r)"')}${p('clip-path="url(#u)"')}</g>` +
          `<clipPath id="r" clip-path="url(#r)">${p()}</clipPath><clipPath id="u" clipPathUnits="objectBoundingBox">${p()}</clipPath>`,
      ),
    );
    expect(loaded.rig.paths.slice(0, 4).map(({ masks }) => masks)).toEqual([[], [], [0], []]);
    expect(loaded.rig.masks).toEqual([{ id: 'r', paths: [4], masks: [] }]);
    expect(messages(loaded)).toEqual([
      'a.svg, group "a", path 0: there is no clip path of this id; found #no (drawn without that clip)',
      'a.svg, group "a", path 1: clip-path refers to a <g>; found #a (drawn without that clip)',
      'a.svg, group "r": a clip path clips itself; found #r (drawn without that clip)',
      'a.svg, group "a", path 3: clip paths in units of the bounding box are not supported; found #u (drawn without that clip)',
    ]);
  });
});

describe('name masks', () => {
  const p = `<path d="${square}"/>`;
  const content = `<g id="x_Mask"><g id="in">${p}<path d="${square}" fill="none" stroke="red"/></g></g><g id="y_Mtarget">${p}</g>`;

  test('cut a target to the filled paths of the mask beside it, which stay drawn', async () => {
    const { rig, report } = await loadPicture(svg(`<g id="other_Mask">${p}</g><g id="a">${content}</g>`));
    expect(report.problems).toEqual([]);
    expect(rig.masks).toEqual([{ id: 'x_Mask', paths: [1], masks: [] }]);
    expect(rig.groups.filter(({ masks }) => masks.length > 0).map(({ id }) => id)).toEqual(['y_Mtarget']);
    expect(rig.paths.every(({ role }) => role === 'drawn')).toBe(true);
  });

  test('are an option', async () => {
    expect((await loadPicture(svg(content), { nameMasks: false })).rig.masks).toEqual([]);
  });

  test('without a mask are reported', async () => {
    expect(messages(await loadPicture(svg(`<g id="y_Mtarget">${p}</g>`)))).toEqual([
      'a.svg, group "y_Mtarget": there is no group whose id ends in "Mask" for it (drawn without a mask)',
    ]);
  });
});

describe('bones', () => {
  const bone = '<path stroke="#00ff00" d="M 10 20 C 11 20 12 20 13 24 C 1 1 1 1 1 1"/>';

  test('are groups with the prefix and a path; they are not painted', async () => {
    const { rig, report } = await loadPicture(
      svg(`<g id="bone" transform="translate(1 0)"><g id="bone_a">${bone}</g></g><g id="backbone">${bone}</g>`),
    );
    expect(report.problems).toEqual([]);
    expect(rig.bones).toMatchObject([
      { id: 'bone_a', group: 2, parent: -1, base: [11, 20], tip: [14, 24], isPin: false },
    ]);
    expect(rig.paths.map(({ group }) => rig.groups[group].id)).toEqual(['backbone']);
    expect(rig.groups[2]).toMatchObject({ id: 'bone_a', children: [] });
  });

  test('have the prefix that is asked for, or none', async () => {
    const picture = svg(`<g id="骨_1">${bone}</g>`);
    expect((await loadPicture(picture, { bonePrefix: '骨' })).rig.bones.map(({ id }) => id)).toEqual(['骨_1']);
    const bones = (await loadPicture(svg(`<g id="bone_1">${bone}</g>`), { bonePrefix: '' })).rig.bones;
    expect(bones).toEqual([]);
  });

  test('with more than one path are told, for they may be artwork', async () => {
    const loaded = await loadPicture(svg(`<g id="bones">${bone}${bone}</g>`));
    expect([loaded.rig.bones.length, loaded.rig.paths.length]).toEqual([1, 0]);
    expect(messages(loaded)).toEqual([
      `a.svg, group "bones": the group counts as a bone, so none of its paths is drawn (rename the group, or set bonePrefix to '' where there are no bones)`,
    ]);
  });

  test('need a segment', async () => {
    const loaded = await loadPicture(svg('<g id="bone_a"><path d="M 1 1"/></g>'));
    expect(loaded.rig.bones).toEqual([]);
    expect(messages(loaded)).toEqual([
      'a.svg, group "bone_a", path 0: the path of a bone has no segment; the group is not a bone',
    ]);
  });
});

describe('what a picture may hold besides', () => {
  const p = `<path d="${square}"/>`;

  test('elements with a prefix count, elements of others do not', async () => {
    const loaded = await loadPicture(
      `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" xmlns:i="http://i" width="9" height="9"><svg:g id="a"><svg:rect width="1" height="1"/></svg:g>` +
        `<i:rect/><i:data>${p}</i:data><s:rect xmlns:s="http://www.w3.org/2000/svg" width="2" height="2"/><rect xmlns="http://i" width="3"/></svg:svg>`,
    );
    expect(loaded.rig.paths.map(({ points }) => points[6])).toEqual([1, 2]);
    expect(messages(loaded)).toEqual([]);
  });

  test('scripts, links and metadata change nothing', async () => {
    const loaded = await loadPicture(
      svg(
        `<title>t</title><metadata><rdf:RDF xmlns:rdf="r"><rect/></rdf:RDF></metadata><script>boom()</script><a href="javascript:boom()"><rect width="5" height="5" onload="boom()"/></a>`,
      ),
    );
    expect(loaded.rig.paths.length).toBe(1);
    expect(messages(loaded)).toEqual([]);
  });

  test('what is not supported is left out and reported once a kind', async () => {
    const loaded = await loadPicture(
      svg(`<text>hi</text><g id="a"><image href="http://x/y.png"/><text>ho</text></g><unknown>${p}</unknown>${p}`),
    );
    expect(loaded.rig.paths.length).toBe(1);
    expect(messages(loaded)).toEqual([
      'a.svg:1: <text> elements are not supported and are left out',
      'a.svg:1: <unknown> elements are not supported and are left out',
      'a.svg:1: <image> elements are not supported and are left out',
    ]);
  });

  test('use repeats an element in its place, with what it inherits there', async () => {
    const loaded = await loadPicture(
      svg(
        `<defs><g id="s"><path d="M0 0L3 0"/></g></defs><use href="#s" x="5" fill="red" transform="scale(2)"/><use href="#s"/>`,
      ),
    );
    expect(messages(loaded)).toEqual([]);
    expect(loaded.rig.paths.map(({ points, style }) => [points[0], points[6], style.fill])).toEqual([
      [10, 16, red],
      [0, 3, [0, 0, 0, 1]],
    ]);
  });

  test('a symbol and an inner svg fit their view box', async () => {
    const { rig } = await loadPicture(
      svg(
        `<symbol id="s" viewBox="0 0 10 10" width="20" height="20"><path d="M0 0L3 0"/></symbol><use href="#s" x="5"/><svg x="1" y="2" width="30" height="30" viewBox="0 0 10 10"><path d="M0 0L3 0"/></svg>`,
      ),
    );
    expect(rig.paths.map(({ points }) => [points[0], points[1], points[6]])).toEqual([
      [5, 0, 11],
      [1, 2, 10],
    ]);
  });

  test('uses that form a ring, lead outside or nowhere are not drawn', async () => {
    const loaded = await loadPicture(
      svg(
        `<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="x.svg#y"/><use href="#no"/><use/>${p}`,
      ),
    );
    expect(loaded.rig.paths.length).toBe(1);
    expect(messages(loaded)).toEqual([
      'a.svg:1: use repeats an element that it is inside of; it is not drawn; found #a',
      'a.svg:1: use repeats an element that it is inside of; it is not drawn; found #b',
      'a.svg:1: use of something outside the file is not supported; nothing was fetched; found "x.svg#y"',
      'a.svg:1: use refers to an element that is not there; found #no',
      'a.svg:1: use of something outside the file is not supported; nothing was fetched; found ""',
    ]);
  });

  test('of a switch the first that needs nothing special is drawn', async () => {
    const { rig, report } = await loadPicture(
      svg(
        `<switch><g requiredExtensions="http://ns.adobe.com/"><rect width="1" height="1"/></g><g><rect width="2" height="2"/></g><g>${p}</g></switch>`,
      ),
    );
    expect(rig.paths.map(({ points }) => points[6])).toEqual([2]);
    expect(report.problems).toEqual([]);
  });
});

test('names that every object has are names like others', async () => {
  const names = ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'];
  const content = names.map(
    (name) =>
      `<${name}/><g id="${name}" ${name}="1" transform="${name}(1)" style="${name}:1" class="${name}"/>` +
      `<rect width="1${name}" fill="url(#${name})" clip-path="url(#${name})"/><use href="#${name}x"/>`,
  );
  const css = names.map((name) => `${name}{${name}:1}.${name}{fill:red}#${name}{fill:${name}}`);
  const loaded = await loadPicture(svg(`<style>${css.join('')}</style>${content.join('')}`));
  expect(loaded.rig.groups.map(({ id }) => id).filter((id) => id !== '')).toEqual(names);
  expect(messages(loaded)).toContain('a.svg:1: <constructor> elements are not supported and are left out');
});

test('ids may hold blanks, quotes and any script', async () => {
  const ids = ['a b', `it's`, '"q"', '右足', '👟', 'e\u0301', '<g>'];
  const escaped = ids.map((id) => id.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;'));
  const { rig, report } = await loadPicture(svg(escaped.map((id) => `<g id="${id}"/>`).join('')));
  expect(rig.groups.slice(1).map(({ id }) => id)).toEqual(ids);
  expect(report.problems).toEqual([]);
});

test('groups of one id are reported once', async () => {
  const loaded = await loadPicture(svg('<g id="a"/><g id="a"/>\n<g id="b"/><g id="a"/>'));
  expect(messages(loaded)).toEqual([
    'a.svg:1, group "a": several groups have this id; they are matched by their order',
  ]);
});

describe('options', () => {
  test.each([
    [{ fps: 0 }, 'AyatoriError: fps must be a positive number; found 0'],
    [{ limits: { path: 1 } }, 'AyatoriError: there is no limit "path" (did you mean paths?)'],
    [{ limits: { paths: Number.NaN } }, 'AyatoriError: limit paths must be a positive number; found NaN'],
    [{ numbering: 'files' }, 'AyatoriError: unknown numbering; expected "file" or "ancestor"; found "files"'],
  ])('%j is refused', async (options, message) => {
    expect(await errorOf(loadPicture(svg(''), options as object))).toBe(message);
  });

  test('fps goes into the rig', async () => {
    expect((await loadPicture(svg(''), { fps: 12 })).rig.fps).toBe(12);
  });
});
