/** The actions: each one a change of the same rest pose, so that they add up. */

import { mix, rad, TAU } from './curve.mjs';
import { REST, STAND } from './pose.mjs';
import { chart, cycle, ease, wave } from './timing.mjs';

/**
 * @typedef {object} Action
 * @property {string} name
 * @property {'SMRT' | 'BONE'} kind SMRT deforms the drawing; BONE moves the bones alone
 * @property {number} frames
 * @property {(frame: number) => typeof REST} pose for frames from 1
 * @property {Record<string, number[]>} [dials] frame of another action that its dial points at, one a frame
 */

const STRIDE = 45;
const LIFT = 25;

/** Two steps in 24 frames: contact at 0 and 12, passing at 6 and 18. The near foot leads. */
function walk(phase) {
  const near = step(phase);
  const far = step(phase + 0.5);
  const twice = phase * 2;
  const bob = (lag) =>
    cycle(
      [
        [0, 2.5],
        [0.16, 7],
        [0.46, -2],
        [0.7, -8],
        [0.86, -4],
      ],
      twice - lag,
    );
  const swing = (lag) => -Math.cos((phase - lag) * TAU);
  const foot = ({ travel, lift, angle }, [x, y], closer) => ({
    x: x + 2 + closer + travel * 0.94,
    y: y + travel * 0.13 - lift,
    angle,
  });
  const nearArm = swing(0.02);
  const nearHand = swing(0.1);
  return {
    ...REST,
    rootX: 2 + wave(phase + 0.02) * 2.5,
    rootY: bob(0),
    stretch: -bob(0) * 0.0022,
    lean: rad(3.2) + rad(0.8) * wave(twice + 0.1) + rad(1) * wave(phase),
    hipRoll: rad(1.4) * wave(phase + 0.02),
    shoulders: 4.5 * nearArm,
    headX: 1.2 * wave(twice - 0.1),
    headY: (bob(0.14) - bob(0)) * 0.65,
    headRoll: rad(-1.6) * wave(phase - 0.05) + rad(1.1) * wave(twice - 0.05),
    nod: 1.6 * wave(twice + 0.05),
    tuft: 4 * wave(twice - 0.3),
    whiskers: 0.5 * wave(twice - 0.3),
    earNear: rad(3.5) * wave(twice - 0.3),
    earFar: rad(-3.5) * wave(twice - 0.34),
    armNear: {
      upper: rad(-9 + 4) + rad(27) * nearArm,
      lower: rad(17) + rad(31) * nearHand,
      hand: rad(20) + rad(34) * swing(0.15),
    },
    armFar: {
      upper: rad(12) - rad(25) * nearArm,
      lower: rad(30) - rad(29) * nearHand,
      hand: rad(34) - rad(32) * swing(0.15),
    },
    footNear: foot(near, STAND.near, 8),
    footFar: foot(far, STAND.far, -8),
    farLegInFront: far.travel > near.travel,
    hemNear: -3 + 5 * wave(twice - 0.12) + 4 * wave(phase + 0.25),
    hemNearLift: 3 + 3 * wave(twice - 0.3),
    hemMiddle: 3 * wave(twice + 0.3) + 3 * wave(phase + 0.1),
    hemFar: 2 + 5 * wave(twice + 0.2) + 4 * wave(phase + 0.2),
    hemFarLift: 3 + 3 * wave(twice - 0.25),
    tail: REST.tail.map(
      (_, i) => rad(3 + 1.6 * i) * wave(phase - 0.1 - i * 0.085) + rad(2) * wave(twice - 0.2 - i * 0.1),
    ),
    scarf: REST.scarf.map((_, i) => rad(-17 - i) + rad(4 + 3.4 * i) * wave(twice - 0.12 - i * 0.14)),
    scarfFront: REST.scarfFront.map((_, i) => rad(-6) + rad(3 + 3.5 * i) * wave(twice - 0.2 - i * 0.1)),
    thread: REST.thread.map((_, i) => (5 + i) * wave(twice - 0.85 - i * 0.16)),
    ballX: 2.5 * wave(twice + 0.3),
    ballY: -1.6 * (1 + wave(twice * 2)),
    ballTurn: phase * TAU,
  };
}

