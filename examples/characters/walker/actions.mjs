import { BONES } from './body.mjs';

/**
 * What the crane does: for each key a translation and a quaternion (w, x, y, z) of some bones.
 *
 * @typedef {{ at: number[], turn: number[] }} Move
 * @typedef {{ name: string, frames: number, keys: Map<number, Map<string, Move>> }} Action
 */

const bone = (name) => BONES.find((each) => each.name === name);
const still = [0, 0, 0];

/** About an axis of the picture, degrees. @param {'x' | 'y' | 'z'} axis */
function about(axis, degrees) {
  const half = (degrees * Math.PI) / 360;
  return [Math.cos(half), ...['x', 'y', 'z'].map((each) => (each === axis ? Math.sin(half) : 0))];
}

/** First b, then a. */
function times([aw, ax, ay, az], [bw, bx, by, bz]) {
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

const turn = (...degrees) => ({ at: still, turn: about('z', degrees[0]) });
const wave = (phase) => Math.sin(phase * 2 * Math.PI);
const ease = (t) => t * t * (3 - 2 * t);

/** Turns of thigh, shin and foot that bring the ankle to a place. @param {'near' | 'far'} side */
function stepTo(side, dx, dy, toes, hips) {
  const [thigh, shin] = [bone(`thigh.${side}`), bone(`shin.${side}`)];
  const angleOf = ({ head, tail }) => Math.atan2(tail[1] - head[1], tail[0] - head[0]);
  const lengthOf = ({ head, tail }) => Math.hypot(tail[0] - head[0], tail[1] - head[1]);
  const [l1, l2] = [lengthOf(thigh), lengthOf(shin)];
  const x = shin.tail[0] + dx - thigh.head[0] - hips[0];
  const y = shin.tail[1] + dy - thigh.head[1] - hips[1];
  const far = Math.min(Math.hypot(x, y), (l1 + l2) * 0.9995);
  const direction = Math.atan2(y, x);
  const bend = Math.acos((l1 * l1 + far * far - l2 * l2) / (2 * l1 * far));
  // A bird's heel bends backwards.
  const first = direction - bend;
  const second = Math.atan2(
    Math.sin(direction) * far - l1 * Math.sin(first),
    Math.cos(direction) * far - l1 * Math.cos(first),
  );
  const degrees = (radians) => (radians * 180) / Math.PI;
  const a = degrees(first - angleOf(thigh));
  const b = degrees(second - angleOf(shin)) - a;
  return [
    [thigh.name, turn(a)],
    [shin.name, turn(b)],
    [`foot.${side}`, turn(toes - a - b)],
  ];
}

/** Where a foot is in its round: on the ground it goes back evenly, then it comes forward through the air. */
function stride(phase) {
  const t = phase - Math.floor(phase);
  const reach = 0.23;
  if (t < 0.56) return { dx: reach - (2 * reach * t) / 0.56, dy: 0, toes: t > 0.46 ? -260 * (t - 0.46) : 0 };
  const air = (t - 0.56) / 0.44;
  const lift = Math.sin(Math.PI * air);
  return { dx: -reach + 2 * reach * ease(air), dy: 0.2 * lift ** 1.3, toes: -26 * (1 - ease(air)) - 34 * lift };
}

/** @returns {Action} */
function walk() {
  const frames = 32;
  const keys = new Map();
  for (let frame = 1; frame <= frames + 1; frame += 2) {
    const phase = (frame - 1) / frames;
    // Up over the standing leg, down with both feet on the ground, twice a round.
    const hips = [0.006 * wave(2 * phase + 0.1), -0.022 + 0.014 * wave(2 * phase - 0.05), 0];
    const nod = wave(2 * phase + 0.12);
    keys.set(
      Math.min(frame, frames),
      new Map([
        ['hips', { at: hips, turn: about('z', -1.5 + 1.2 * nod) }],
        ['body', turn(1.6 * wave(2 * phase + 0.3))],
        ['tail', turn(-4 * wave(2 * phase + 0.05))],
        // The head stays behind and is thrust forward, as birds do it.
        ['neck.1', turn(-6 - 8 * nod)],
        ['neck.2', turn(3 + 13 * nod)],
        ['neck.3', turn(4 - 6 * nod)],
        ['head', turn(-1 + 1.5 * nod)],
        ...['near', 'far'].flatMap((side, i) => {
          const { dx, dy, toes } = stride(phase + i / 2);
          return stepTo(side, dx, dy, toes, hips);
        }),
        ['arm.near', turn(1.5 * wave(2 * phase + 0.25))],
        ['arm.far', turn(1.5 * wave(2 * phase + 0.25))],
        ['tip.near', turn(-2.5 * wave(2 * phase + 0.1))],
        ['tip.far', turn(-2.5 * wave(2 * phase + 0.1))],
      ]),
    );
  }
  return { name: 'walk', frames, keys };
}

/** Wings go up towards the viewer, unfold, and beat. @returns {Action} */
function flap() {
  const frames = 48;
  const keys = new Map();
  for (let frame = 1; frame <= frames; frame += 3) {
    const t = (frame - 1) / frames;
    const open = ease(Math.min(1, t * 5, (1 - t) * 4));
    const beat = 0.5 - 0.5 * Math.cos(t * 6 * Math.PI);
    const late = 0.5 - 0.5 * Math.cos(t * 6 * Math.PI - 0.9);
    /** @param {1 | -1} side 1: the near wing */
    const wing = (name, side, lift, spread, tip) => [
      [
        `arm.${name}`,
        { at: still, turn: times(about('x', side * (18 + 26 * (1 - beat)) * open), about('z', -lift * open)) },
      ],
      [
        `wing.${name}`,
        { at: still, turn: times(about('z', -spread * open), about('y', side * 14 * (1 - late) * open)) },
      ],
      [
        `tip.${name}`,
        { at: still, turn: times(about('z', (tip - 34 * late) * open), about('x', side * 20 * late * open)) },
      ],
    ];
    keys.set(
      frame,
      new Map([
        ['hips', { at: [0, 0.012 * open * (1 - 2 * late), 0], turn: about('z', 5 * open) }],
        ['body', turn(7 * open + 2 * open * beat)],
        ['tail', turn(-14 * open)],
        ['neck.1', turn(12 * open)],
        ['neck.2', turn(-14 * open - 3 * open * late)],
        ['neck.3', turn(-10 * open)],
        ['head', turn(6 * open + 3 * open * late)],
        ...wing('near', 1, 26 + 66 * beat, 8 + 16 * late, 22),
        ...wing('far', -1, 20 + 62 * beat, 4 + 14 * late, 18),
      ]),
    );
  }
  keys.set(frames, new Map([...keys.get(1)]));
  return { name: 'flap', frames, keys };
}

/** Down with the beak, two pecks, up again, and a look at the viewer. @returns {Action} */
function peck() {
  const frames = 72;
  /** frame → how far down, how much of a peck, how far she looks round. */
  const beats = [
    [1, 0, 0, 0],
    [16, 1, 0, 0],
    [20, 1, 1, 0],
    [24, 1, 0, 0],
    [28, 1, 1, 0],
    [32, 1, 0, 0],
    [46, 0, 0, 0],
    [54, 0, 0, 1],
    [64, 0, 0, 1],
    [72, 0, 0, 0],
  ];
  const keys = new Map();
  for (let frame = 1; frame <= frames; frame += frame === 1 ? 1 : 2) {
    const next = Math.max(
      1,
      beats.findIndex(([at]) => at >= frame),
    );
    const [from, to] = [beats[next - 1], beats[next]];
    const t = ease(Math.min(1, (frame - from[0]) / (to[0] - from[0])));
    const [down, hit, round] = [1, 2, 3].map((k) => from[k] + (to[k] - from[k]) * t);
    const hips = [-0.05 * down, -0.035 * down, 0];
    keys.set(
      frame,
      new Map([
        ['hips', { at: hips, turn: about('z', -10 * down) }],
        ['body', turn(-16 * down - 2 * hit)],
        ['tail', turn(14 * down + 3 * hit)],
        ['neck.1', turn(-62 * down - 6 * hit)],
        ['neck.2', turn(-34 * down - 8 * hit)],
        ['neck.3', { at: still, turn: times(about('z', 6 * down + 6 * hit), about('y', 20 * round)) }],
        ['head', { at: still, turn: times(about('y', 30 * round), about('z', 32 * down + 4 * hit - 6 * round)) }],
        ...['near', 'far'].flatMap((side) =>
          stepTo(side, 0, 0, 10 * down, hips).map(([name, move], i) =>
            i === 0 ? [name, { at: still, turn: times(about('z', 10 * down), move.turn) }] : [name, move],
          ),
        ),
        ['arm.near', turn(-7 * down)],
        ['arm.far', turn(-7 * down)],
        ['tip.near', turn(9 * down)],
        ['tip.far', turn(9 * down)],
      ]),
    );
  }
  return { name: 'peck', frames, keys };
}

/** @type {Action[]} */
export const ACTIONS = [walk(), flap(), peck()];
