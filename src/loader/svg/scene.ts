import { type Bone, isGroupRef, type NodeRef } from '../../engine/model/rig.ts';
import type { Sheet } from './declarations.ts';
import type { SvgNode } from './document.ts';
import type { Geometry } from './geometry.ts';
import type { Look } from './look.ts';
import type { Context } from './style.ts';
import type { PictureSize } from './viewport.ts';

/** The rest pose as read from the base file, with what is needed to compare frames against it. */
export interface Scene {
  readonly size: PictureSize;
  readonly context: Context;
  readonly sheet: Sheet;
  /** The first is the picture itself; a group stands after its parent. */
  readonly groups: readonly SceneGroup[];
  readonly paths: readonly ScenePath[];
  readonly masks: SceneMask[];
  readonly bones: readonly SceneBone[];
  /** By {@link nameKey} of the id; several where ids repeat. */
  readonly groupsByKey: ReadonlyMap<string, readonly SceneGroup[]>;
}

/** An element as last seen, to tell at a glance whether anything about it changed. */
export interface Seen {
  readonly name: string;
  readonly attributes: SvgNode['attributes'];
  readonly parentContext: Context;
  readonly context: Context;
}

export interface SceneGroup extends Seen {
  readonly index: number;
  readonly id: string;
  /** Of the id; `''` for none and for copies made by `use`. */
  readonly key: string;
  readonly parent: SceneGroup | undefined;
  readonly children: NodeRef[];
  /** Direct children. */
  readonly paths: ScenePath[];
  /** Direct children without an id of their own, in order. */
  readonly anonymous: SceneGroup[];
  bone: SceneBone | undefined;
  /** Masks of the group, by index. */
  readonly masks: number[];
  /** Those of them that this group keeps up to date. */
  readonly ownedMasks: SceneMask[];
}

export interface ScenePath extends Seen {
  readonly index: number;
  readonly group: SceneGroup;
  readonly place: number;
  readonly role: 'drawn' | 'clip';
  /** What messages name: the group, or the clip path. */
  readonly owner: string;
  readonly geometry: Geometry;
  readonly look: Look;
  readonly masks: number[];
  readonly ownedMasks: SceneMask[];
}

export interface SceneMask {
  readonly index: number;
  readonly id: string;
  /** By place in the clip path; undefined for what is hidden at rest. */
  readonly children: readonly (ScenePath | undefined)[];
  /** All shapes of the mask; those of a name mask are drawn paths. */
  readonly paths: readonly number[];
  readonly masks: number[];
  readonly ownedMasks: SceneMask[];
}

export interface SceneBone {
  readonly index: number;
  readonly group: SceneGroup;
  /** Its path. */
  readonly seen: Seen;
  readonly base: Bone['base'];
  readonly tip: Bone['tip'];
}

/** What messages call a group. */
export function groupName(group: SceneGroup): string {
  return group.id === '' ? `<${group.name}>` : group.id;
}

/** Whether more than one path is drawn inside a group. */
export function holdsSeveral(group: SceneGroup, groups: readonly SceneGroup[]): boolean {
  let paths = 0;
  const open = [group];
  for (const each of open) {
    paths += each.paths.length;
    if (paths > 1) return true;
    for (const ref of each.children) if (isGroupRef(ref)) open.push(groups[~ref]);
  }
  return false;
}
