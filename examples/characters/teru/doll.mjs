/** Teru, a doll of white cloth that children hang up for good weather. All drawn in px of the picture. */

import {
  boneLayer,
  cycleFrom,
  ellipse,
  group,
  keys,
  LINEAR,
  loop,
  mesh,
  project,
  shift,
  switchLayer,
  together,
} from './moho.mjs';
import { BLINK, DRY, FPS, FRAMES, LOOK, MOUTH, swing, WET, weather } from './timing.mjs';

const INK = '#2b1d33';
const CLOTH = '#fffaf0';
const SHADE = '#e3d6d3';
const INSIDE = '#b9a9b6';
const RIBBON = '#dd4233';
const RIBBON_DARK = '#b02c2c';

/** The head is nearly a ball. */
const HEAD = { x: 240, y: 226, radius: 78 };

const BONES = [
  {
    name: 'thread',
    from: [240, 22],
    to: [240, 150],
    angle: { main: swing(6, 0), actions: { gust: keys({ 0: 0, 10: 9, 20: 6, 30: 8, 40: 0 }) } },
    scale: { actions: { bounce: keys({ 0: 1, 5: 1.2, 11: 0.84, 17: 1.08, 24: 1 }) } },
  },
  {
    name: 'head',
    parent: 'thread',
    from: [240, 150],
    to: [240, 300],
    angle: { main: swing(4, 4), actions: { gust: keys({ 0: 0, 12: 4, 22: 1, 32: 4, 40: 0 }) } },
  },
  {
    name: 'cloth',
    parent: 'head',
    from: [240, 300],
    to: [240, 392],
    strength: 0.5,
    angle: { main: swing(5, 7), actions: { gust: keys({ 0: 0, 14: 7, 24: 2, 33: 6, 40: 0 }) } },
  },
  {
    name: 'hem',
    parent: 'cloth',
    from: [240, 392],
    to: [240, 480],
    strength: 0.5,
    angle: { main: swing(8, 10), actions: { gust: keys({ 0: 0, 16: 14, 22: 5, 28: 15, 34: 6, 40: 0 }) } },
  },
  { name: 'look', from: [404, 560], to: [404, 508], angle: { main: LOOK.main, actions: { look: LOOK.dial } } },
  { name: 'blink', from: [76, 560], to: [76, 508], angle: { main: BLINK.main, actions: { blink: BLINK.dial } } },
];

const bone = (name) => BONES.findIndex((each) => each.name === name);

/** What the dial of the face does with a point on the ball: it goes round with it, by 34° to either side. */
function look([x, y]) {
  // Its way round, somewhat within the line of the ball.
  const radius = Math.sqrt(HEAD.radius ** 2 - (y - HEAD.y) ** 2) - 5;
  const angle = Math.asin((x - HEAD.x) / radius);
  const turned = (degrees) => [HEAD.x + radius * Math.sin(angle + (degrees * Math.PI) / 180), y];
  return [
    [0, [x, y]],
    [1, turned(-34)],
    [21, [x, y]],
    [41, turned(34)],
  ];
}

const EYES = [206, 274];

/** What the dial of the eyes does with the points of their rims: all come down, the corners not so far. */
const blink = ([x, y]) => [
  [0, [x, y]],
  [8, [x, EYES.includes(x) ? 256 + (y - 236) / 21 : 248]],
];

function face() {
  const moves = { look };
  const whites = mesh('whites', {
    ...together(...EYES.map((x) => ellipse(x, 236, 17, 21, { fill: '#fffdf5' }))),
    moves: { look, blink },
    masking: 2,
  });
  const pupils = mesh('pupils', {
    ...together(
      ...EYES.map((x) => ellipse(x + 1, 238, 13, 17, { fill: INK })),
      ...EYES.map((x) => ellipse(x - 4, 231, 4.5, 5, { fill: '#ffffff' })),
    ),
    moves,
  });
  const rims = mesh('rims', {
    ...together(...EYES.map((x) => ellipse(x, 236, 17, 21, { line: INK, width: 3 }))),
    moves: { look, blink },
    masking: 1,
  });
  const blush = weather('#fbe3d3', '#f4a28f');
  const cheeks = mesh('cheeks', {
    ...together(...[197, 283].map((x) => ellipse(x, 264, 12, 7.5, { fill: blush }))),
    moves,
  });
  return group('face', [cheeks, group('eyes', [whites, pupils, rims], { group_mask: 2 }), mouth(moves)], {
    parent_bone: bone('head'),
  });
}

