/** The head: a face laid on a barrel that turns, ears that pass in front of and behind it. */

import { clamp, contourLine, ellipse, frame, mix, moved, smooth } from './curve.mjs';
import { blush, COLOR, INK } from './palette.mjs';
import { clipped, group, path } from './svg.mjs';

/** Where the head's middle stands above its pivot at the neck. */
const CENTER = [4, -106];
const BARREL = 124;

/** The right half of the skull, from the crown to the chin. */
const HALF = [
  [38, -98],
  [82, -70],
  [107, -22],
  [115, 16],
  [128, 49, 'corner'],
  [113, 55, 'corner'],
  [118, 65],
  [116, 77, 'corner'],
  [94, 89],
  [48, 103],
];

export function drawHead(pose, { head }) {
  const yaw = pose.yaw;
  const turned = Math.sin(yaw);
  const middle = head(...CENTER);
  const local = (x, y) => {
    const [ox, oy] = head(0, 0);
    const [dx, dy] = head(x, y);
    return [middle[0] + dx - ox, middle[1] + dy - oy];
  };
  /** A point of the face, drawn as seen from the front, `lift` px off the barrel. */
  const face = (x, y, lift = 0) => {
    const angle = clamp(Math.asin(clamp(x / BARREL, -1, 1)) + yaw, -1.5, 1.5);
    return local(Math.sin(angle) * (BARREL + lift) - turned * 6, y + pose.nod * (1 + lift / BARREL));
  };
  const skull = skullKnots(local, turned, pose);
  const ears = { near: drawEar('near', pose, local), far: drawEar('far', pose, local) };
  const order = pose.yaw >= EARS_PASS ? ['far', 'near'] : ['near', 'far'];
  return group('head', [
    ears[order[0]],
    group('skull', [
      drawFur(face, local, skull),
      path(
        contourLine(skull, ([x, y]) => 4.4 + 1.5 * (y * 0.8 - x * 0.6)),
        { fill: INK },
      ),
    ]),
    ears[order[1]],
    drawTuft(pose, local, turned),
    drawFace(pose, face),
  ]);
}

/** The ears change places when the face looks straight out of the picture. */
const EARS_PASS = -0.04;

function skullKnots(local, turned, pose) {
  const place = ([x, y, kind], side) => {
    // The chin and the cheeks go ahead of the turn, the crown stays; the cheek behind widens.
    const low = clamp((y + 60) / 160, 0, 1);
    const shift = turned * mix(-4, 16, low);
    const fluff = kind === 'corner' ? 1 + pose.wind * 0.05 * -side : 1;
    const point = local(x * side * fluff * (1 - 0.05 * turned * side * low) + shift, y);
    return kind ? [...point, kind] : point;
  };
  return [...HALF.map((knot) => place(knot, 1)), ...[...HALF].reverse().map((knot) => place(knot, -1))];
}

/** Cream, shade and patches, cut to the skull. */
function drawFur(face, local, skull) {
  const ginger = [
    face(-18, -130),
    face(-12, -84),
    face(-20, -40),
    face(-16, -8),
    face(-44, 30),
    face(-84, 42),
    face(-122, 20),
    local(-150, -10),
    local(-140, -110),
  ];
  const soot = [
    face(34, -130),
    face(26, -88),
    face(44, -66),
    face(58, -50),
    face(84, -42),
    face(114, -12),
    local(160, -4),
    local(150, -120),
  ];
  const shade = [
    local(-150, 30),
    [...local(-112, -30), 'corner'],
    local(-104, 26),
    local(-78, 66),
    local(-20, 88),
    [...local(88, 96), 'corner'],
    local(20, 130),
    local(-90, 130),
  ];
  return clipped('fur', path(smooth(skull, { closed: true }), {}), [
    path(ellipse(local, 0, 0, 180, 150), { fill: COLOR.cream }),
    path(smooth(shade, { closed: true }), { fill: COLOR.creamShade }),
    path(smooth(ginger, { closed: true }), { fill: COLOR.ginger }),
    path(smooth(soot, { closed: true }), { fill: COLOR.soot }),
  ]);
}

