/** The pose: every number that moves Ito. Angles in radians, lengths in px. */

import { rad } from './curve.mjs';

/** Where the soles stand: ankles of the near and the far foot, flat on the ground. */
export const STAND = { near: [210, 634], far: [276, 626] };

export const REST = {
  rootX: 0,
  rootY: 0,
  stretch: 0,
  lean: 0,
  hipRoll: 0,
  shoulders: 0,
  headX: 0,
  headY: 0,
  headRoll: 0,
  yaw: rad(15),
  nod: 0,
  gaze: 1.5,
  eyes: 1,
  brows: 0,
  smile: 0,
  mouth: 0,
  whiskers: 0,
  tuft: 0,
  wind: 0,
  earNear: 0,
  earFar: 0,
  armNear: { upper: rad(-9), lower: rad(4), hand: rad(8) },
  armFar: { upper: rad(13), lower: rad(20), hand: rad(22) },
  footNear: { x: STAND.near[0], y: STAND.near[1], angle: 0 },
  footFar: { x: STAND.far[0], y: STAND.far[1], angle: 0 },
  farLegInFront: false,
  hemNear: 0,
  hemNearLift: 0,
  hemMiddle: 0,
  hemFar: 0,
  hemFarLift: 0,
  tail: [0, 0, 0, 0, 0, 0, 0],
  scarf: [0, 0, 0, 0, 0, 0],
  scarfFront: [0, 0, 0, 0],
  thread: [0, 0, 0, 0],
  ballX: 0,
  ballY: 0,
  ballTurn: 0,
};
