import type { NodeRef } from '../../engine/model/rig.ts';

/**
 * The new order of a group's children: those found in the order found; each of the others stays
 * behind the one that it stood behind before. Gives `before` itself where nothing changes.
 *
 * mergeOrder([3, 1], [1, 2, 3]) → [3, 1, 2]
 */
export function mergeOrder(found: readonly NodeRef[], before: readonly NodeRef[]): readonly NodeRef[] {
  if (found.length === before.length && found.every((ref, i) => ref === before[i])) return before;
  // Each that was found, followed by those behind it that were not; in front of all those that are behind none.
  const first: NodeRef[] = [];
  const runs = new Map<NodeRef | undefined, NodeRef[]>([[undefined, first]]);
  for (const ref of found) runs.set(ref, [ref]);
  let run = first;
  for (const ref of before) {
    const own = runs.get(ref);
    if (own === undefined) run.push(ref);
    else run = own;
  }
  const order = [...runs.values()].flat();
  return order.every((ref, i) => ref === before[i]) ? before : order;
}