function drawEar(side, pose, local) {
  const sign = side === 'near' ? -1 : 1;
  const turn = side === 'near' ? pose.earNear : pose.earFar;
  const yaw = pose.yaw;
  // The ear's foot slides over the top of the head; it narrows as it turns away.
  const foot = sign * 62 + yaw * 20;
  const width = 0.98 - 0.36 * sign * Math.sin(yaw);
  const hinge = frame(foot, -62, sign * 0.12 + turn);
  const at = (x, y) => {
    const [px, py] = hinge(x * sign * width, y);
    return local(px, py);
  };
  const inset = Math.sin(yaw) * 6 * sign;
  const corner = (x, y) => [...at(x, y), 'corner'];
  const shell = [
    corner(-35, -24),
    at(-28, -46),
    at(-8, -82),
    at(8, -96),
    at(20, -82),
    at(35, -32),
    corner(32, 8),
    at(0, 34),
  ];
  const inner = [
    corner(-16, -6),
    at(-13 + inset, -38),
    at(2 + inset, -70),
    at(10 + inset, -72),
    at(19 + inset, -42),
    at(20 + inset, -6),
    at(4, 8),
  ];
  const hair = [
    corner(-17, 2),
    corner(-15 + inset, -40),
    corner(-2 + inset, -46),
    corner(-7 + inset, -30),
    corner(7 + inset, -28),
    corner(-1, -13),
    corner(13, -6),
    corner(4, 9),
  ];
  const near = side === 'near';
  return group(`ear_${side}`, [
    path(smooth(shell, { closed: true }), { fill: near ? COLOR.ginger : COLOR.soot }),
    path(smooth(inner, { closed: true }), { fill: COLOR.innerEar }),
    path(smooth(hair, { closed: true }), { fill: COLOR.cream }),
    path(smooth(shell.slice(0, 7)), { stroke: INK, width: 4 }),
  ]);
}

function drawTuft(pose, local, turned) {
  const x = turned * 14;
  const tip = (tx, ty, amount) => [...local(tx + x - pose.wind * 13 * amount, ty + pose.tuft * amount), 'corner'];
  const point = (px, py) => local(px + x, py);
  const corner = (px, py) => [...point(px, py), 'corner'];
  const tuft = [
    corner(-24, -86),
    point(-30, -102),
    tip(-47, -115, 0.9),
    point(-28, -114),
    corner(-16, -106),
    point(-14, -122),
    tip(-24, -141, 1.1),
    point(2, -128),
    corner(9, -107),
    point(16, -116),
    tip(17, -130, 1),
    point(28, -110),
    corner(27, -88),
  ];
  return group('tuft', [
    path(smooth([...tuft, point(2, -74)], { closed: true }), { fill: COLOR.cream }),
    path(smooth(tuft), { stroke: INK, width: 3.4 }),
  ]);
}

function drawFace(pose, face) {
  const cheer = pose.smile;
  const cheek = (sign) => ellipse(face, sign * 76, 54 - cheer * 4, 18, 10 + cheer);
  const whisker = (sign, i) => {
    const root = face(sign * 46, 54 + i * 7, 10);
    const reach = sign * (78 - i * 5) * (1 - 0.22 * sign * Math.sin(pose.yaw));
    const rise = (i - 1.15) * 13 - cheer * 5 + pose.whiskers * 6;
    const drag = -pose.wind * 7;
    return smooth([root, moved(root, reach * 0.5 + drag * 0.3, rise * 0.5 - 4), moved(root, reach + drag, rise + 3)]);
  };
  const muzzle = [
    face(0, 40, 6),
    face(24, 46, 6),
    face(40, 62, 4),
    face(26, 79, 5),
    face(0, 82, 6),
    face(-26, 79, 5),
    face(-40, 62, 4),
    face(-24, 46, 6),
  ];
  const brow = (sign) => {
    const raise = pose.brows * 7;
    return smooth([face(sign * 36, -30 - raise), face(sign * 47, -37 - raise * 1.2), face(sign * 59, -33 - raise)]);
  };
  return group('face', [
    path(cheek(-1), { fill: blush(cheer) }),
    path(cheek(1), { fill: blush(cheer) }),
    path(smooth(muzzle, { closed: true }), { fill: COLOR.muzzle }),
    ...drawEyes('near', -1, pose, face),
    ...drawEyes('far', 1, pose, face),
    path(brow(-1), { stroke: COLOR.gingerShade, width: 5.5 }),
    path(brow(1), { stroke: COLOR.soot, width: 5.5 }),
    ...drawMouth(pose, face),
    ...[-1, 1].flatMap((sign) =>
      [0, 1, 2].map((i) => path(whisker(sign, i), { stroke: COLOR.whisker, width: 2.4 - i * 0.3 })),
    ),
  ]);
}

