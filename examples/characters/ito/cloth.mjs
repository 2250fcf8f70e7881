/** What trails behind: tail, scarf, thread and the ball of yarn. */

import { along, chain, frame, hang, mix, mixPoint, moved, offset, ribbon, smooth } from './curve.mjs';
import { COLOR, INK } from './palette.mjs';
import { group, path } from './svg.mjs';

export const BALL = { x: 76, y: 628, radius: 43 };

const LINE = 3.6;

const TAIL_REST = [-66, -84, -104, -128, -152, -176, -206].map((a) => (a * Math.PI) / 180);
const SCARF_REST = [-58, -50, -46, -50, -44, -34].map((a) => (a * Math.PI) / 180);
const FRONT_REST = [6, 2, 6, 10].map((a) => (a * Math.PI) / 180);

const bent = (rest, bends) => rest.map((angle, i) => angle + bends[i]);

export const tailSpine = (pose, { torso }) => chain(torso(176, 520), 25, bent(TAIL_REST, pose.tail));

export function drawTail(pose, body) {
  const spine = tailSpine(pose, body);
  const widths = [13, 14, 15, 15.5, 15.5, 15, 14, 10];
  const outline = ribbon(spine, widths, { start: 'flat' });
  const side = (scale) =>
    offset(
      spine,
      widths.map((w) => w * scale),
    );
  const left = side(1);
  const right = side(-1);
  const middle = side(0);
  const ring = (t) => {
    const cross = (points, shift) => along(points, t + shift);
    return [
      [...cross(left, -0.03), 'corner'],
      cross(middle, 0.005),
      [...cross(right, -0.03), 'corner'],
      [...cross(right, 0.045), 'corner'],
      cross(middle, 0.08),
      [...cross(left, 0.045), 'corner'],
    ];
  };
  const under = side(0.35);
  const shade = [1, 2, 3, 4, 5].map((i) => left[i]);
  shade.push([...left[6], 'corner'], ...[5, 4, 3, 2].map((i) => under[i]), [...left[0], 'corner']);
  const tip = ribbon(spine.slice(5), widths.slice(5), { start: 'flat' });
  const [notchX, notchY] = along(spine, 0.78);
  tip.push([notchX, notchY]);
  // Patches reach under the line, which is drawn last: edges that only touch let the ground through.
  return group('tail', [
    path(smooth(outline, { closed: true }), { fill: COLOR.cream }),
    path(smooth(shade, { closed: true }), { fill: COLOR.creamShade }),
    path(
      [0.3, 0.48].map((t) => smooth(ring(t), { closed: true })),
      { fill: COLOR.ginger },
    ),
    path(smooth(tip, { closed: true }), { fill: COLOR.soot }),
    path(smooth(outline, { closed: true }), { stroke: INK, width: LINE }),
  ]);
}

function stripe(left, right, from, to) {
  const corner = (points, t) => [...along(points, t), 'corner'];
  return smooth([corner(left, from), corner(left, to), corner(right, to), corner(right, from)], { closed: true });
}

function scarfTail(id, spine, widths, { stripes, fringe, fill, shadeSide }) {
  const outline = ribbon(spine, widths, { start: 'flat', end: 'flat' });
  const edge = (scale) =>
    offset(
      spine,
      widths.map((w) => w * scale),
    );
  const left = edge(1);
  const right = edge(-1);
  const n = spine.length - 1;
  const outside = edge(shadeSide);
  const inside = edge(shadeSide * 0.42);
  const shade = [
    ...outside.slice(0, n),
    [...outside[n], 'corner'],
    [...inside[n], 'corner'],
    ...inside.slice(0, n).reverse(),
  ];
  shade[0] = [...shade[0], 'corner'];
  const heading = Math.atan2(spine[n][0] - spine[n - 1][0], spine[n][1] - spine[n - 1][1]);
  const tassel = (t) => {
    const root = mixPoint(left[n], right[n], t);
    const direction = hang(heading + (t - 0.5) * -0.5);
    const end = moved(root, direction[0] * 13, direction[1] * 13);
    return smooth([root, moved(mixPoint(root, end, 0.5), direction[1] * 1.2, -direction[0] * 1.2), end]);
  };
  return group(id, [
    path(fringe.map(tassel), { stroke: COLOR.scarfShade, width: 4.6 }),
    path(smooth(outline, { closed: true }), { fill }),
    path(smooth(shade, { closed: true }), { fill: COLOR.scarfShade }),
    path(
      stripes.map(([from, to]) => stripe(left, right, from, to)),
      { fill: COLOR.scarfStripe },
    ),
    path(smooth(outline, { closed: true }), { stroke: INK, width: LINE }),
  ]);
}

export const scarfSpine = (pose, { torso }) => chain(torso(204, 346), 24, bent(SCARF_REST, pose.scarf));

export function drawScarfBack(pose, body) {
  return scarfTail('scarf_back', scarfSpine(pose, body), [11, 13, 15, 16, 17, 18, 18], {
    stripes: [
      [0.5, 0.58],
      [0.7, 0.84],
    ],
    fringe: [0.12, 0.5, 0.88],
    fill: COLOR.scarf,
    shadeSide: 1,
  });
}

export const frontSpine = (pose, { torso }) => chain(torso(224, 362), 20, bent(FRONT_REST, pose.scarfFront));

