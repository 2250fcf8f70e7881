import type { NodeRef } from '../../engine/model/rig.ts';

/**
 * The new order of a group's children: those found in the order found; each of the others stays
 * behind the one that it stood behind before. Gives `before` itself where nothing changes.
 *
 * mergeOrder([3, 1], [1, 2, 3]) → [3, 1, 2]
 */
export function mergeOrder(found: readonly NodeRef[], before: readonly NodeRef[]): readonly NodeRef[] {
  if (found.length === before.length && found.every((ref, i) => ref === before[i])) return before;
  const present = new Set(found);
  const order: NodeRef[] = [];
  // What stands behind a child (undefined: in front of all) and is not there now, nearest first.
  const absent = new Map<NodeRef | undefined, NodeRef[]>();
  let anchor: NodeRef | undefined;
  for (const ref of before) {
    if (present.has(ref)) anchor = ref;
    else {
      const list = absent.get(anchor);
      if (list === undefined) absent.set(anchor, [ref]);
      else list.push(ref);
    }
  }
  order.push(...(absent.get(undefined) ?? []));
  for (const ref of present) {
    order.push(ref);
    const behind = absent.get(ref);
    if (behind !== undefined) for (const each of behind) order.push(each);
  }
  return order.every((ref, i) => ref === before[i]) ? before : order;
}