/** One foot: on the ground from 0 to 0.5, through the air from 0.5 to 1. */
function step(phase) {
  const p = phase - Math.floor(phase);
  const air = (p - 0.5) / 0.5;
  return {
    travel: p < 0.5 ? STRIDE * (1 - 4 * p) : STRIDE * (2 * (0.25 * air + 0.75 * ease(air)) - 1),
    lift: p < 0.5 ? 0 : LIFT * Math.sin(Math.PI * air ** 0.85),
    angle: rad(
      cycle(
        [
          [0, -24],
          [0.07, 0],
          [0.3, 0],
          [0.48, 36],
          [0.58, 52],
          [0.76, 12],
          [0.9, -22],
        ],
        p,
      ),
    ),
  };
}

function blink(frame) {
  const eyes = [1, 0.5, 0, 0.2, 0.75][frame - 1];
  return { ...REST, eyes, brows: -0.35 * (1 - eyes) };
}

/** Right, then left, then back, with a look ahead of the head. Frame 1 is rest. */
function headTurn(phase) {
  const turn = cycle(
    [
      [0, 0],
      [0.14, 0.92],
      [0.27, 1],
      [0.44, 0.1],
      [0.6, -0.92],
      [0.74, -1],
      [0.9, -0.25],
    ],
    phase,
  );
  const look = cycle(
    [
      [0, 0],
      [0.1, 1],
      [0.28, 0.9],
      [0.4, -0.4],
      [0.54, -1],
      [0.76, -0.9],
      [0.9, 0],
    ],
    phase,
  );
  const dip = cycle(
    [
      [0, 0],
      [0.2, 0],
      [0.43, 1],
      [0.66, 0],
      [0.88, 0.6],
    ],
    phase,
  );
  return {
    ...REST,
    yaw: REST.yaw + (turn > 0 ? rad(11) : rad(38)) * turn,
    gaze: REST.gaze + 5 * look,
    headRoll: rad(2) * turn,
    headX: 5 * turn,
    nod: 3.5 * dip,
    earNear: rad(-3) * turn,
    earFar: rad(-3) * turn,
    scarfFront: REST.scarfFront.map((_, i) => rad(2 + i) * turn),
    tuft: 2 * dip,
  };
}

/** The far arm comes up beside the head, waves and goes down again. */
function armWave(frame) {
  const raise = chart(
    [
      [1, 0],
      [4, 0.98],
      [5, 1],
      [11, 1],
      [14, 0.12],
      [15, 0],
    ],
    frame,
  );
  const lead = chart(
    [
      [1, 0],
      [2, 0.4],
      [4, 1],
      [11, 1],
      [12, 0.9],
      [14, 0.05],
      [15, 0],
    ],
    frame,
  );
  const beat = chart(
    [
      [4, 0],
      [5, 1],
      [7, -1],
      [9, 1],
      [11, -1],
      [13, 0],
    ],
    frame,
  );
  const late = chart(
    [
      [3, 0],
      [4, -0.7],
      [6, 1],
      [8, -1],
      [10, 1],
      [12, -0.8],
      [14, 0],
    ],
    frame,
  );
  const rest = REST.armFar;
  return {
    ...REST,
    lean: rad(-1.6) * raise,
    rootX: -2 * raise,
    rootY: -1.5 * raise,
    headRoll: rad(3.2) * raise + rad(0.8) * beat,
    headX: -2 * raise,
    shoulders: -3 * raise,
    armFar: {
      upper: mix(rest.upper, rad(101), raise) - rad(5) * beat,
      lower: mix(rest.lower, rad(128), lead) - rad(17) * beat,
      hand: mix(rest.hand, rad(136), lead) - rad(26) * late,
    },
    armNear: {
      ...REST.armNear,
      upper: REST.armNear.upper - rad(7) * raise,
      lower: REST.armNear.lower - rad(3) * raise,
    },
    hemFar: 3 * raise,
    hemNear: 2 * raise,
    earNear: rad(-2) * raise,
    earFar: rad(2) * raise + rad(2) * beat,
    brows: 0.5 * raise,
    tail: REST.tail.map((_, i) => rad(2 + i) * Math.sin(raise * Math.PI - i * 0.3) * raise),
  };
}

