/** Coat, arms and legs. */

import {
  along,
  bentSpine,
  clamp,
  contourLine,
  distance,
  ellipse,
  frame,
  hang,
  mix,
  mixPoint,
  moved,
  offset,
  ribbon,
  smooth,
  straight,
} from './curve.mjs';
import { COLOR, INK } from './palette.mjs';
import { group, path } from './svg.mjs';

const HIPS = [242, 530];
const NECK = [242, 338];
const UPPER_ARM = 54;
const LOWER_ARM = 48;
const THIGH = 47.8;
const SHIN = 47.8;

/**
 * Every joint of the body for a pose, in picture coordinates.
 *
 * `torso` carries a point of the rest picture along: the higher up, the more it leans with the spine.
 */
export function joints(pose) {
  const torso = (x, y) => {
    const height = clamp((HIPS[1] - y) / (HIPS[1] - NECK[1]), -0.2, 1.2);
    const lean = pose.lean * height + pose.hipRoll * (1 - height);
    const c = Math.cos(lean);
    const s = Math.sin(lean);
    const dx = x - HIPS[0];
    const dy = (y - HIPS[1]) * (1 + pose.stretch);
    return [HIPS[0] + pose.rootX + dx * c - dy * s, HIPS[1] + pose.rootY + dx * s + dy * c];
  };
  const arm = (shoulder, { upper, lower, hand }) => {
    const elbow = moved(shoulder, ...hang(upper).map((v) => v * UPPER_ARM));
    const wrist = moved(elbow, ...hang(lower).map((v) => v * LOWER_ARM));
    return { shoulder, elbow, wrist, hand, tip: moved(wrist, ...hang(hand).map((v) => v * 26)) };
  };
  const leg = (hip, foot) => {
    // The foot turns about its ball while the heel is up, about its heel while the toes are up.
    const pivot = foot.angle > 0 ? [26, 36] : [-16, 38];
    const turn = frame(0, 0, foot.angle);
    const [px, py] = turn(...pivot);
    const ankle = [foot.x + pivot[0] - px, foot.y + pivot[1] - py];
    return { hip, knee: knee(hip, ankle), ankle, angle: foot.angle };
  };
  const neck = torso(242, 330);
  return {
    torso,
    hips: torso(...HIPS),
    chest: torso(...NECK),
    neck,
    head: frame(neck[0] + pose.headX, neck[1] + pose.headY, pose.headRoll + pose.lean * 0.3),
    armNear: arm(moved(torso(200, 372), pose.shoulders, 0), pose.armNear),
    armFar: arm(moved(torso(288, 368), -pose.shoulders, 0), pose.armFar),
    legNear: leg(torso(214, 540), pose.footNear),
    legFar: leg(torso(272, 535), pose.footFar),
  };
}

function knee(hip, ankle) {
  const reach = Math.min(distance(hip, ankle), THIGH + SHIN - 0.5);
  const along = (THIGH * THIGH - SHIN * SHIN + reach * reach) / (2 * reach);
  const out = Math.sqrt(Math.max(0, THIGH * THIGH - along * along));
  const dx = (ankle[0] - hip[0]) / reach;
  const dy = (ankle[1] - hip[1]) / reach;
  return [hip[0] + dx * along + dy * out, hip[1] + dy * along - dx * out];
}

const NEAR_EDGE = [
  [0, 212, 334],
  [0.12, 188, 358],
  [0.42, 177, 412],
  [0.72, 161, 482],
  [1, 143, 548],
];
const FAR_EDGE = [
  [0, 274, 334],
  [0.12, 299, 356],
  [0.42, 313, 410],
  [0.72, 328, 480],
  [1, 343, 542],
];

