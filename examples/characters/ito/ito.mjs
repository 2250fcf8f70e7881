/** Ito, a calico cat in an indigo coat, followed by the thread of her own scarf. */

import { drawArm, drawCoat, drawLeg, joints } from './body.mjs';
import { drawBall, drawScarfBack, drawScarfFront, drawScarfWrap, drawTail, drawThread } from './cloth.mjs';
import { ellipse, frame } from './curve.mjs';
import { drawHead } from './head.mjs';
import { INK } from './palette.mjs';
import { drawBones } from './skeleton.mjs';
import { group, path } from './svg.mjs';

export const WIDTH = 480;
export const HEIGHT = 720;

/**
 * @param {typeof import('./pose.mjs').REST} pose
 * @param {{ bones?: typeof pose, dials?: Parameters<typeof drawBones>[2] }} rigging pose of the bones where it is another
 */
export function drawIto(pose, { bones = pose, dials = {} } = {}) {
  const body = joints(pose);
  const legs = [drawLeg('far', body.legFar), drawLeg('near', body.legNear)];
  if (pose.farLegInFront) legs.reverse();
  const still = frame(0, 0);
  return group('ito', [
    group('shadow', [
      path([ellipse(still, 240 + pose.rootX, 668, 104, 13), ellipse(still, 76, 669, 52, 8)], {
        fill: INK,
        opacity: 0.16,
      }),
    ]),
    drawTail(pose, body),
    drawBall(pose),
    drawThread(pose, body),
    drawArm('far', body.armFar),
    group('legs', legs),
    drawScarfBack(pose, body),
    drawCoat(pose, body),
    drawScarfFront(pose, body),
    drawArm('near', body.armNear),
    drawScarfWrap(body),
    drawHead(pose, body),
    drawBones(bones, joints(bones), dials),
  ]);
}
