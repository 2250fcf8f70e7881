/**
 * Small pictures of what programs of this kind are known to get wrong. Each is either drawn as a
 * browser draws it, or its report says what is not.
 */
export interface PictureCase {
  readonly name: string;
  readonly text: string | Uint8Array;
  /** What the report says; nothing by default. */
  readonly report?: readonly string[];
  /** Whether it is drawn otherwise than by a browser. Then the report must say so. */
  readonly isWrong?: boolean;
}

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

const picture = (content: string, attributes = 'viewBox="0 0 100 100" width="100" height="100"') =>
  `<svg ${NAMESPACES} ${attributes}>${content}</svg>`;
const path = (d: string, attributes = 'fill="teal"') => `<path ${attributes} d="${d}"/>`;
const line = (d: string, attributes: string) => path(d, `fill="none" stroke="teal" ${attributes}`);
const rect = (x: number, y: number, width: number, height: number, attributes = 'fill="teal"') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`;

const at = (path: number, rest: string, group = '<svg>') => `a.svg, group "${group}", path ${path}: ${rest}`;
const middleStop = (path: number, kind: string, id: string) =>
  at(path, `<${kind}> as fill is not supported; the colour of its middle stop is used; found #${id}`);
const maskMessage = (path: number, id: string) =>
  `a.svg:1, group "<svg>", path ${path}: mask is not supported; found "url(#${id})"`;

const utf16 = (text: string) => {
  const units = [0xfeff, ...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))];
  return Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8]));
};

const pathData: readonly PictureCase[] = [
  {
    name: 'numbers that begin with a point need nothing before them',
    text: picture(path('M20.5.5 95.5.5 80.5 40.25.5.5z') + path('m10 60l70.5.25.5 30.5-60.25-.75z')),
  },
  {
    name: 'numbers that begin with a sign need nothing before them',
    text: picture(path('M10-5L90+20-5+60z') + path('m50,95-40-20+80-5e0z')),
  },
  {
    name: 'flags of arcs are one digit each',
    text: picture(path('M50 10a30 30 0 1130 30z') + path('M10 60a25 15 30 0060.5 20 9 9 0 10-20.5.5z')),
  },
  {
    name: 'a relative move after a close begins where the closed contour began',
    text: picture(path('M10 10h40v20H30z m10 40h30l10 35z m-5-10 v8 h-9 z')),
  },
  {
    name: 'a line after a close begins where the closed contour began',
    text: picture(path('M15 15h30v30zl50 70-60-10z')),
  },
  {
    name: 'further pairs after a move are lines, relative after a relative one',
    text: picture(path('m10 10 70 5-10 30-50-10z') + path('M10 60 90 65 70 95 20 80z')),
  },
  {
    name: 'smooth curves mirror the handle only of their own kind',
    text: picture(
      path('M5 30C5 5 30 5 35 30S60 60 65 30T90 40L95 90 5 70z') + line('M5 85q10-20 20 0t20 0 20 0s10 20 25-5', ''),
    ),
  },
  {
    name: 'points are written like numbers of paths; an odd last one does not count',
    text: picture(
      '<polygon fill="teal" points="1e1,5 9e1,+1e1 80-0 90 60,10 4.5E1"/>' +
        '<polyline fill="none" stroke="navy" stroke-width="4" points="15 80 50,.7e2.85e2 85 90"/>',
    ),
    report: ['a.svg:1, group "<svg>", path 1: faulty path data: The last of the points has no y. (kept up to there)'],
  },
  {
    name: 'a path is drawn up to its fault',
    text: picture(path('M10 10L90 20 80 70 30 90X5')),
    report: [
      'a.svg:1, group "<svg>", path 0: faulty path data: Unexpected character "X" at index 24. (kept up to there)',
    ],
  },
];

const fills: readonly PictureCase[] = [
  {
    name: 'without a rule, a ring of the other direction is a hole and one of the same is none',
    text: picture(path('M5 5H60V60H5zM20 20V45H45V20z') + path('M50 50H95V95H50zM62 62H84V84H62z')),
  },
  {
    name: 'outlines that cross themselves are filled by their rule',
    text: picture(
      path('M30 5L48 60 2 25H58L12 60z') + path('M70 40L88 95 42 60H98L52 95z', 'fill="teal" fill-rule="evenodd"'),
    ),
  },
  {
    name: 'repeated points in outline and hole change nothing',
    text: picture(
      path('M5 8L5 8 92 5 92 5 92 5 95 90 95 90 12 95 5 8zM30 30L30 30 35 72 35 72 70 65 70 65 70 30 30 30z'),
    ),
  },
  {
    name: 'contours of one point or one line have no area',
    text: picture(path('M50 50zM10 10L90 90zM20 80L20 80M60 10h30v20h-30z')),
  },
  {
    name: 'an edge of hardly any length is one of the outline',
    text: picture(path('M10 10L90 10 90.0000001 10.0000001 90 90 10 90 10.0000001 89.9999999z')),
  },
];

