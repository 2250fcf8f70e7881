import type { Action, Bone, BoneTrack } from '../../engine/model/rig.ts';

/**
 * Frames show a bone where its parent has carried it. This takes the parent's part out of the keys,
 * as path_control does: at each key both ends go back by the way of the parent's tip, then the tip
 * turns back about the base by the turn of the parent. The pivots differ, so that it undoes a
 * parent's effect only roughly; but it is what the strengths and angles of its rigs were made with.
 *
 * @param action Bone tracks as differences of the end points from rest.
 * @returns The action with the bones' own motion.
 */
export function withOwnMotion(action: Action, bones: readonly Bone[]): Action {
  const tracks = new Map(action.bones.map((track) => [track.bone, track]));
  return {
    ...action,
    bones: action.bones.map((track) => {
      const { parent } = bones[track.bone];
      const carrier = parent < 0 ? undefined : tracks.get(parent);
      return carrier === undefined ? track : withoutParent(track, bones[track.bone], carrier, bones[parent]);
    }),
  };
}

function withoutParent(track: BoneTrack, bone: Bone, carrier: BoneTrack, parent: Bone): BoneTrack {
  const deltas = Float64Array.from(track.deltas);
  let row = -1;
  for (const [k, frame] of track.frames.entries()) {
    while (row + 1 < carrier.frames.length && carrier.frames[row + 1] <= frame) row++;
    if (row < 0) continue;
    const [baseX, baseY, moveX, moveY] = carrier.deltas.subarray(row * 4, row * 4 + 4);
    const turn = turnOf(parent, baseX, baseY, moveX, moveY);
    const key = deltas.subarray(k * 4, k * 4 + 4);
    // The tip from the base, at the key.
    const dx = bone.tip[0] + key[2] - bone.base[0] - key[0];
    const dy = bone.tip[1] + key[3] - bone.base[1] - key[1];
    key[0] -= moveX;
    key[1] -= moveY;
    key[2] = bone.base[0] + key[0] + Math.cos(turn) * dx - Math.sin(turn) * dy - bone.tip[0];
    key[3] = bone.base[1] + key[1] + Math.sin(turn) * dx + Math.cos(turn) * dy - bone.tip[1];
  }
  return { ...track, deltas };
}

/** Rest angle less the angle at a key. A bone without length keeps its angle. */
function turnOf({ base, tip }: Bone, baseX: number, baseY: number, tipX: number, tipY: number): number {
  const [restX, restY] = [tip[0] - base[0], tip[1] - base[1]];
  const [x, y] = [restX + tipX - baseX, restY + tipY - baseY];
  return x === 0 && y === 0 ? 0 : Math.atan2(restY, restX) - Math.atan2(y, x);
}
