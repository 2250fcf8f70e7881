import { isGroupRef } from '../../engine/model/rig.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { Scene, SceneGroup, SceneMask } from './scene.ts';

/** A `…Mtarget` group is cut to the `…Mask` group beside it, or else to the last one before it in the file. */
export function addNameMasks({ groups, masks }: Scene, limits: Limits, file: string, log: ProblemLog): void {
  let maskedPaths = 0;
  const nameMask = (source: SceneGroup): SceneMask => {
    const paths = filledPaths(source, groups);
    maskedPaths += paths.length;
    if (maskedPaths > limits.paths) throw limitError(limits, 'paths', 'paths in masks', maskedPaths, file);
    const mask: SceneMask = { index: masks.length, id: source.id, children: [], paths, masks: [], ownedMasks: [] };
    masks.push(mask);
    return mask;
  };
  const siblings = new Map<SceneGroup | undefined, SceneGroup>();
  for (const group of groups) if (isMaskGroup(group)) siblings.set(group.parent, group);
  const known = new Map<SceneGroup, SceneMask>();
  let last: SceneGroup | undefined;
  const before = new Map<SceneGroup | undefined, SceneGroup>();
  for (const group of groups) {
    if (isMaskGroup(group)) {
      before.set(group.parent, group);
      last = group;
    }
    if (!group.key.endsWith('Mtarget')) continue;
    const source = before.get(group.parent) ?? siblings.get(group.parent) ?? last;
    if (source === undefined || isWithin(group, source)) {
      log.add({
        severity: 'warning',
        code: 'name-mask',
        file,
        group: group.id,
        message: 'there is no group whose id ends in "Mask" for it',
        hint: 'drawn without a mask',
      });
      continue;
    }
    const mask = known.get(source) ?? nameMask(source);
    known.set(source, mask);
    group.masks.push(mask.index);
  }
}

function filledPaths(source: SceneGroup, groups: readonly SceneGroup[]): number[] {
  const paths: number[] = [];
  const pending = [source];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    // A line is no area, so only what is filled masks.
    for (const path of group.paths) if (path.look.fill !== null) paths.push(path.index);
    for (const child of group.children) if (isGroupRef(child)) pending.push(groups[~child]);
  }
  return paths;
}

function isMaskGroup(group: SceneGroup): boolean {
  return group.key.endsWith('Mask');
}

function isWithin(group: SceneGroup, ancestor: SceneGroup): boolean {
  for (let each: SceneGroup | undefined = group; each !== undefined; each = each.parent) {
    if (each === ancestor) return true;
  }
  return false;
}