function smile(frame) {
  const s = [0, 0.55, 1.1, 1, 1, 0.6, 0.12][frame - 1];
  return {
    ...REST,
    smile: s,
    mouth: [0, 0.45, 1, 0.94, 0.9, 0.5, 0.05][frame - 1],
    brows: 0.8 * s,
    whiskers: -0.6 * s,
    nod: -2.5 * s,
    earNear: rad(-3) * s,
    earFar: rad(3) * s,
    tuft: -3 * s,
  };
}

/** A steady wind with a flutter that runs down the cloth, from ahead. */
function wind(phase) {
  const gust = 1 + 0.1 * wave(phase);
  const flutter = (lag) => wave(phase - lag);
  return {
    ...REST,
    wind: gust,
    lean: rad(1.2),
    headRoll: rad(-0.8) + rad(0.4) * wave(phase),
    whiskers: 0.5 * flutter(0.2),
    tuft: 5 + 2 * flutter(0.3),
    earNear: rad(-5) + rad(1.6) * flutter(0.15),
    earFar: rad(-7) + rad(2) * flutter(0),
    hemNear: -17 * gust + 3 * flutter(0.5),
    hemNearLift: 8 * gust + 2.5 * flutter(0.4),
    hemMiddle: -5 + 3 * flutter(0.3),
    hemFar: -6 * gust + 2.5 * flutter(0.1),
    hemFarLift: 1.5 * flutter(0.2),
    tail: REST.tail.map((_, i) => rad(-5 - 1.5 * i) + rad(1.5 + i) * flutter(0.1 + i * 0.13)),
    scarf: REST.scarf.map((_, i) => rad(-40 - 2 * i) * gust + rad(5 + 4.2 * i) * flutter(i * 0.17)),
    scarfFront: REST.scarfFront.map((_, i) => rad(-11 - 4 * i) * gust + rad(3 + 3 * i) * flutter(0.2 + i * 0.12)),
    thread: REST.thread.map((_, i) => -16 + 4 * i + (5 - i) * flutter(0.95 + i * 0.2)),
  };
}

/** From foot to foot and back, on the bones; the dials make her look aside and blink once. */
function sway(phase) {
  const side = (lag) => wave(phase - lag);
  const arm = ({ upper, lower, hand }) => ({
    upper: upper + rad(5) * side(0.08),
    lower: lower + rad(7) * side(0.16),
    hand: hand + rad(8) * side(0.22),
  });
  return {
    ...REST,
    rootX: 5 * side(0),
    lean: rad(2.2) * side(0),
    headRoll: rad(-2.5) * side(0.06),
    armNear: arm(REST.armNear),
    armFar: arm(REST.armFar),
    tail: REST.tail.map((_, i) => rad(2 + i) * side(0.1 + i * 0.07)),
    scarf: REST.scarf.map((_, i) => rad(2 + i) * side(0.1 + i * 0.07)),
  };
}

const cyclic = (name, frames, pose) => ({ name, kind: 'SMRT', frames, pose: (frame) => pose((frame - 1) / frames) });

/** @type {Action[]} In list order. */
export const ACTIONS = [
  cyclic('walk', 24, walk),
  cyclic('wind', 10, wind),
  { name: 'arm_wave', kind: 'SMRT', frames: 14, pose: armWave },
  cyclic('head_turn', 12, headTurn),
  { name: 'smile', kind: 'SMRT', frames: 7, pose: smile },
  { name: 'blink', kind: 'SMRT', frames: 5, pose: blink },
  {
    ...cyclic('sway', 4, sway),
    kind: 'BONE',
    dials: { head_turn: [1, 2, 1, 12], blink: [1, 1, 3, 1] },
  },
];
