import { ellipse, smooth, tube } from './shapes.mjs';

/**
 * A crane. Bones have a head and a tail in space: x to the right, where she looks, y up, z to the viewer.
 *
 * @typedef {{ name: string, parent: string, head: number[], tail: number[] }} Bone
 * @typedef {{ name: string, fill: string, stroke?: string, z: number, bones: string[], curves: number[][][] }} Outline
 */

const INK = '#33283a 0.009 round round';
const [WHITE, SHADE, BLACK, RED, LEG, FAR_LEG] = ['#fffaf0', '#d9d0cb', '#3a3044', '#d23b30', '#6b6470', '#8f8894'];

const HIP = [0.0, 0.82];
const HOCK = [-0.13, 0.45];
const ANKLE = [0.0, 0.05];
const TOES = [0.15, 0.012];
/** How far the far leg stands before the near one. */
const AHEAD = 0.055;

/** @param {'near' | 'far'} side @param {number} z @returns {Bone[]} */
function leg(side, z) {
  const at = ([x, y]) => [side === 'near' ? x : x + AHEAD, y, z];
  return [
    { name: `thigh.${side}`, parent: 'hips', head: at(HIP), tail: at(HOCK) },
    { name: `shin.${side}`, parent: `thigh.${side}`, head: at(HOCK), tail: at(ANKLE) },
    { name: `foot.${side}`, parent: `shin.${side}`, head: at(ANKLE), tail: at(TOES) },
  ];
}

/** @param {'near' | 'far'} side @param {number} z @returns {Bone[]} */
function wing(side, z) {
  return [
    { name: `arm.${side}`, parent: 'body', head: [0.2, 1.0, z], tail: [-0.1, 0.98, z] },
    { name: `wing.${side}`, parent: `arm.${side}`, head: [-0.1, 0.98, z], tail: [-0.36, 0.9, z] },
    { name: `tip.${side}`, parent: `wing.${side}`, head: [-0.36, 0.9, z], tail: [-0.6, 0.78, z] },
  ];
}

/** @type {Bone[]} */
export const BONES = [
  { name: 'hips', parent: '-', head: [0.0, 0.82, 0], tail: [0.0, 0.94, 0] },
  { name: 'body', parent: 'hips', head: [-0.08, 0.9, 0], tail: [0.27, 0.96, 0] },
  { name: 'tail', parent: 'body', head: [-0.1, 0.92, 0], tail: [-0.5, 0.82, 0] },
  { name: 'neck.1', parent: 'body', head: [0.27, 0.96, 0], tail: [0.4, 1.1, 0] },
  { name: 'neck.2', parent: 'neck.1', head: [0.4, 1.1, 0], tail: [0.4, 1.3, 0] },
  { name: 'neck.3', parent: 'neck.2', head: [0.4, 1.3, 0], tail: [0.45, 1.47, 0] },
  { name: 'head', parent: 'neck.3', head: [0.45, 1.47, 0], tail: [0.6, 1.47, 0] },
  ...leg('near', 0.08),
  ...leg('far', -0.08),
  ...wing('near', 0.12),
  ...wing('far', -0.12),
];

/** @param {'near' | 'far'} side @param {number} z @returns {Outline[]} */
function drawLeg(side, z) {
  const fill = side === 'near' ? LEG : FAR_LEG;
  const bones = [`thigh.${side}`, `shin.${side}`, `foot.${side}`];
  const [hx, hy] = HOCK;
  const outlines = [
    {
      name: `foot ${side}`,
      fill,
      z,
      bones: bones.slice(1),
      curves: [
        tube([
          [-0.02, 0.058, 0.012],
          [0.03, 0.042, 0.013],
          [0.09, 0.026, 0.01],
          [0.17, 0.008, 0.004],
        ]),
        tube([
          [0.02, 0.05, 0.01],
          [-0.02, 0.035, 0.009],
          [-0.07, 0.01, 0.004],
        ]),
      ],
    },
    {
      name: `leg ${side}`,
      fill,
      z,
      bones,
      curves: [
        tube([
          [-0.02, 0.78, 0.03],
          [-0.06, 0.66, 0.025],
          [-0.1, 0.54, 0.016],
          [hx + 0.01, hy + 0.035, 0.016],
          [hx, hy, 0.02],
          [hx + 0.014, hy - 0.035, 0.016],
          [-0.09, 0.32, 0.012],
          [-0.045, 0.19, 0.012],
          [-0.008, 0.08, 0.014],
          [0.006, 0.045, 0.014],
        ]),
      ],
    },
    {
      name: `thigh ${side}`,
      fill: side === 'near' ? WHITE : SHADE,
      stroke: INK,
      z,
      bones: ['hips', `thigh.${side}`],
      curves: [
        smooth([
          [-0.11, 0.88],
          [0.02, 0.93],
          [0.13, 0.86],
          [0.09, 0.75],
          [0.0, 0.65],
          [-0.075, 0.56],
          [-0.125, 0.56],
          [-0.115, 0.66],
          [-0.14, 0.78],
        ]),
      ],
    },
  ];
  if (side === 'near') return outlines;
  const ahead = (points) => points.map(([x, y]) => [x + AHEAD, y]);
  return outlines.map((outline) => ({ ...outline, curves: outline.curves.map(ahead) }));
}

