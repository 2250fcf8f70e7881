import { boneOrder } from '../../engine/model/bone-order.ts';
import type { Place } from '../../engine/model/problem.ts';
import type { Action, Bone, SmartBone } from '../../engine/model/rig.ts';
import { type BoundRig, checkLength } from '../bones.ts';
import { nameKey } from '../names.ts';
import type { ResolvedOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { Scene } from '../svg/scene.ts';
import { reportCycles, reportNoBone, reportUnknown } from './reporters.ts';
import type { BoneSettings, RigSettings } from './rig-settings.ts';

/** Gives the settings of rig files to the bones, groups and actions of that name; reports names that are not there. */
export function bindRig(
  settings: RigSettings,
  scene: Scene,
  actions: readonly Action[],
  { numbering, smartBones: rule, bonePrefix }: Pick<ResolvedOptions, 'numbering' | 'smartBones' | 'bonePrefix'>,
  log: ProblemLog,
): BoundRig {
  const boneNames = scene.bones.map(({ group }) => group.id);
  const actionNames = actions.map(({ name }) => name);
  const groupNames = scene.groups.slice(1).map(({ id }) => id);
  const boneIndex = firstByKey(boneNames);
  const actionIndex = firstByKey(actionNames);
  const findBone = (name: string, at: Place) => {
    const found = boneIndex.get(nameKey(name));
    if (found !== undefined) return found;
    const isGroup = scene.groupsByKey.has(nameKey(name));
    if (isGroup) reportNoBone(log, name, bonePrefix, at);
    else reportUnknown(log, 'bone', name, boneNames, at);
    return undefined;
  };
  const findBones = (names: readonly string[], at: Place) =>
    names.map((name) => findBone(name, at)).filter((index) => index !== undefined);

  for (const { name, file } of settings.bones.values()) findBone(name, { file });
  const bones = scene.bones.map(({ group, base, tip }): Bone => {
    const found = settings.bones.get(group.key);
    const { settings: given = {}, file = '' } = found ?? {};
    const at: Place = { file, bone: group.id };
    const { flexiPoint, isPin = false } = given;
    const { minAngle, maxAngle } = checkAngles(given, at, log);
    checkLength({ isPin, base, tip }, at, log);
    return {
      id: group.id,
      group: group.index,
      parent: given.parent === undefined ? -1 : (findBone(given.parent, at) ?? -1),
      base,
      tip,
      strength: given.strength,
      minAngle,
      maxAngle,
      isPin,
      fixed: given.fixed ?? false,
      flexiPoint: flexiPoint && { point: flexiPoint.point, bones: findBones(flexiPoint.bones, at) },
    };
  });

  const flexi = new Map<number, readonly number[]>();
  for (const { name, bones: names, file } of settings.flexi.values()) {
    const [group] = scene.groupsByKey.get(nameKey(name)) ?? [];
    if (group === undefined) reportUnknown(log, 'group', name, groupNames, { file });
    else flexi.set(group.index, findBones(names, { file, group: name }));
  }

  const smartBones: SmartBone[] = [];
  for (const { name, settings: smart, file } of settings.smart.values()) {
    const action = actionIndex.get(nameKey(name));
    if (action === undefined) reportUnknown(log, 'action', name, actionNames, { file });
    const bone = findBone(smart.bone, { file, action: name });
    if (action === undefined || bone === undefined) continue;
    const { startAngle, endAngle, frames } = smart;
    // The frame at the start is the first file.
    const firstFrame = numbering === 'file' ? 1 : 0;
    smartBones.push({ action, bone, startAngle, endAngle, frames, firstFrame, rule });
  }
  const bound = { bones: withoutRings(bones, settings, log), smartBones, flexi };
  const groups = scene.groups.map(({ index }) => ({ flexi: flexi.get(index) ?? [] }));
  reportCycles(boneOrder({ ...bound, groups, actions }), bound.bones, actions, settings, log);
  return bound;
}

function firstByKey(names: readonly string[]): Map<string, number> {
  const index = new Map<string, number>();
  names.forEach((name, i) => {
    const key = nameKey(name);
    if (!index.has(key)) index.set(key, i);
  });
  return index;
}

/** Limits that leave no angle between them do not count. */
function checkAngles(given: BoneSettings, at: Place, log: ProblemLog): Pick<Bone, 'minAngle' | 'maxAngle'> {
  const { minAngle, maxAngle } = given;
  if (minAngle === undefined || maxAngle === undefined || minAngle <= maxAngle) return { minAngle, maxAngle };
  log.add({
    severity: 'warning',
    code: 'rig-angle-limits',
    ...at,
    message: 'minAngle is greater than maxAngle; both are ignored',
    found: `${minAngle} and ${maxAngle}`,
  });
  return { minAngle: undefined, maxAngle: undefined };
}

/** Bones whose parents lead back to themselves lose the parent that closes the ring. */
function withoutRings(bones: readonly Bone[], settings: RigSettings, log: ProblemLog): Bone[] {
  const parents = bones.map(({ parent }) => parent);
  const isDone = new Uint8Array(bones.length);
  bones.forEach((_, start) => {
    const path = new Set<number>();
    for (let bone = start; bone >= 0 && isDone[bone] === 0; bone = parents[bone]) {
      path.add(bone);
      if (!path.has(parents[bone])) continue;
      log.add({
        severity: 'warning',
        code: 'rig-parent-cycle',
        file: settings.bones.get(nameKey(bones[bone].id))?.file ?? '',
        bone: bones[bone].id,
        message: 'the parents of the bone lead back to it; its parent is ignored',
        found: `parent "${bones[parents[bone]].id}"`,
      });
      parents[bone] = -1;
    }
    for (const bone of path) isDone[bone] = 1;
  });
  return bones.map((bone, i) => ({ ...bone, parent: parents[i] }));
}
