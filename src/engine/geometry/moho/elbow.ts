import type { MohoBone } from '../../model/moho.ts';
import type { PosedBones } from './bones.ts';
import type { Skin } from './flexi.ts';

/** Of two bones the parent and the child; undefined where neither is the other's parent. */
export function elbowPair(
  chosen: readonly number[],
  bones: readonly MohoBone[],
): readonly [parent: number, child: number] | undefined {
  if (chosen.length !== 2) return undefined;
  const [a, b] = chosen;
  if (bones[b].parent === a) return [a, b];
  return bones[a].parent === b ? [b, a] : undefined;
}

/** Into −π to π. */
const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/**
 * An elbow: every point follows one of two bones, and those near the joint slide along the limb
 * first, apart on the inner side of the bend and together on the outer one. x and y of a point are
 * measured from the joint along the child at rest. Verified for small bends of one limb.
 */
export function elbowSkin(
  [parent, child]: readonly [number, number],
  rest: PosedBones,
  pose: PosedBones,
  moves: Float64Array,
): Skin {
  const [baseX, baseY] = rest.matrices.subarray(child * 6 + 4, child * 6 + 6);
  const [cos, sin] = [Math.cos(rest.worldAngles[child]), Math.sin(rest.worldAngles[child])];
  const turnOf = (bone: number): number => pose.worldAngles[bone] - rest.worldAngles[bone];
  const bend = wrapped(turnOf(child) - turnOf(parent));
  const amount = Math.abs(bend);
  return (_, px, py, out, at) => {
    const x = (px - baseX) * cos + (py - baseY) * sin;
    const y = -(px - baseX) * sin + (py - baseY) * cos;
    const reach = Math.abs(x);
    const isInner = y * bend > 0;
    const moved = isInner
      ? reach + (amount / Math.PI) * Math.max(0, 2 * Math.abs(y) - reach)
      : reach - (amount / 2) * Math.max(0, Math.abs(y) - reach);
    const along = x < 0 ? -moved : moved;
    const restX = baseX + along * cos - y * sin;
    const restY = baseY + along * sin + y * cos;
    const m = (x < 0 ? parent : child) * 6;
    out[at] = moves[m] * restX + moves[m + 2] * restY + moves[m + 4];
    out[at + 1] = moves[m + 1] * restX + moves[m + 3] * restY + moves[m + 5];
  };
}