function drawEyes(side, sign, pose, face) {
  const open = pose.eyes;
  const x0 = sign * 48;
  const y0 = 10;
  // Lids close onto the lower curve; only heights change, so that a turn can be added to it.
  const shut = (x) => 20 - ((x - 1) / 25) ** 2 * 10;
  const at = (x, y) => face(x0 + sign * x, y0 + mix(shut(x), y, open));
  const top = [
    [-23, 5],
    [-17, -18],
    [0, -28],
    [17, -20],
    [25, -1],
  ];
  const bottom = [
    [18, 18],
    [1, 26],
    [-16, 20],
  ];
  const white = [...top, ...bottom].map(([x, y]) => at(x, y));
  const upper = top.map(([x, y]) => at(x, y));
  const lift = [2, 5, 6.5, 7, 5];
  const lash = upper.map(([x, y], i) => [x, y - lift[i]]);
  const flick = face(x0 + sign * 33, y0 + mix(shut(28) - 2, -9, open));
  const crescent = [[...upper[0], 'corner'], ...upper.slice(1), [...flick, 'corner'], ...lash.slice(1).reverse()];
  // Light comes from the right on both eyes; the iris follows the turn a little.
  const gaze = pose.gaze;
  const disc = (x, y, rx, ry) => ellipse(face, x0 + x + gaze, y0 + y, rx, ry);
  const inward = -sign * 2;
  return [
    group(`eye_${side}`, [path(smooth(white, { closed: true }), { fill: COLOR.eyeWhite })]),
    clipped(`pupil_${side}`, path(smooth(white, { closed: true }), {}), [
      path(disc(inward, 0, 19, 23.5), { fill: COLOR.iris, stroke: COLOR.irisRing, width: 3 }),
      path(disc(inward, 13.5, 12.5, 8.5), { fill: COLOR.irisGlow }),
      path(disc(inward, -1, 11, 17), { fill: COLOR.pupil }),
      path([disc(inward + 8, -11, 6.5, 7.5), disc(inward - 7, 11, 3.2, 3.6)], { fill: COLOR.shine }),
    ]),
    group(`lid_${side}`, [path(smooth(crescent, { closed: true }), { fill: INK })]),
  ];
}

function drawMouth(pose, face) {
  const s = pose.smile;
  const m = pose.mouth;
  const corner = (sign) => face(sign * mix(19, 27, s), mix(59, 54, s), 10);
  const bow = (sign) => face(sign * mix(10, 14, s), mix(65, 66, s), 13);
  const middle = face(0, 58 + s, 14);
  const opening = (x, rest, full) => face(x, mix(rest, full, m), 12);
  const lips = [
    [...face(mix(-15, -23, s), mix(64, 60, s), 11), 'corner'],
    bow(-1),
    [...middle, 'corner'],
    bow(1),
    [...face(mix(15, 23, s), mix(64, 60, s), 11), 'corner'],
    opening(mix(10, 14, s), mix(65, 66, s), 79),
    opening(0, 58 + s, 86),
    opening(mix(-10, -14, s), mix(65, 66, s), 79),
  ];
  const nose = [
    face(-11, 40, 15),
    face(0, 37, 18),
    face(11, 40, 15),
    face(6, 48, 16),
    face(0, 51, 16),
    face(-6, 48, 16),
  ];
  return [
    group('mouth_inside', [path(smooth(lips, { closed: true }), { fill: COLOR.mouth })]),
    clipped('tongue', path(smooth(lips, { closed: true }), {}), [
      path(
        ellipse((x, y) => face(x, y, 12), 0, 85, 13, 11),
        { fill: COLOR.tongue },
      ),
    ]),
    group('mouth', [
      path(smooth([face(0, 50, 15), middle]), { stroke: INK, width: 2.6 }),
      path(smooth([corner(-1), bow(-1), middle]), { stroke: INK, width: 3 }),
      path(smooth([middle, bow(1), corner(1)]), { stroke: INK, width: 3 }),
      path(smooth(nose, { closed: true }), { fill: COLOR.nose, stroke: INK, width: 1.6 }),
      path(smooth([face(-4, 41, 18), face(0, 40.4, 18), face(4, 41, 18)]), { stroke: COLOR.noseShine, width: 2.4 }),
    ]),
  ];
}
