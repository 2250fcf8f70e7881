/** Bones for rigging by code: drawn in every frame as Moho draws them, described in bones.json. */

import { scarfSpine, tailSpine } from './cloth.mjs';
import { moved, rad, straight } from './curve.mjs';
import { group, path } from './svg.mjs';

/** Dial bones stand beside the figure; turning one runs an action. Degrees, counter-clockwise, 90 is up. */
export const DIALS = {
  head_turn: { bone: 'bone_dial_turn', at: [448, 560], start: 90, end: 450 },
  blink: { bone: 'bone_dial_blink', at: [448, 500], start: 90, end: 270 },
};

const limb = (side) => {
  const Side = side === 'near' ? 'Near' : 'Far';
  return [
    [
      `bone_arm_${side}_upper`,
      (b) => [b[`arm${Side}`].shoulder, b[`arm${Side}`].elbow],
      { parent: 'bone_spine', strength: 0.08 },
    ],
    [
      `bone_arm_${side}_lower`,
      (b) => [b[`arm${Side}`].elbow, b[`arm${Side}`].wrist],
      { parent: `bone_arm_${side}_upper`, strength: 0.08, minAngle: -140, maxAngle: 10 },
    ],
    [
      `bone_arm_${side}_hand`,
      (b) => [b[`arm${Side}`].wrist, b[`arm${Side}`].tip],
      { parent: `bone_arm_${side}_lower`, strength: 0.06, minAngle: -60, maxAngle: 60 },
    ],
    [
      `bone_leg_${side}_upper`,
      (b) => [b[`leg${Side}`].hip, b[`leg${Side}`].knee],
      { parent: 'bone_hips', strength: 0.08 },
    ],
    [
      `bone_leg_${side}_lower`,
      (b) => [b[`leg${Side}`].knee, b[`leg${Side}`].ankle],
      { parent: `bone_leg_${side}_upper`, strength: 0.08, minAngle: -5, maxAngle: 140 },
    ],
  ];
};

/** Id, end points for a pose, and what bones.json says of the bone. Parents come first. */
const BONES = [
  ['bone_hips', (b) => [b.hips, moved(b.hips, 40, 0)], { isPin: true, fixed: true, strength: 0.2 }],
  ['bone_spine', (b) => [b.hips, b.chest], { parent: 'bone_hips', strength: 0.3, minAngle: -130, maxAngle: -50 }],
  ['bone_head', (b) => [b.neck, b.head(4, -180)], { parent: 'bone_spine', strength: 0.4, minAngle: -40, maxAngle: 40 }],
  ...limb('near'),
  ...limb('far'),
  ['bone_tail_1', (b) => [b.tail[0], b.tail[3]], { parent: 'bone_hips', strength: 0.1 }],
  ['bone_tail_2', (b) => [b.tail[3], b.tail[7]], { parent: 'bone_tail_1', strength: 0.1 }],
  ['bone_scarf_1', (b) => [b.scarf[0], b.scarf[3]], { parent: 'bone_spine', strength: 0.1 }],
  ['bone_scarf_2', (b) => [b.scarf[3], b.scarf[6]], { parent: 'bone_scarf_1', strength: 0.1 }],
];

/** Groups and the bones that bend them. */
const FLEXI = {
  coat: ['bone_hips', 'bone_spine'],
  head: ['bone_head'],
  scarf_wrap: ['bone_spine'],
  scarf_front: ['bone_spine'],
  scarf_back: ['bone_scarf_1', 'bone_scarf_2'],
  tail: ['bone_tail_1', 'bone_tail_2'],
  arm_near: ['bone_arm_near_upper', 'bone_arm_near_lower'],
  arm_far: ['bone_arm_far_upper', 'bone_arm_far_lower'],
  leg_near: ['bone_leg_near_upper', 'bone_leg_near_lower'],
  leg_far: ['bone_leg_far_upper', 'bone_leg_far_lower'],
};

const bone = (id, [base, tip]) => group(id, [path(straight([base, tip]), { stroke: '#00ff00', width: 8 })]);

/** @param {Record<string, { frame: number, frames: number }>} dials what the dials point at; by default frame 1 */
export function drawBones(pose, body, dials) {
  const all = { ...body, tail: tailSpine(pose, body), scarf: scarfSpine(pose, body) };
  return group('bone', [
    ...Object.entries(DIALS).map(([action, { bone: id, at, start, end }]) => {
      const { frame, frames } = dials[action] ?? { frame: 1, frames: 2 };
      // Half a frame further, so that rounding cannot choose the frame before.
      const turn = frame === 1 ? 0 : (frame - 0.5) / (frames - 1);
      const angle = rad(start + (end - start) * turn);
      return bone(id, [at, moved(at, 40 * Math.cos(angle), -40 * Math.sin(angle))]);
    }),
    ...BONES.map(([id, ends]) => bone(id, ends(all))),
  ]);
}

/** @param {Record<string, number>} frames the length of each action */
export function describeBones(frames) {
  return {
    action: Object.fromEntries(
      Object.entries(DIALS).map(([action, { bone: boneName, start, end }]) => [
        action,
        { boneName, startAngle: start, endAngle: end, smartFrames: frames[action] },
      ]),
    ),
    bones: Object.fromEntries([
      ...Object.values(DIALS).map(({ bone: id }) => [id, { strength: 0.02 }]),
      ...BONES.map(([id, , facts]) => [id, facts]),
    ]),
    flexi: FLEXI,
  };
}
