import type { Place } from '../engine/model/problem.ts';
import type { Bone, SmartBone } from '../engine/model/rig.ts';
import type { ProblemLog } from './report.ts';
import type { Scene } from './svg/scene.ts';

/** The bones of a rig, and what they do. */
export interface BoundRig {
  readonly bones: readonly Bone[];
  readonly smartBones: readonly SmartBone[];
  /** Bones by group index. */
  readonly flexi: ReadonlyMap<number, readonly number[]>;
}

/** The bones as they are drawn, where no rig file says anything. */
export function plainBones({ bones }: Scene, log: ProblemLog): BoundRig {
  const plain = bones.map(({ group, base, tip }): Bone => {
    const bone = { id: group.id, group: group.index, parent: -1, base, tip, isPin: false, fixed: false };
    checkLength(bone, { file: '', bone: group.id }, log);
    return { ...bone, strength: undefined, minAngle: undefined, maxAngle: undefined, flexiPoint: undefined };
  });
  return { bones: plain, smartBones: [], flexi: new Map() };
}

/** Reports a bone that can have no angle although it is to turn. */
export function checkLength(
  { isPin, base, tip }: Pick<Bone, 'isPin' | 'base' | 'tip'>,
  at: Place,
  log: ProblemLog,
): void {
  if (isPin || base[0] !== tip[0] || base[1] !== tip[1]) return;
  log.add({
    severity: 'warning',
    code: 'bone-length',
    ...at,
    message: 'the base and the tip of the bone are one point, so it has no angle and cannot turn',
    hint: 'give it a length, or mark it as a pin with isPin',
  });
}