const strokes: readonly PictureCase[] = [
  {
    name: 'what has no length is a dot of its cap',
    text: picture(
      `<g stroke="teal" stroke-width="18" fill="none">${[
        ['round', 'M20 30h0'],
        ['square', 'M50 30l0 0'],
        ['butt', 'M80 30h0'],
        ['round', 'M20 70z'],
        ['square', 'M50 70c0 0 0 0 0 0'],
      ]
        .map(([cap, d]) => `<path stroke-linecap="${cap}" d="${d}"/>`)
        .join('')}</g>`,
    ),
  },
  {
    name: 'equal neighbours are one point: joins stay pointed',
    text: picture(line('M10 15L10 15 50 60 50 60 50 60 90 25 90 25', 'stroke-width="12"')),
  },
  {
    name: 'nearly straight joins have no spike',
    text: picture(
      line('M10 30L30 30.000001 50 30 70 30.0000001 90 30', 'stroke-width="9" stroke-miterlimit="1000"') +
        line('M10 70C30 70 30 70.0000001 50 70S70 70 90 70', 'stroke-width="9" stroke-miterlimit="1000"'),
    ),
  },
  {
    name: 'a miter ends at its limit',
    text: picture(
      line('M10 45L40 10 55 45', 'stroke-width="8" stroke-miterlimit="1.5"') +
        line('M40 95L60 55 75 95', 'stroke-width="8" stroke-miterlimit="9"'),
    ),
  },
  {
    name: 'lists of dashes that come to nothing are a solid line',
    text: picture(
      ['0', '0 0', '8 -3', 'none', '0,0 0']
        .map((dashes, i) => line(`M10 ${15 + 17 * i}H90`, `stroke-width="8" stroke-dasharray="${dashes}"`))
        .join(''),
    ),
  },
  {
    name: 'dashes',
    text: picture(line('M10 50H90', 'stroke-width="9" stroke-dasharray="9 7"')),
    report: [at(0, 'dashes are not supported; the line is solid')],
    isWrong: true,
  },
  {
    name: 'a pen that is skewed or squeezed with its path',
    text: picture(
      `<g id="skewed" transform="translate(10 5) skewX(35)">${line('M20 10V40', 'stroke-width="14"')}</g>` +
        `<g id="wide" transform="translate(5 60) scale(3 1)">${line('M5 5V30', 'stroke-width="6"')}</g>`,
    ),
    report: ['skewed', 'wide'].map((group) =>
      at(0, 'the transform stretches the stroke unevenly; its width is made even', group),
    ),
    isWrong: true,
  },
  {
    name: 'a pen that is turned, mirrored and scaled evenly',
    text: picture(
      `<g transform="translate(50 50) rotate(30) scale(-2 2)">${line('M-15-10L10-12 5 15', 'stroke-width="5"')}</g>`,
    ),
  },
  {
    name: 'a stroke of no width is none',
    text: picture(rect(20, 20, 60, 60, 'fill="teal" stroke="navy" stroke-width="0"')),
  },
];

const gradient = (id: string, content: string, attributes = '', kind = 'linearGradient') =>
  `<${kind} id="${id}" ${attributes}>${content}</${kind}>`;
const stop = (color: string, offset = '0') => `<stop offset="${offset}" stop-color="${color}"/>`;