/** A point of the coat: u from the near edge (0) to the far edge (1), v from the neck (0) to the hem (1). */
function coatSurface(pose, torso) {
  const edge = (table, v, swing, lift, shoulder) => {
    let i = 1;
    while (i < table.length - 1 && table[i][0] < v) i++;
    const [v0, x0, y0] = table[i - 1];
    const [v1, x1, y1] = table[i];
    const t = (v - v0) / (v1 - v0);
    const [x, y] = torso(mix(x0, x1, t), mix(y0, y1, t));
    const loose = clamp(v, 0, 1.2) ** 2;
    return [x + swing * loose + shoulder * (1 - clamp(v, 0, 1)), y - lift * loose];
  };
  return (u, v) => {
    const near = edge(NEAR_EDGE, v, pose.hemNear, pose.hemNearLift, pose.shoulders);
    const far = edge(FAR_EDGE, v, pose.hemFar, pose.hemFarLift, -pose.shoulders);
    const [x, y] = mixPoint(near, far, u);
    const front = 4 * u * (1 - u);
    return [x + pose.hemMiddle * front * clamp(v, 0, 1.2) ** 2, y + front * mix(6, 17, v)];
  };
}

export function drawCoat(pose, { torso }) {
  const at = coatSurface(pose, torso);
  const corner = (u, v) => [...at(u, v), 'corner'];
  const outline = [
    corner(0, 0),
    at(0.5, 0),
    corner(1, 0),
    at(1, 0.12),
    at(1, 0.42),
    at(1, 0.72),
    corner(1, 1),
    at(0.75, 1.01),
    at(0.5, 1),
    at(0.25, 1.01),
    corner(0, 1),
    at(0, 0.72),
    at(0, 0.42),
    at(0, 0.12),
  ];
  const shade = [
    corner(0, 0.1),
    at(0.3, 0.2),
    at(0.26, 0.5),
    at(0.2, 0.78),
    corner(0.24, 1),
    at(0.12, 1),
    corner(0, 1),
    at(0, 0.72),
    at(0, 0.42),
  ];
  const light = [corner(0.9, 0.2), at(0.93, 0.45), at(0.94, 0.7), corner(0.94, 0.84), at(0.88, 0.66), at(0.87, 0.42)];
  const band = (v) => smooth([at(0.01, v), at(0.25, v + 0.005), at(0.5, v), at(0.75, v + 0.005), at(0.99, v)]);
  const string = (first) =>
    straight(Array.from({ length: 9 }, (_, i) => at(0.02 + i * 0.12, (i + first) % 2 === 0 ? 0.855 : 0.945)));
  const button = (v) => {
    const [x, y] = at(0.66, v);
    const place = frame(x, y, pose.lean);
    return path(
      [ellipse(place, 0, 0, 7.5, 7.5), ellipse(place, -2.4, 0.6, 1.5, 1.5), ellipse(place, 2.4, -0.6, 1.5, 1.5)],
      {
        fill: COLOR.button,
        stroke: INK,
        width: 1.8,
      },
    );
  };
  const pocket = [
    corner(0.32, 0.6),
    at(0.45, 0.605),
    corner(0.57, 0.6),
    at(0.56, 0.7),
    at(0.45, 0.735),
    at(0.33, 0.71),
  ];
  const weight = ([x, y]) => 4.6 + 1.5 * (y * 0.8 - x * 0.6);
  return group('coat', [
    path(smooth(outline, { closed: true }), { fill: COLOR.coat }),
    path(smooth(shade, { closed: true }), { fill: COLOR.coatShade }),
    path(smooth(light, { closed: true }), { fill: COLOR.coatLight }),
    path([band(0.825), band(0.972)], { stroke: COLOR.thread, width: 2 }),
    path([string(0), string(1)], { stroke: COLOR.thread, width: 2.2 }),
    path(smooth([at(0.7, 0.04), at(0.76, 0.4), at(0.77, 0.7), at(0.73, 1)]), { stroke: INK, width: 2.6 }),
    path(smooth(pocket, { closed: true }), { fill: COLOR.coatLight, stroke: INK, width: 2.4 }),
    path(smooth([at(0.33, 0.632), at(0.45, 0.64), at(0.565, 0.632)]), {
      stroke: COLOR.thread,
      width: 1.6,
      cap: 'butt',
    }),
    button(0.3),
    button(0.46),
    button(0.62),
    path(contourLine(outline, weight), { fill: INK }),
  ]);
}