function mouth(moves) {
  const smile = mesh('smile', {
    points: { left: [224, 268], middle: [240, 277], right: [256, 268] },
    curves: [{ through: 'left middle right' }],
    shapes: [{ edges: ['0'], line: INK, width: 3.5 }],
    moves,
  });
  const oh = mesh('oh', { ...ellipse(240, 274, 6, 7, { fill: '#7b2438', line: INK, width: 3 }), moves });
  const lips = loop(
    [
      [220, 264],
      [240, 268],
      [260, 264],
      [252, 282],
      [240, 288],
      [228, 282],
    ],
    { fill: '#7b2438', line: INK, width: 3 },
  );
  const open = group(
    'open',
    [
      mesh('lips', { ...lips, moves, masking: 2 }),
      mesh('tongue', { ...ellipse(240, 289, 13, 9, { fill: '#ef8d86' }), moves }),
    ],
    { group_mask: 2 },
  );
  return switchLayer('mouth', [smile, oh, open], MOUTH);
}

/** Two fills that share the edge between light and shade, and the line around both. */
const head = () =>
  mesh('ball', {
    points: {
      crown: [240, 148],
      topRight: [296, 171],
      right: [318, 226],
      lowRight: [290, 283],
      chin: [246, 304],
      lowLeft: [190, 283],
      left: [162, 226],
      topLeft: [184, 171],
      upper: [286, 200],
      lower: [278, 258],
    },
    curves: [
      { through: 'crown topRight right lowRight chin lowLeft left topLeft', closed: true },
      { through: 'topRight upper lower chin' },
    ],
    shapes: [
      { edges: ['0:chin topRight', '1'], fill: CLOTH },
      { edges: ['0:topRight chin', '1'], fill: SHADE },
      { edges: ['0'], line: INK, width: 4 },
    ],
    parent_bone: bone('head'),
  });

/** What the gust does with the hem: a wave runs along it. */
const wave = ([x, y]) => {
  if (y < 440) return undefined;
  const late = ((x - 120) / 240) * 6;
  return [
    [0, [x, y]],
    [8 + late, [x + 4, y - 16]],
    [16 + late, [x, y + 4]],
    [24 + late, [x + 4, y - 14]],
    [40, [x, y]],
  ].map(([frame, at]) => [Math.round(frame), at]);
};

const FLEXI = { flexi_bone_subset: `${bone('cloth')}|${bone('hem')}` };

const skirt = () => [
  mesh('lining', {
    ...loop(
      [
        [222, 400],
        [258, 400],
        [316, 452],
        [320, 482],
        [286, 488],
        [240, 497],
        [194, 488],
        [160, 482],
        [164, 452],
      ],
      { fill: INSIDE, line: INK, width: 4 },
    ),
    moves: { gust: wave },
    ...FLEXI,
  }),
  mesh('skirt', {
    points: {
      neckLeft: [214, 300],
      neckRight: [266, 300],
      sideRight: [302, 382],
      hipRight: [330, 436],
      tipRight: [352, 468],
      bayRight: [312, 474],
      tip3: [282, 500],
      bay: [240, 482],
      tip2: [196, 500],
      bayLeft: [168, 474],
      tipLeft: [128, 468],
      hipLeft: [150, 436],
      sideLeft: [178, 382],
      foldTop: [262, 318],
      fold: [284, 400],
    },
    curves: [
      {
        through:
          'neckLeft neckRight sideRight hipRight tipRight bayRight tip3 bay tip2 bayLeft tipLeft hipLeft sideLeft',
        closed: true,
        corners: 'neckLeft neckRight',
      },
      { through: 'neckRight foldTop fold tip3' },
    ],
    shapes: [
      { edges: ['0:tip3 neckRight', '1'], fill: CLOTH },
      { edges: ['0:neckRight tip3', '1'], fill: SHADE },
      { edges: ['0'], line: INK, width: 4 },
    ],
    moves: { gust: wave },
    ...FLEXI,
  }),
  mesh('fold', {
    ...together(
      {
        points: { a: [222, 330], b: [210, 390], c: [198, 450] },
        curves: [{ through: 'a b c' }],
        shapes: [{ edges: ['0'], line: SHADE, width: 5 }],
      },
      {
        points: { a: [240, 340], b: [242, 390], c: [241, 436] },
        curves: [{ through: 'a b c' }],
        shapes: [{ edges: ['0'], line: SHADE, width: 5 }],
      },
    ),
    ...FLEXI,
  }),
];