const paints: readonly PictureCase[] = [
  {
    name: 'references to paint may stand in quotes and between blanks, and have a fallback',
    text: picture(
      gradient('g', stop('teal')) +
        `<rect width="45" height="45" fill='url("#g")'/><rect x="50" width="45" height="45" fill="url('#g')"/>` +
        rect(0, 50, 45, 45, 'fill="url( #g )"') +
        rect(50, 50, 45, 45, 'fill="url(#none) teal"'),
    ),
    report: [
      ...[0, 1, 2].map((index) => middleStop(index, 'linearGradient', 'g')),
      at(3, 'fill refers to an element that is not there; its fallback is used; found #none'),
    ],
  },
  {
    name: 'of two elements of one id the first is meant; an id with a blank is another one and needs quotes',
    text: picture(
      gradient('a', stop('teal')) +
        gradient('a', stop('red')) +
        rect(5, 5, 20, 90, 'fill="url(#a)"') +
        rect(30, 5, 20, 90, 'fill="url(#a b)"') +
        `<rect x="55" y="5" width="20" height="90" fill='url("#a b")'/>`,
    ),
    report: [
      middleStop(0, 'linearGradient', 'a'),
      'a.svg:1, group "<svg>", path 1: the value of fill is not valid and is ignored; found "url(#a b)"',
      at(2, 'fill refers to an element that is not there; its fallback is used; found #a b'),
    ],
  },
  {
    name: 'gradients that take stops and attributes from others',
    text: picture(
      gradient('a', stop('teal', '.5') + stop('gold', '.5'), '', 'radialGradient') +
        gradient('b', '', 'xlink:href="#a" x1="0.2"') +
        gradient('c', '', 'href="#b" y2="1"') +
        rect(5, 5, 90, 90, 'fill="url(#c)"'),
    ),
    report: [middleStop(0, 'linearGradient', 'c')],
    isWrong: true,
  },
  {
    name: 'gradients without a length, with falling offsets, or with none',
    text: picture(
      gradient('a', stop('red') + stop('teal', '1'), 'x1=".3" x2=".3"') +
        gradient('b', stop('teal', '.6') + stop('gold', '.3') + stop('gold', '180%')) +
        gradient('c', '', '', 'radialGradient') +
        ['a', 'b', 'c'].map((id, i) => rect(5, 5 + 30 * i, 90, 25, `fill="url(#${id})"`)).join(''),
    ),
    report: [
      middleStop(0, 'linearGradient', 'a'),
      middleStop(1, 'linearGradient', 'b'),
      middleStop(2, 'radialGradient', 'c'),
    ],
    isWrong: true,
  },
  {
    name: 'patterns',
    text: picture(
      `<pattern id="p" width=".5" height=".5">${rect(0, 0, 20, 20)}</pattern>${rect(5, 5, 90, 90, 'fill="url(#p)"')}`,
    ),
    report: [at(0, '<pattern> as fill is not supported; nothing is painted; found #p')],
    isWrong: true,
  },
  {
    name: 'colours in every form of CSS',
    text: picture(
      [
        ...['teal', 'TEAL', '#008080', '#008080ff', 'rgb(0,128,128)', 'rgb(0 128 128)', 'rgb(0%,50.2%,50.2%)'],
        ...['hsl(180,100%,25.1%)', 'hsl(180deg 100% 25.1%)', 'rgba(0,128,128,.5)', '#00808080', '#0888'],
        ...['hsla(180,100%,25.1%,50%)', 'rgb(0 128 128 / 25%)', 'transparent', 'none'],
      ]
        .map((color, i) => rect(2 + 25 * (i % 4), 2 + 25 * Math.floor(i / 4), 21, 21, `fill="${color}"`))
        .join(''),
    ),
  },
  {
    name: 'rules in style elements, with comments, CDATA and lists of selectors',
    text: picture(
      '<defs><style type="text/css"><![CDATA[ /* a { fill: red } */ .a{fill:teal} .b,.c , .d { fill : navy ; stroke:none } #e{fill:gold} ]]></style></defs>' +
        '<style>circle{fill:teal}</style>' +
        rect(5, 5, 25, 25, 'class="a"') +
        rect(35, 5, 25, 25, 'class="x d" fill="red"') +
        rect(65, 5, 25, 25, 'id="e"') +
        '<circle cx="50" cy="65" r="28"/>',
    ),
  },
  {
    name: 'half transparent shapes over each other',
    text: picture(
      '<circle cx="50" cy="50" r="38.3" fill="#ff0" fill-opacity=".5"/><circle cx="55" cy="45" r="15.3" fill="#0ff"/>',
    ),
  },
  {
    name: 'opacity of a group whose shapes overlap',
    text: picture(
      `<g id="g" opacity=".5">${rect(10, 10, 50, 50, 'fill="red"')}<g>${rect(40, 35, 50, 55, 'fill="blue"')}</g></g>`,
    ),
    report: ['a.svg:1, group "g": the opacity of a group is given to its paths one by one, so overlaps show through'],
    isWrong: true,
  },
  {
    name: 'opacity of a shape with fill and stroke',
    text: picture(rect(20, 20, 60, 60, 'fill="gold" stroke="teal" stroke-width="20" opacity=".5"')),
    report: [at(0, 'opacity is given to fill and stroke one by one, so the fill shows through the stroke')],
    isWrong: true,
  },
  {
    name: 'paint order',
    text: picture(rect(20, 20, 60, 60, 'fill="gold" stroke="teal" stroke-width="20" paint-order="stroke"')),
    report: ['a.svg:1, group "<svg>", path 0: paint-order is not supported; found "stroke"'],
    isWrong: true,
  },
];

