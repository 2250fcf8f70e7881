/** Ito with bones to take hold of: hands that reach, a face that a bone turns, and what hangs and swings. */

import { ACTIONS } from './actions.mjs';
import { joints } from './body.mjs';
import { BALL, frontSpine, scarfSpine, tailSpine } from './cloth.mjs';
import { moved, rad, straight } from './curve.mjs';
import { drawIto } from './ito.mjs';
import { REST } from './pose.mjs';
import { group, path } from './svg.mjs';

/** The bone that turns the face: up is the rest pose. Degrees, counter-clockwise. */
const LOOK = { bone: 'bone_look', at: [420, 640], length: 44, start: 180, end: 60 };

/** How far the face is turned in each frame of `look`; the fourth is the rest pose. */
const YAWS = [-24, -11, 2, 15, 28].map(rad);

/** As she stands here: tail and scarf keep apart, so that each can be taken hold of. */
const STAND = { ...REST, tail: REST.tail.map(() => rad(9)), scarf: REST.scarf.map(() => rad(-22)) };

function lookAside(frame) {
  const yaw = YAWS[frame - 1];
  const turn = (yaw - REST.yaw) / rad(39);
  return { yaw, gaze: REST.gaze + 5 * turn, earNear: rad(-3) * turn, earFar: rad(-3) * turn, headX: 4 * turn };
}

const act = (name) => ACTIONS.find((action) => action.name === name);

/** Some numbers of a frame of another action. */
const part = (name, frame, keys) => {
  const pose = act(name).pose(frame);
  return Object.fromEntries(keys.map((key) => [key, pose[key]]));
};

/** @type {{ name: string, kind: 'SMRT' | 'BONE', frames: number, look: (frame: number) => Parameters<typeof drawRigged>[0] }[]} */
export const RIGGED_ACTIONS = [
  { name: 'look', kind: 'SMRT', frames: YAWS.length, look: (frame) => ({ pose: lookAside(frame) }) },
  {
    name: 'blink',
    kind: 'SMRT',
    frames: act('blink').frames,
    look: (frame) => ({ pose: part('blink', frame, ['eyes', 'brows']) }),
  },
  {
    name: 'smile',
    kind: 'SMRT',
    frames: 1,
    look: () => ({
      pose: part('smile', 4, ['smile', 'mouth', 'brows', 'whiskers', 'nod', 'earNear', 'earFar', 'tuft']),
    }),
  },
  { name: 'arm_in_front', kind: 'BONE', frames: 1, look: () => ({ armInFront: true }) },
];

const limb = (side, arm) => [
  [`bone_arm_${side}_upper`, [arm.shoulder, arm.elbow], { parent: 'bone_spine', strength: 0.05 }],
  [
    `bone_arm_${side}_lower`,
    [arm.elbow, arm.wrist],
    { parent: `bone_arm_${side}_upper`, strength: 0.05, minAngle: -145, maxAngle: 10 },
  ],
  [
    `bone_arm_${side}_hand`,
    [arm.wrist, arm.tip],
    { parent: `bone_arm_${side}_lower`, strength: 0.04, minAngle: -50, maxAngle: 50 },
  ],
];

/** Id, end points, and what bones.json says of the bone. Parents come first. */
function bones() {
  const body = joints(STAND);
  const { head } = body;
  const tail = tailSpine(STAND, body);
  const scarf = scarfSpine(STAND, body);
  const front = frontSpine(STAND, body);
  return [
    [LOOK.bone, [LOOK.at, moved(LOOK.at, 0, -LOOK.length)], { strength: 0.02 }],
    ['bone_hips', [body.hips, moved(body.hips, 40, 0)], { isPin: true, fixed: true, strength: 0.1 }],
    ['bone_spine', [body.hips, body.chest], { parent: 'bone_hips', strength: 0.1, minAngle: -115, maxAngle: -65 }],
    ['bone_head', [body.neck, head(4, -180)], { parent: 'bone_spine', strength: 0.12, minAngle: -28, maxAngle: 28 }],
    ['bone_tuft', [head(-4, -188), head(-14, -244)], { parent: 'bone_head', strength: 0.03 }],
    ['bone_ear_near', [head(-54, -176), head(-70, -258)], { parent: 'bone_head', strength: 0.05 }],
    ['bone_ear_far', [head(72, -174), head(86, -256)], { parent: 'bone_head', strength: 0.05 }],
    ...limb('near', body.armNear),
    ...limb('far', body.armFar),
    ['bone_tail_1', [tail[0], tail[3]], { parent: 'bone_hips', strength: 0.04, minAngle: 95, maxAngle: 235 }],
    ['bone_tail_2', [tail[3], tail[7]], { parent: 'bone_tail_1', strength: 0.04, minAngle: -60, maxAngle: 110 }],
    ['bone_scarf_1', [scarf[0], scarf[3]], { parent: 'bone_spine', strength: 0.04 }],
    ['bone_scarf_2', [scarf[3], scarf[6]], { parent: 'bone_scarf_1', strength: 0.04, minAngle: -80, maxAngle: 80 }],
    ['bone_front', [front[0], front[4]], { parent: 'bone_spine', strength: 0.04 }],
    ['bone_ball', [[BALL.x, BALL.y], moved([BALL.x, BALL.y], 20, 0)], { isPin: true, strength: 0.04 }],
  ];
}

/** Groups and the bones that bend them; those inside a group bend along with it. */
const FLEXI = {
  coat: ['bone_hips', 'bone_spine'],
  head: ['bone_head'],
  tuft: ['bone_tuft'],
  ear_near: ['bone_ear_near'],
  ear_far: ['bone_ear_far'],
  scarf_wrap: ['bone_spine'],
  scarf_front: ['bone_spine', 'bone_front'],
  scarf_back: ['bone_scarf_1', 'bone_scarf_2'],
  thread: ['bone_scarf_2', 'bone_ball'],
  tail: ['bone_tail_1', 'bone_tail_2'],
  sleeve_near: ['bone_arm_near_upper', 'bone_arm_near_lower'],
  paw_near: ['bone_arm_near_lower', 'bone_arm_near_hand'],
  sleeve_far: ['bone_arm_far_upper', 'bone_arm_far_lower'],
  paw_far: ['bone_arm_far_lower', 'bone_arm_far_hand'],
};

/** A paw and a sleeve of an arm in groups of their own, so that each has its two bones. */
function inTwo(arm) {
  const side = arm.id.replace('arm_', '');
  return group(arm.id, [
    group(`paw_${side}`, arm.children.slice(0, 2)),
    group(`sleeve_${side}`, arm.children.slice(2)),
  ]);
}

/** The bones are drawn at rest in every frame: here it is the page that moves them. */
export function drawRigged({ pose = {}, armInFront = false } = {}) {
  const { id, children } = drawIto({ ...STAND, ...pose });
  const parts = children
    .filter((child) => child.id !== 'bone')
    .map((child) => (child.id.startsWith('arm_') ? inTwo(child) : child));
  if (armInFront)
    parts.push(
      ...parts.splice(
        parts.findIndex((part) => part.id === 'arm_near'),
        1,
      ),
    );
  const drawn = bones().map(([name, ends]) => group(name, [path(straight(ends), { stroke: '#00ff00', width: 8 })]));
  return group(id, [...parts, group('bone', drawn)]);
}

export const describeRigged = () => ({
  action: {
    look: { boneName: LOOK.bone, startAngle: LOOK.start, endAngle: LOOK.end, smartFrames: YAWS.length },
  },
  bones: Object.fromEntries(bones().map(([id, , facts]) => [id, facts])),
  flexi: FLEXI,
});
