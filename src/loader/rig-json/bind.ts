import { boneOrder } from '../../engine/model/bone-order.ts';
import type { Place } from '../../engine/model/problem.ts';
import type { Action, Bone, SmartBone } from '../../engine/model/rig.ts';
import { type BoundRig, checkLength } from '../bones.ts';
import { nameKey } from '../names.ts';
import type { ResolvedOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { reportCycles, reportNoBone, reportUnknown } from './reporters.ts';
import type { RigSettings } from './rig-settings.ts';

/** What rig files speak about, with what the character's own file says of it: rig files go over that. */
export interface Skeleton {
  /** The first is the picture. */
  readonly groups: readonly { readonly id: string; readonly index: number }[];
  /** By {@link nameKey} of the id. */
  readonly groupsByKey: ReadonlyMap<string, readonly { readonly index: number }[]>;
  readonly bones: readonly SkeletonBone[];
  /** Bones by group index. */
  readonly flexi?: ReadonlyMap<number, readonly number[]>;
  readonly smartBones?: readonly SmartBone[];
  /** The file that says so. */
  readonly file?: string;
}

export interface SkeletonBone {
  readonly group: { readonly id: string; readonly key: string; readonly index: number };
  readonly base: Bone['base'];
  readonly tip: Bone['tip'];
  readonly own?: OwnSettings;
}

type OwnSettings = Partial<Omit<Bone, 'id' | 'group' | 'base' | 'tip'>>;

/** Gives the settings of rig files to the bones, groups and actions of that name; reports names that are not there. */
export function bindRig(
  settings: RigSettings,
  skeleton: Skeleton,
  actions: readonly Action[],
  { numbering, smartBones: rule, bonePrefix }: Pick<ResolvedOptions, 'numbering' | 'smartBones' | 'bonePrefix'>,
  log: ProblemLog,
): BoundRig {
  const boneNames = skeleton.bones.map(({ group }) => group.id);
  const actionNames = actions.map(({ name }) => name);
  const groupNames = skeleton.groups.slice(1).map(({ id }) => id);
  const boneIndex = firstByKey(boneNames);
  const actionIndex = firstByKey(actionNames);
  const findBone = (name: string, at: Place) => {
    const found = boneIndex.get(nameKey(name));
    if (found !== undefined) return found;
    const isGroup = skeleton.groupsByKey.has(nameKey(name));
    if (isGroup) reportNoBone(log, name, bonePrefix, at);
    else reportUnknown(log, 'bone', name, boneNames, at);
    return undefined;
  };
  const findBones = (names: readonly string[], at: Place) =>
    names.map((name) => findBone(name, at)).filter((index) => index !== undefined);

  for (const { name, file } of settings.bones.values()) findBone(name, { file });
  const bones = skeleton.bones.map(({ group, base, tip, own = {} }): Bone => {
    const found = settings.bones.get(group.key);
    const { settings: given = {}, file = skeleton.file ?? '' } = found ?? {};
    const at: Place = { file, bone: group.id };
    const { flexiPoint, isPin = own.isPin ?? false } = given;
    const { minAngle, maxAngle } = checkAngles({ ...own, ...given }, at, log);
    checkLength({ isPin, base, tip }, at, log);
    return {
      id: group.id,
      group: group.index,
      parent: (given.parent === undefined ? undefined : findBone(given.parent, at)) ?? own.parent ?? -1,
      base,
      tip,
      strength: given.strength ?? own.strength,
      minAngle,
      maxAngle,
      isPin,
      fixed: given.fixed ?? own.fixed ?? false,
      flexiPoint: flexiPoint ? { point: flexiPoint.point, bones: findBones(flexiPoint.bones, at) } : own.flexiPoint,
    };
  });

  const flexi = new Map(skeleton.flexi);
  for (const { name, bones: names, file } of settings.flexi.values()) {
    const [group] = skeleton.groupsByKey.get(nameKey(name)) ?? [];
    if (group === undefined) reportUnknown(log, 'group', name, groupNames, { file });
    else flexi.set(group.index, findBones(names, { file, group: name }));
  }

  const driven = new Map((skeleton.smartBones ?? []).map((each) => [each.action, each]));
  for (const { name, settings: smart, file } of settings.smart.values()) {
    const action = actionIndex.get(nameKey(name));
    if (action === undefined) reportUnknown(log, 'action', name, actionNames, { file });
    const bone = findBone(smart.bone, { file, action: name });
    if (action === undefined || bone === undefined) continue;
    const { startAngle, endAngle, frames } = smart;
    // The frame at the start is the first file.
    const firstFrame = numbering === 'file' ? 1 : 0;
    driven.set(action, { action, bone, startAngle, endAngle, frames, firstFrame, rule });
  }
  const bound = { bones: withoutRings(bones, settings, skeleton.file, log), smartBones: [...driven.values()], flexi };
  const groups = skeleton.groups.map(({ index }) => ({ flexi: flexi.get(index) ?? [] }));
  reportCycles(boneOrder({ ...bound, groups, actions }), bound.bones, actions, settings, skeleton.file, log);
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

type Limits = Pick<Bone, 'minAngle' | 'maxAngle'>;

/** Limits that leave no angle between them do not count. */
function checkAngles({ minAngle, maxAngle }: Partial<Limits>, at: Place, log: ProblemLog): Limits {
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

/** Parents of parents and so on; what follows them does so by recursion. */
const mostParents = 1000;

/** Bones whose parents lead back to themselves lose the parent that closes the ring, and those too far from a root theirs. */
function withoutRings(
  bones: readonly Bone[],
  settings: RigSettings,
  ownFile: string | undefined,
  log: ProblemLog,
): Bone[] {
  const parents = bones.map(({ parent }) => parent);
  /** How many stand above each, itself counted; 0: not known yet. */
  const depths = new Int32Array(bones.length);
  const cut = (bone: number, code: string, message: string) => {
    log.add({
      severity: 'warning',
      code,
      file: settings.bones.get(nameKey(bones[bone].id))?.file ?? ownFile ?? '',
      bone: bones[bone].id,
      message,
      found: `parent "${bones[parents[bone]].id}"`,
    });
    parents[bone] = -1;
  };
  bones.forEach((_, start) => {
    const path = new Set<number>();
    for (let bone = start; bone >= 0 && depths[bone] === 0; bone = parents[bone]) {
      path.add(bone);
      if (path.has(parents[bone])) {
        cut(bone, 'rig-parent-cycle', 'the parents of the bone lead back to it; its parent is ignored');
      }
    }
    for (const bone of [...path].reverse()) {
      depths[bone] = 1 + (depths[parents[bone]] ?? 0);
      if (depths[bone] <= mostParents) continue;
      cut(
        bone,
        'rig-parent-depth',
        `the bone has more than ${mostParents - 1} parents in a row; its parent is ignored`,
      );
      depths[bone] = 1;
    }
  });
  return bones.map((bone, i) => ({ ...bone, parent: parents[i] }));
}