const clips: readonly PictureCase[] = [
  {
    name: 'a clip path is the union of its shapes, each by its own rule',
    text: picture(
      `<clipPath id="c">${rect(8, 8, 50, 50)}${rect(38, 42, 50, 50)}<path clip-rule="evenodd" d="M62 5H96V38H62zM70 12H88V28H70z"/></clipPath>` +
        rect(0, 0, 100, 100, 'fill="teal" clip-path="url(#c)"'),
    ),
  },
  {
    name: 'an empty clip path hides all; one that is not there does nothing',
    text: picture(
      '<clipPath id="e"/>' +
        rect(5, 5, 40, 40, 'fill="red" clip-path="url(#e)"') +
        rect(55, 5, 40, 40, 'fill="teal" clip-path="url(#none)"'),
    ),
    report: [at(1, 'there is no clip path of this id; found #none (drawn without that clip)')],
  },
  {
    name: 'masks by luminance and by alpha',
    text: picture(
      `<mask id="m">${rect(0, 0, 100, 50, 'fill="white"')}${rect(10, 10, 30, 30, 'fill="black"')}</mask>` +
        `<mask id="n" style="mask-type:alpha">${rect(20, 50, 50, 50, 'fill="black"')}</mask>` +
        rect(0, 0, 100, 50, 'fill="teal" mask="url(#m)"') +
        `<g id="g">${rect(0, 50, 100, 50, 'fill="teal" mask="url(#n)"')}</g>`,
    ),
    report: [maskMessage(0, 'm'), 'a.svg:1, group "g", path 0: mask is not supported; found "url(#n)"'],
    isWrong: true,
  },
  {
    name: 'a clip path and a mask together',
    text: picture(
      `<clipPath id="c">${rect(5, 5, 60, 90)}</clipPath><mask id="m">${rect(5, 5, 90, 40, 'fill="white"')}</mask>` +
        rect(0, 0, 100, 100, 'fill="teal" clip-path="url(#c)" mask="url(#m)"'),
    ),
    report: [maskMessage(0, 'm')],
    isWrong: true,
  },
];

const spaces: readonly PictureCase[] = [
  {
    name: 'a view box may begin at negative numbers',
    text: picture(path('M-40-40h30v35h-35z') + path('M5 10h35v25z', 'fill="navy"'), 'viewBox="-50-50 100 100"'),
  },
  {
    name: 'a size of 100 % is that of the view box',
    text: picture(
      '<rect width="40" height="30" fill="teal"/><rect x="25%" y="50%" width="50%" height="40%" fill="navy"/>',
      'width="100%" height="100%" viewBox="0 0 40 80"',
    ),
  },
  {
    name: 'a view box in another shape of picture is placed as asked',
    text: picture(
      '<rect width="40" height="40" fill="teal"/>',
      'width="100" height="50" viewBox="0 0 40 40" preserveAspectRatio="xMaxYMid meet"',
    ),
  },
  {
    name: 'transforms in lists with and without separators, from the outside in',
    text: picture(
      rect(0, 0, 22, 14, 'fill="teal" transform="translate(50,10)rotate(70)"') +
        rect(0, 0, 20, 20, 'fill="navy" transform="translate (55 60) , scale (1.5,1) skewX(10)"') +
        rect(10, 60, 20, 25, 'fill="gold" transform="rotate(160,20 70)translate(-3)"') +
        rect(0, 0, 10, 10, 'transform="matrix(1 .2-.3 1 75 15)"'),
    ),
  },
  {
    name: 'transforms without an area draw nothing and harm nothing',
    text: picture(
      `<g transform="scale(0)">${rect(0, 0, 100, 100, 'fill="red" stroke="red" stroke-width="5"')}</g>` +
        '<g transform="matrix(0 0 0 1 50 0)"><circle r="50" fill="red"/></g>' +
        rect(55, 60, 35, 30),
    ),
  },
  {
    name: 'millions of units under a tiny matrix keep their place',
    text: picture(
      `<g transform="matrix(0.00004,0,0,0.00004,-160,-160)">${path('M4250000 4300000H6250000L6000000 6250000z')}` +
        `<path fill="none" stroke="navy" stroke-width="125000" d="M4500000 5250000H6000000"/></g>`,
    ),
  },
  {
    name: 'a tiny drawing under a huge scale is as round as any',
    text: picture(
      '<g transform="scale(100000)"><circle cx=".0005" cy=".0005" r=".0004" fill="teal"/>' +
        '<circle cx=".0005" cy=".00048" r=".0002" fill="none" stroke="navy" stroke-width=".00005"/></g>',
    ),
  },
  {
    name: 'outlines that reach far beyond the picture',
    text: picture(path('M-100000-100000L100000-99900 40 60z') + path('M1e6 70H-1e6V80H1e6z', 'fill="navy"')),
  },
  {
    name: 'coordinates of a hundred million',
    text: picture(
      path('M-1e8-1e8H1e8V30.5H-1e8z') + line('M-1e8 60H1e8', 'stroke-width="9"') + line('M70-1e8V1e8', ''),
    ),
  },
];