/** @param {'near' | 'far'} side */
export function drawArm(side, arm) {
  const far = side === 'far';
  const spine = bentSpine(arm.shoulder, arm.elbow, arm.wrist);
  const widths = [21, 21, 20, 21, 25];
  const sleeve = ribbon(spine, widths, { end: 'flat' });
  const lower = offset(spine, [-18, -19, -18, -20, -24]);
  const inner = offset(spine, [-6, -5, -3, -6, -10]);
  const shade = [
    [...lower[0], 'corner'],
    lower[1],
    lower[2],
    lower[3],
    [...lower[4], 'corner'],
    [...inner[4], 'corner'],
    inner[3],
    inner[2],
  ];
  const cuff = (distances) => offset([spine[3], along([spine[3], spine[4]], 0.58), spine[4]], distances);
  const left = cuff([22, 22.6, 25]);
  const right = cuff([-22, -22.6, -25]);
  const axis = hang(arm.hand);
  const middle = moved(arm.wrist, axis[0] * 10, axis[1] * 10);
  const place = frame(middle[0], middle[1], -arm.hand);
  const paw = [place(-15, -8), place(-17, 6), place(-9, 18), place(2, 20), place(13, 15), place(17, 3), place(15, -8)];
  const toe = (x) => smooth([place(x * 0.8, 18), place(x, 13), place(x, 9)]);
  return group(`arm_${side}`, [
    path(smooth(paw, { closed: true }), { fill: far ? COLOR.creamShade : COLOR.cream, stroke: INK, width: 3.4 }),
    path([toe(-5), toe(5)], { stroke: INK, width: 2.2 }),
    path(smooth(sleeve, { closed: true }), { fill: far ? COLOR.coatFar : COLOR.coat, stroke: INK, width: 3.8 }),
    path(smooth(shade, { closed: true }), { fill: COLOR.coatShade }),
    path(straight([left[1], left[2], right[2], right[1]], { closed: true }), {
      fill: COLOR.thread,
      stroke: INK,
      width: 2.4,
    }),
  ]);
}

/** @param {'near' | 'far'} side */
export function drawLeg(side, leg) {
  const far = side === 'far';
  const place = frame(leg.ankle[0], leg.ankle[1], leg.angle);
  const corner = (x, y) => [...place(x, y), 'corner'];
  const trousers = ribbon(
    [leg.hip, mixPoint(leg.knee, mixPoint(leg.hip, place(0, -12), 0.5), 0.35), place(0, -12)],
    [22, 19, 17],
    { start: 'flat', end: 'flat' },
  );
  const boot = [
    corner(-19, -30),
    place(-20, -6),
    place(-22, 18),
    corner(-19, 34),
    place(10, 36),
    place(38, 34),
    place(46, 22),
    place(35, 7),
    place(19, -6),
    corner(18, -30),
  ];
  const heel = [corner(-20, -6), place(-6, 6), place(-2, 20), corner(4, 35), corner(-19, 34), place(-22, 18)];
  const sole = [
    corner(-23, 29),
    place(10, 32),
    corner(47, 27),
    place(45, 37),
    corner(36, 39),
    place(10, 38.6),
    corner(-21, 39),
  ];
  const cuff = [
    corner(-23, -37),
    place(0, -33),
    corner(22, -38),
    place(23, -27),
    corner(21, -20),
    place(0, -15),
    corner(-23, -19),
  ];
  const lace = (y, x0, x1) => smooth([place(x0, y + 2), place((x0 + x1) / 2, y + 2.6), place(x1, y - 2)]);
  return group(`leg_${side}`, [
    path(smooth(trousers, { closed: true }), {
      fill: far ? COLOR.trousersFar : COLOR.trousers,
      stroke: INK,
      width: 3.4,
    }),
    path(smooth(boot, { closed: true }), { fill: far ? COLOR.bootFar : COLOR.boot, stroke: INK, width: 3.8 }),
    path(smooth(heel, { closed: true }), { fill: COLOR.bootFar }),
    path(smooth([place(30, 13), place(37, 17), place(40, 23)]), { stroke: COLOR.bootLight, width: 4 }),
    path([lace(-8, 7, 18), lace(0, 11, 24)], { stroke: COLOR.bootCuff, width: 2.6 }),
    path(smooth(sole, { closed: true }), { fill: COLOR.sole, stroke: INK, width: 2.6 }),
    path(smooth(cuff, { closed: true }), { fill: far ? COLOR.creamShade : COLOR.bootCuff, stroke: INK, width: 3 }),
  ]);
}
