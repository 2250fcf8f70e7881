import { boneOrder } from '../../engine/model/bone-order.ts';
import { nearestNames, type Place } from '../../engine/model/problem.ts';
import type { Action, Bone, SmartBone } from '../../engine/model/rig.ts';
import { nameKey } from '../names.ts';
import type { ResolvedOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { Scene } from '../svg/scene.ts';
import type { RigSettings } from './rig-settings.ts';

export interface BoundRig {
  readonly bones: readonly Bone[];
  readonly smartBones: readonly SmartBone[];
  /** Bones by group index. */
  readonly flexi: ReadonlyMap<number, readonly number[]>;
}

/** Gives the settings of rig files to the bones, groups and actions of that name; reports names that are not there. */
export function bindRig(
  settings: RigSettings,
  scene: Scene,
  actions: readonly Action[],
  { numbering, smartBones: rule }: Pick<ResolvedOptions, 'numbering' | 'smartBones'>,
  log: ProblemLog,
): BoundRig {
  const boneIndex = firstByKey(scene.bones.map(({ group }) => group.id));
  const actionIndex = firstByKey(actions.map(({ name }) => name));
  const boneNames = scene.bones.map(({ group }) => group.id);
  const groupNames = scene.groups.slice(1).map(({ id }) => id);
  const find = (
    kind: string,
    name: string,
    index: ReadonlyMap<string, number>,
    names: readonly string[],
    at: Place,
  ) => {
    const found = index.get(nameKey(name));
    if (found === undefined) reportUnknown(log, kind, name, names, at);
    return found;
  };
  const findBone = (name: string, at: Place) => find('bone', name, boneIndex, boneNames, at);
  const findBones = (names: readonly string[], at: Place) =>
    names.map((name) => findBone(name, at)).filter((index) => index !== undefined);

  for (const { name, file } of settings.bones.values()) findBone(name, { file });
  const bones = scene.bones.map(({ group, base, tip }): Bone => {
    const found = settings.bones.get(group.key);
    const { settings: given = {}, file = '' } = found ?? {};
    const at: Place = { file, bone: group.id };
    const { flexiPoint } = given;
    return {
      id: group.id,
      group: group.index,
      parent: given.parent === undefined ? -1 : (findBone(given.parent, at) ?? -1),
      base,
      tip,
      strength: given.strength,
      minAngle: given.minAngle,
      maxAngle: given.maxAngle,
      isPin: given.isPin ?? false,
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
    const action = find(
      'action',
      name,
      actionIndex,
      actions.map((each) => each.name),
      { file },
    );
    const bone = findBone(smart.bone, { file, action: name });
    if (action === undefined || bone === undefined) continue;
    const { startAngle, endAngle, frames } = smart;
    // The frame at the start is the first file.
    const firstFrame = numbering === 'file' ? 1 : 0;
    smartBones.push({ action, bone, startAngle, endAngle, frames, firstFrame, rule });
  }
  const bound = { bones: withoutRings(bones, settings, log), smartBones, flexi };
  reportCycles(bound, scene, actions, settings, log);
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

function reportUnknown(log: ProblemLog, kind: string, name: string, names: readonly string[], at: Place): void {
  const code = `rig-unknown-${kind}`;
  const key = [at.file, at.bone, at.group, at.action, name].join(' ');
  const near = log.keeps(code, key) ? nearestNames(name, names) : [];
  log.once(key, {
    severity: 'warning',
    code,
    ...at,
    message: `there is no ${kind} "${name}"; what is said about it is ignored`,
    ...(near.length > 0 && { hint: `did you mean ${near.join(', ')}?` }),
  });
}

/** What the engine leaves out because it leads in a circle. */
function reportCycles(
  { bones, smartBones, flexi }: BoundRig,
  scene: Scene,
  actions: readonly Action[],
  settings: RigSettings,
  log: ProblemLog,
): void {
  const groups = scene.groups.map(({ index }) => ({ flexi: flexi.get(index) ?? [] }));
  const { flexiCycles, smartCycles } = boneOrder({ bones, groups, actions, smartBones });
  for (const { bone, by } of flexiCycles) {
    log.add({
      severity: 'warning',
      code: 'rig-flexi-cycle',
      file: settings.bones.get(nameKey(bones[bone].id))?.file ?? '',
      bone: bones[bone].id,
      message: 'a bone that is to carry the bone hangs on it in turn; it does not carry it',
      found: `"${bones[by].id}"`,
    });
  }
  for (const { bone, by, action } of smartCycles) {
    log.add({
      severity: 'warning',
      code: 'rig-smart-cycle',
      file: settings.smart.get(nameKey(actions[action].name))?.file ?? '',
      action: actions[action].name,
      bone: bones[bone].id,
      message: 'the smart action moves a bone that its own bone hangs on; driven by its bone it does not',
      found: `driven by "${bones[by].id}"`,
    });
  }
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