export function drawScarfFront(pose, body) {
  return scarfTail('scarf_front', frontSpine(pose, body), [11, 14, 15, 16, 16], {
    stripes: [[0.66, 0.84]],
    fringe: [0.12, 0.5, 0.88],
    fill: COLOR.scarf,
    shadeSide: -1,
  });
}

/** The turns round the neck. */
export function drawScarfWrap({ torso }) {
  const corner = (x, y) => [...torso(x, y), 'corner'];
  const lower = [
    torso(184, 352),
    torso(190, 332),
    torso(242, 328),
    torso(294, 330),
    torso(302, 350),
    torso(290, 368),
    torso(244, 380),
    torso(198, 371),
  ];
  const shade = [
    corner(185, 350),
    torso(212, 362),
    torso(250, 365),
    corner(300, 352),
    torso(290, 368),
    torso(244, 380),
    torso(198, 371),
  ];
  const knot = [
    torso(204, 352),
    torso(218, 346),
    torso(236, 350),
    torso(242, 364),
    torso(232, 378),
    torso(214, 378),
    torso(203, 366),
  ];
  const band = [
    corner(262, 331),
    torso(267, 353),
    corner(263, 378),
    corner(277, 375),
    torso(282, 352),
    corner(277, 330),
  ];
  return group('scarf_wrap', [
    path(smooth(lower, { closed: true }), { fill: COLOR.scarf }),
    path(smooth(shade, { closed: true }), { fill: COLOR.scarfShade }),
    path(smooth(band, { closed: true }), { fill: COLOR.scarfStripe }),
    path(smooth(lower, { closed: true }), { stroke: INK, width: 3.6 }),
    path(smooth([torso(190, 346), torso(240, 357), torso(298, 344)]), { stroke: INK, width: 2.2 }),
    path(smooth(knot, { closed: true }), { fill: COLOR.scarf, stroke: INK, width: 3.2 }),
    path(smooth([torso(210, 356), torso(222, 362), torso(226, 373)]), { stroke: COLOR.scarfShade, width: 2.6 }),
  ]);
}

/** The thread that runs from the scarf's last stitch to the ball. */
export function drawThread(pose, body) {
  const spine = scarfSpine(pose, body);
  const n = spine.length - 1;
  const start = spine[n];
  const ball = [BALL.x + pose.ballX, BALL.y + pose.ballY];
  const end = moved(ball, -12, -BALL.radius + 3);
  const sway = (t, amount) => amount * Math.sin(Math.PI * t);
  const at = (t, dx) => {
    const [x, y] = mixPoint(start, end, t);
    return [x + dx, y + sway(t, 8)];
  };
  const knots = [
    start,
    at(0.16, -10 + pose.thread[0]),
    at(0.36, -8 + pose.thread[1]),
    at(0.56, 5 + pose.thread[2]),
    at(0.76, 10 + pose.thread[3]),
    at(0.91, 1),
    end,
  ];
  return group('thread', [path(smooth(knots), { stroke: COLOR.scarf, width: 3.4 })]);
}

/**
 * The ball of yarn: windings that stick out a little where nothing cuts them, and are cut to the
 * ball where groups named `…_Mask` and `…_Mtarget` are taken as a mask and what it cuts.
 */
export function drawBall(pose) {
  const { radius } = BALL;
  const still = frame(BALL.x + pose.ballX, BALL.y + pose.ballY);
  const place = frame(BALL.x + pose.ballX, BALL.y + pose.ballY, pose.ballTurn);
  const ring = Array.from({ length: 8 }, (_, i) => {
    const [x, y] = hang((i / 8) * 2 * Math.PI);
    return still(-x * radius, y * radius);
  });
  const shade = [];
  for (let i = 0; i <= 4; i++) {
    const [x, y] = hang(mix(-2.3, 0.9, i / 4));
    shade.push(i % 4 === 0 ? [...still(x * radius, y * radius), 'corner'] : still(x * radius, y * radius));
  }
  shade.push(still(16, 22), still(-10, 14), still(-24, -6));
  // Windings: arcs across the ball, in three directions, each bulging away from the middle.
  const winding = (turn, shift, bulge) => {
    const local = frame(0, 0, turn);
    const half = Math.sqrt(Math.max(0, radius ** 2 - shift * shift));
    return smooth([
      place(...local(-half, shift * 0.86)),
      place(...local(-half * 0.45, shift + bulge * 0.75)),
      place(...local(half * 0.45, shift + bulge * 0.75)),
      place(...local(half, shift * 0.86)),
    ]);
  };
  const light = { stroke: COLOR.yarnLight, width: 3.2 };
  const dark = { stroke: COLOR.yarnDark, width: 2.6 };
  const tail = [still(14, 40), still(38, 43), still(58, 38), still(70, 44), still(84, 42)];
  return group('ball', [
    path(smooth(tail), { stroke: COLOR.scarf, width: 3.4 }),
    group('ball_Mask', [path(smooth(ring, { closed: true }), { fill: COLOR.yarn })]),
    group('ball_Mtarget', [
      path(smooth(shade, { closed: true }), { fill: COLOR.yarnDark }),
      path(
        [-27, -15, -3, 9].map((shift) => winding(0.5, shift, shift * 0.5 - 7)),
        light,
      ),
      path(
        [-19, -7, 5].map((shift) => winding(2.5, shift, -6)),
        dark,
      ),
      path(
        [18, 29].map((shift) => winding(-0.75, shift, 7)),
        light,
      ),
    ]),
    path(smooth(ring, { closed: true }), { stroke: INK, width: 3.8 }),
  ]);
}
