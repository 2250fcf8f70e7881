import type { Action, Group, Rig } from './rig.ts';

/** A bone that waits for another one. */
export interface BoneLink {
  readonly bone: number;
  readonly by: number;
}

/** What of a rig says how its bones hang together. */
export interface BoneRelations extends Pick<Rig, 'bones' | 'smartBones'> {
  readonly groups: readonly Pick<Group, 'flexi'>[];
  readonly actions: readonly Pick<Action, 'bones' | 'transforms'>[];
}

export interface BoneOrder {
  /** All bones, each after those that it hangs on. */
  readonly order: readonly number[];
  /** Bones of flexi points and of the flexi lists of bones that lead back to the bone itself: they do not carry it. */
  readonly flexiCycles: readonly BoneLink[];
  /** Bones that a smart action moves although its own bone hangs on them: driven, it does not. */
  readonly smartCycles: readonly (BoneLink & { readonly action: number })[];
}

/**
 * The order in which bones can be evaluated: parents first, then what a flexi point hangs on, then
 * the bones that drive the actions which move a bone. Where that leads in a circle, the smart
 * actions inside it lose their hold first, then the flexi points. Parents are known not to.
 */
export function boneOrder({ bones, groups, actions, smartBones }: BoneRelations): BoneOrder {
  const parents: BoneLink[] = [];
  const flexi: BoneLink[] = [];
  bones.forEach(({ parent, flexiPoint, group }, bone) => {
    if (parent >= 0) parents.push({ bone, by: parent });
    for (const by of new Set([...(flexiPoint?.bones ?? []), ...groups[group].flexi])) flexi.push({ bone, by });
  });
  const smart = smartBones.flatMap(({ action, bone: by }) =>
    // That a smart action turns its own bone is how it was recorded, and no fault.
    [...actions[action].bones, ...(actions[action].transforms ?? [])]
      .filter(({ bone }) => bone !== by)
      .map(({ bone }) => ({ bone, by, action })),
  );

  const [, ringed] = components(bones.length, [...parents, ...flexi]);
  const isRinged = ({ bone, by }: BoneLink, ring: Int32Array) => ring[bone] === ring[by];
  const carried = [...parents, ...flexi.filter((link) => !isRinged(link, ringed))];
  const [, smartRinged] = components(bones.length, [...carried, ...smart]);
  const driven = smart.filter((link) => !isRinged(link, smartRinged));
  const [order] = components(bones.length, [...carried, ...driven]);
  return {
    order,
    flexiCycles: flexi.filter((link) => isRinged(link, ringed)),
    smartCycles: smart.filter((link) => isRinged(link, smartRinged)),
  };
}

/**
 * Tarjan's strongly connected components, without recursion.
 * @returns The bones, those of a component together and after all that they lead to; and the component of each.
 */
function components(count: number, links: readonly BoneLink[]): [order: number[], component: Int32Array] {
  const next: number[][] = Array.from({ length: count }, () => []);
  for (const { bone, by } of links) next[bone].push(by);
  const order: number[] = [];
  const component = new Int32Array(count).fill(-1);
  const met = new Int32Array(count).fill(-1);
  const lowest = new Int32Array(count);
  const open: number[] = [];
  let time = 0;
  for (let start = 0; start < count; start++) {
    if (met[start] >= 0) continue;
    const way = [{ at: start, child: 0 }];
    met[start] = lowest[start] = time++;
    open.push(start);
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const { at } = top;
      const child = next[at][top.child++];
      if (child !== undefined) {
        if (met[child] < 0) {
          met[child] = lowest[child] = time++;
          open.push(child);
          way.push({ at: child, child: 0 });
        } else if (component[child] < 0) lowest[at] = Math.min(lowest[at], met[child]);
        continue;
      }
      way.pop();
      const below = way.at(-1);
      if (below !== undefined) lowest[below.at] = Math.min(lowest[below.at], lowest[at]);
      if (lowest[at] !== met[at]) continue;
      for (let bone = open.pop() as number; ; bone = open.pop() as number) {
        component[bone] = at;
        order.push(bone);
        if (bone === at) break;
      }
    }
  }
  return [order, component];
}