function ribbon() {
  const half = (side) => ({
    points: {
      knot: [240 + side * 4, 306],
      top: [240 + side * 46, 284],
      end: [240 + side * 58, 304],
      low: [240 + side * 44, 326],
      inner: [240 + side * 30, 306],
    },
    curves: [{ through: 'knot top end low', closed: true, corners: 'knot' }, { through: 'end inner knot' }],
    shapes: [
      { edges: ['0:knot end', '1'], fill: RIBBON },
      { edges: ['0:end knot', '1'], fill: RIBBON_DARK },
      { edges: ['0'], line: INK, width: 3.5 },
    ],
  });
  const tail = (side) =>
    loop(
      [
        [240, 304],
        [240 + side * 20, 330],
        [240 + side * 30, 362],
        [240 + side * 20, 356],
        [240 + side * 10, 364],
        [240 + side * 4, 330],
      ],
      { fill: RIBBON_DARK, line: INK, width: 3.5 },
      { curve: { corners: 'p2 p3 p4' } },
    );
  const band = loop(
    [
      [208, 296],
      [240, 302],
      [272, 296],
      [272, 308],
      [240, 315],
      [208, 308],
    ],
    { fill: RIBBON, line: INK, width: 3.5 },
  );
  return mesh('ribbon', {
    ...together(
      tail(-1),
      tail(1),
      band,
      half(-1),
      half(1),
      ellipse(240, 306, 10, 11, { fill: RIBBON, line: INK, width: 3.5 }),
    ),
    parent_bone: bone('head'),
  });
}

const thread = () =>
  mesh('string', {
    points: { top: [240, 22], bottom: [240, 152] },
    curves: [{ through: 'top bottom', smoothness: 0 }],
    shapes: [{ edges: ['0'], line: RIBBON, width: 4 }],
    parent_bone: bone('thread'),
  });

const SUN = { x: 112, y: 113, move: weather(shift([0, 0]), shift([26, -20])) };

function sky() {
  const sun = mesh('disc', {
    ...ellipse(SUN.x, SUN.y, 38, 38, { fill: weather('#c9c3b8', '#f2b33d'), line: INK, width: 4 }),
    move: SUN.move,
  });
  const rays = mesh('rays', {
    ...together(
      ...Array.from({ length: 10 }, (_, i) => {
        const [cos, sin] = [Math.cos((i * Math.PI) / 5), Math.sin((i * Math.PI) / 5)];
        const at = (radius) => [SUN.x + radius * cos, SUN.y + radius * sin];
        return {
          points: { a: at(50), b: at(62) },
          curves: [{ through: 'a b', smoothness: 0 }],
          shapes: [{ edges: ['0'], line: '#d98a2b', width: 5 }],
        };
      }),
    ),
    move: SUN.move,
    visible: keys({ 0: false, [DRY + 12]: true, [WET - 12]: false }),
  });
  const cloud = mesh('cloud', {
    ...loop(
      [
        [50, 152],
        [34, 124],
        [62, 104],
        [82, 72],
        [124, 70],
        [150, 92],
        [186, 98],
        [196, 132],
        [166, 152],
        [108, 158],
      ],
      { fill: weather('#8f9ab5', '#fff4e0'), line: INK, width: 4 },
    ),
    move: weather(shift([0, 0]), shift([-22, 34])),
  });
  const rain = mesh('rain', {
    ...together(
      ...[
        [66, 176],
        [98, 190],
        [132, 178],
        [162, 192],
      ].map(([x, y]) => ({
        points: { a: [x, y], b: [x - 5, y + 20] },
        curves: [{ through: 'a b', smoothness: 0 }],
        shapes: [{ edges: ['0'], line: '#6f86b3', width: 5 }],
      })),
    ),
    visible: keys({ 0: true, [DRY - 4]: false, [WET + 2]: true }),
    move: [
      [0, shift([0, 0]), LINEAR],
      [1, shift([4, -12]), LINEAR],
      [8, shift([-4, 20]), cycleFrom(1)],
    ],
  });
  return group('sky', [rain, rays, sun, cloud]);
}

const beam = () =>
  mesh('beam', {
    points: {
      a: [142, 10],
      c: [338, 10],
      d: [346, 21],
      e: [338, 32],
      g: [142, 32],
      h: [134, 21],
    },
    curves: [
      { through: 'a c d e g h', closed: true, corners: 'a c e g' },
      { through: 'h d', smoothness: 0 },
    ],
    shapes: [
      { edges: ['0:h d', '1'], fill: '#9a5636' },
      { edges: ['0:d h', '1'], fill: '#7d432c' },
      { edges: ['0'], line: INK, width: 4 },
    ],
  });

const knot = () => mesh('knot', ellipse(240, 21, 6, 16, { fill: RIBBON, line: INK, width: 3 }));

/** The project: sky, doll, and what she hangs from. */
export function drawTeru() {
  const doll = boneLayer(
    'teru',
    BONES,
    [thread(), ...skirt(), head(), ribbon(), face()],
    ['look', 'blink', 'gust', 'bounce'],
  );
  return project({ frames: FRAMES, fps: FPS, layers: [sky(), doll, beam(), knot()] });
}
