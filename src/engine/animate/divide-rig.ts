import { vouchAs } from '../model/known-rig.ts';
import { AyatoriError, nearestNames } from '../model/problem.ts';
import type { Action, Rig } from '../model/rig.ts';

/** What belongs to a region, with all that is inside or hangs on it. */
export interface RegionOptions {
  /** Ids of groups: their paths, colours, visibility, draw order. */
  readonly groups?: readonly string[];
  /** Ids of bones: their own motion. */
  readonly bones?: readonly string[];
}

/** Bits of a 32-bit number. */
const MOST_REGIONS = 31;

/**
 * A rig like another one whose actions are divided by regions, so that layers of a mixer can be limited
 * to them. It looks the same; each action that reaches into a region takes a little more room. Regions
 * may overlap. What smart bones drive is not divided.
 * @param regions By name, such as `{ face: { groups: ['head'] } }`.
 * @throws AyatoriError `unknown-group` or `unknown-bone`, with the nearest names; `regions` when there are
 *   more than 31, the rig has some already, or is a Moho project.
 */
export function divideRig(rig: Rig, regions: Readonly<Record<string, RegionOptions>>): Rig {
  const names = Object.keys(regions);
  if (rig.regions !== undefined || rig.moho !== undefined || names.length > MOST_REGIONS) {
    throw new AyatoriError({
      code: 'regions',
      message: 'the rig cannot be divided by these regions',
      expected: `a rig without regions that is no Moho project, and at most ${MOST_REGIONS} of them`,
      found: foundIn(rig, names.length),
    });
  }
  const groupBits = new Int32Array(rig.groups.length);
  const boneBits = new Int32Array(rig.bones.length);
  for (const [bit, name] of names.entries()) {
    const { groups = [], bones = [] } = regions[name];
    for (const id of groups) mark(groupBits, bit, id, rig.groups, 'group');
    for (const id of bones) mark(boneBits, bit, id, rig.bones, 'bone');
  }
  inherit(groupBits, rig.groups);
  inherit(boneBits, rig.bones);

  const driven = new Set(rig.smartBones.map(({ action }) => action));
  const parts: Action[] = [];
  const actions = rig.actions.map((action, of) => {
    if (action.kind === 'base' || driven.has(of)) return action;
    const bitsOf = {
      path: ({ path }: { readonly path: number }) => groupBits[rig.paths[path].group] ?? 0,
      group: ({ group }: { readonly group: number }) => groupBits[group],
      bone: ({ bone }: { readonly bone: number }) => boneBits[bone],
    };
    const within = (bits: number): Action => ({
      ...action,
      morphs: action.morphs.filter((track) => bitsOf.path(track) === bits),
      styles: action.styles.filter((track) => bitsOf.path(track) === bits),
      visibility: action.visibility.filter((track) => bitsOf.group(track) === bits),
      orders: action.orders.filter((track) => bitsOf.group(track) === bits),
      bones: action.bones.filter((track) => bitsOf.bone(track) === bits),
      ...(action.transforms && { transforms: action.transforms.filter((track) => bitsOf.bone(track) === bits) }),
    });
    const all = [
      ...action.morphs.map(bitsOf.path),
      ...action.styles.map(bitsOf.path),
      ...action.visibility.map(bitsOf.group),
      ...action.orders.map(bitsOf.group),
      ...action.bones.map(bitsOf.bone),
      ...(action.transforms ?? []).map(bitsOf.bone),
    ];
    for (const bits of new Set(all)) {
      if (bits === 0) continue;
      const where = names.filter((_, bit) => (bits >> bit) & 1).join(' and ');
      parts.push({ ...within(bits), name: `${action.name} in ${where}`, part: { of, regions: bits } });
    }
    return within(0);
  });
  // Where two actions set the same colour, the later one wins. It lies in one region, in which the parts
  // stand in the order of the actions.
  return vouchAs({ ...rig, actions: [...actions, ...parts], regions: names }, rig);
}

function foundIn({ regions, moho }: Rig, count: number): string {
  if (moho !== undefined) return 'a Moho project';
  return regions === undefined ? String(count) : `a rig with ${regions.join(', ')}`;
}

function mark(bits: Int32Array, bit: number, id: string, all: readonly { readonly id: string }[], kind: string): void {
  let found = false;
  const wanted = id.normalize('NFC');
  for (const [i, other] of all.entries()) {
    if (other.id.normalize('NFC') !== wanted) continue;
    bits[i] |= 1 << bit;
    found = true;
  }
  if (found) return;
  const near = nearestNames(
    id,
    all.map((other) => other.id),
  );
  throw new AyatoriError({
    code: `unknown-${kind}`,
    [kind]: id,
    message: `the rig has no such ${kind}`,
    ...(near.length > 0 ? { hint: `did you mean ${near.join(' or ')}?` } : {}),
  });
}

/** What hangs on something lies in its regions too. Bones may stand before their parents. */
function inherit(bits: Int32Array, all: readonly { readonly parent: number }[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const [i, { parent }] of all.entries()) {
      if (parent < 0 || (bits[parent] & ~bits[i]) === 0) continue;
      bits[i] |= bits[parent];
      changed = true;
    }
  }
}