/** Feathers: a smooth front edge and a hem of tongues. @param {'near' | 'far'} side @param {number} z @returns {Outline[]} */
function drawWing(side, z) {
  const bones = ['body', `arm.${side}`, `wing.${side}`, `tip.${side}`];
  const isNear = side === 'near';
  const quills = smooth(
    [
      [-0.1, 0.97],
      [-0.34, 0.93],
      [-0.52, 0.86],
      [-0.72, 0.7],
      [-0.6, 0.715],
      [-0.65, 0.63],
      [-0.525, 0.675],
      [-0.54, 0.59],
      [-0.43, 0.66],
      [-0.41, 0.59],
      [-0.32, 0.68],
      [-0.26, 0.65],
      [-0.16, 0.77],
    ],
    0.13,
  );
  return [
    { name: `quills ${side}`, fill: isNear ? BLACK : '#544a5d', z, bones, curves: [quills] },
    {
      name: `wing ${side}`,
      fill: isNear ? WHITE : SHADE,
      stroke: INK,
      z,
      bones,
      curves: [
        smooth([
          [0.25, 0.97],
          [0.19, 1.045],
          [0.06, 1.06],
          [-0.12, 1.025],
          [-0.33, 0.955],
          [-0.47, 0.86],
          [-0.4, 0.805],
          [-0.31, 0.81],
          [-0.26, 0.755],
          [-0.17, 0.785],
          [-0.1, 0.745],
          [-0.01, 0.8],
          [0.09, 0.8],
          [0.19, 0.86],
        ]),
      ],
    },
  ];
}

const NECK = ['body', 'neck.1', 'neck.2', 'neck.3', 'head'];

/** Back to front. @type {Outline[]} */
export const OUTLINES = [
  ...drawWing('far', -0.12),
  ...drawLeg('far', -0.08),
  {
    name: 'tail',
    fill: WHITE,
    stroke: INK,
    z: 0,
    bones: ['body', 'tail'],
    curves: [
      smooth([
        [-0.12, 1.0],
        [-0.3, 0.93],
        [-0.48, 0.87],
        [-0.58, 0.79],
        [-0.46, 0.79],
        [-0.5, 0.72],
        [-0.36, 0.76],
        [-0.2, 0.78],
        [-0.08, 0.82],
      ]),
    ],
  },
  {
    name: 'neck',
    fill: WHITE,
    stroke: INK,
    z: 0,
    bones: NECK,
    curves: [
      tube([
        [0.16, 0.93, 0.12],
        [0.27, 0.985, 0.088],
        [0.36, 1.06, 0.058],
        [0.4, 1.13, 0.046],
        [0.408, 1.2, 0.041],
        [0.403, 1.27, 0.039],
        [0.405, 1.34, 0.039],
        [0.42, 1.4, 0.04],
        [0.45, 1.46, 0.045],
      ]),
    ],
  },
  {
    name: 'body',
    fill: WHITE,
    stroke: INK,
    z: 0,
    bones: ['hips', 'body', 'tail', 'neck.1'],
    curves: [
      smooth([
        [0.3, 0.99],
        [0.2, 1.06],
        [0.04, 1.085],
        [-0.14, 1.05],
        [-0.32, 0.96],
        [-0.44, 0.86],
        [-0.34, 0.8],
        [-0.18, 0.75],
        [0.0, 0.73],
        [0.16, 0.765],
        [0.28, 0.85],
        [0.33, 0.93],
      ]),
    ],
  },
  {
    name: 'collar',
    fill: BLACK,
    z: 0.01,
    bones: NECK,
    curves: [
      smooth([
        [0.365, 1.1],
        [0.352, 1.17],
        [0.368, 1.24],
        [0.363, 1.31],
        [0.372, 1.38],
        [0.395, 1.44],
        [0.43, 1.49],
        [0.485, 1.48],
        [0.492, 1.43],
        [0.462, 1.375],
        [0.446, 1.3],
        [0.45, 1.22],
        [0.448, 1.14],
        [0.415, 1.06],
      ]),
    ],
  },
  {
    name: 'beak',
    fill: '#c9a15a',
    stroke: INK,
    z: 0,
    bones: ['head'],
    curves: [
      smooth([
        [0.5, 1.5],
        [0.59, 1.487],
        [0.7, 1.462],
        [0.8, 1.435],
        [0.7, 1.446],
        [0.58, 1.446],
        [0.5, 1.445],
      ]),
    ],
  },
  {
    name: 'head',
    fill: WHITE,
    stroke: INK,
    z: 0.02,
    bones: ['neck.3', 'head'],
    curves: [
      smooth([
        [0.4, 1.46],
        [0.405, 1.515],
        [0.45, 1.548],
        [0.51, 1.535],
        [0.56, 1.487],
        [0.55, 1.452],
        [0.5, 1.432],
        [0.44, 1.425],
      ]),
    ],
  },
  {
    name: 'cap',
    fill: RED,
    z: 0.03,
    bones: ['head'],
    curves: [
      smooth([
        [0.425, 1.533],
        [0.45, 1.553],
        [0.5, 1.546],
        [0.545, 1.51],
        [0.5, 1.512],
        [0.455, 1.518],
      ]),
    ],
  },
  { name: 'eye', fill: '#2a2030', z: 0.035, bones: ['head'], curves: [ellipse([0.502, 1.487], 0.0125, 0.014)] },
  { name: 'gleam', fill: '#ffffff', z: 0.035, bones: ['head'], curves: [ellipse([0.506, 1.492], 0.004)] },
  ...drawLeg('near', 0.08),
  ...drawWing('near', 0.12),
];