const documents: readonly PictureCase[] = [
  {
    name: 'a byte order mark before the declaration',
    text: `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${picture(rect(10, 10, 80, 70))}`,
  },
  { name: 'UTF-16', text: utf16(`<?xml version="1.0" encoding="UTF-16"?>${picture(rect(10, 20, 80, 70))}`) },
  {
    name: 'entities of the document itself',
    text:
      '<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n' +
      '<!ENTITY ns "http://www.w3.org/2000/svg">\n<!ENTITY green "te&#97;l">\n<!ENTITY box "10">\n]>\n' +
      '<svg xmlns="&ns;" viewBox="0 0 100 100" width="100" height="100"><rect x="&box;" y="&box;" width="80" height="60" fill="&green;"/></svg>',
  },
  {
    name: 'elements of editors, unknown ones and those with a prefix',
    text: picture(
      `<e:view xmlns:e="http://editor.example">${rect(0, 0, 100, 100, 'fill="red"')}</e:view>` +
        '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rect width="9" height="9"/></r:RDF></metadata>' +
        `<unknown>${rect(0, 0, 100, 100, 'fill="red"')}</unknown>` +
        '<s:rect xmlns:s="http://www.w3.org/2000/svg" x="10" y="15" width="80" height="70" fill="teal"/>',
    ),
    report: ['a.svg:1: <unknown> elements are not supported and are left out'],
  },
  {
    name: 'uses that repeat each other in a ring',
    text: picture(
      '<g id="a"><use xlink:href="#b"/></g><g id="b"><use href="#a"/></g><g id="c"><use href="#c"/></g>' +
        rect(60, 10, 30, 80) +
        '<use href="#r" x="-50"/><rect id="r" x="60" y="30" width="20" height="20" fill="navy"/>',
    ),
    report: ['#a', '#b', '#c'].map(
      (id) => `a.svg:1: use repeats an element that it is inside of; it is not drawn; found ${id}`,
    ),
  },
  {
    name: 'gradients that take from each other in a ring',
    text: picture(
      gradient('g', '', 'xlink:href="#h"') +
        gradient('h', stop('teal'), 'href="#g"') +
        rect(9, 9, 80, 80, 'fill="url(#g)"'),
    ),
    report: [middleStop(0, 'linearGradient', 'g')],
  },
  {
    name: 'clip paths that clip each other in a ring',
    text: picture(
      `<clipPath id="c" clip-path="url(#d)">${rect(5, 5, 40, 90)}</clipPath>` +
        `<clipPath id="d" clip-path="url(#c)">${rect(5, 5, 90, 40)}</clipPath>` +
        rect(0, 0, 100, 100, 'fill="teal" clip-path="url(#c)"'),
    ),
    report: ['a.svg, group "d": a clip path clips itself; found #c (drawn without that clip)'],
  },
  {
    name: 'scripts, links and handlers of events',
    text: picture(
      '<script>window.__pwned=1</script><script href="data:text/javascript,window.__pwned=1"/>' +
        rect(10, 10, 80, 80, 'fill="teal" onload="window.__pwned=1" onclick="window.__pwned=1"') +
        '<a xlink:href="javascript:window.__pwned=1"><rect width="7" height="7" fill="navy"/></a>',
      'viewBox="0 0 100 100" width="100" height="100" onload="window.__pwned=1"',
    ),
  },
  {
    name: 'groups inside one another 900 deep',
    text: picture('<g>'.repeat(900) + rect(10, 10, 80, 80) + '</g>'.repeat(900)),
  },
];

export const PICTURES: Readonly<Record<string, readonly PictureCase[]>> = {
  'path data': pathData,
  fills,
  strokes,
  paints,
  clips,
  spaces,
  documents,
};
