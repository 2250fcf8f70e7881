import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { NodeRef } from '../model/rig.ts';
import { isGroupRef } from '../model/rig.ts';

/**
 * The draw orders that a rig's poses lead to: a row of items, back to front, for each distinct one.
 * Rows are made when a pose first needs them and never change. Shared by all puppets of a rig.
 */
export class DrawOrders {
  readonly itemCount: number;
  readonly #compiled: CompiledRig;
  readonly #groups: OrderedGroup[];
  /** Choices of keys, group by group, down to a row. */
  readonly #tree: OrderNode = new Map();
  readonly #rowByContent = new Map<string, number>();
  readonly #rows: Uint32Array[] = [];

  constructor(compiled: CompiledRig) {
    this.#compiled = compiled;
    this.itemCount = compiled.items.length / 4;
    this.#groups = orderedGroups(compiled);
    // Row 0 is the order at rest.
    this.#makeRow(this.#groups.map(() => null));
  }

  /** How many distinct orders are known so far. */
  get count(): number {
    return this.#rows.length;
  }

  /** The items of a row, back to front. */
  row(index: number): Uint32Array {
    return this.#rows[index];
  }

  /**
   * The row of a pose. Nothing is allocated for an order that was met before.
   * @param actions See `Pose.actions`.
   */
  find(actions: Float32Array): number {
    if (this.#groups.length === 0) return 0;
    let node: OrderNode | number = this.#tree;
    for (const group of this.#groups) {
      if (typeof node === 'number') break;
      const next: OrderNode | number | undefined = node.get(chosenKey(group, actions));
      if (next === undefined) return this.#add(actions);
      node = next;
    }
    return node as number;
  }

  #add(actions: Float32Array): number {
    const keys = this.#groups.map((group) => chosenKey(group, actions));
    const row = this.#makeRow(this.#groups.map((group, i) => (keys[i] < 0 ? null : group.orders[keys[i]])));
    let node = this.#tree;
    keys.slice(0, -1).forEach((key) => {
      let next = node.get(key);
      if (next === undefined) {
        next = new Map();
        node.set(key, next);
      }
      node = next as OrderNode;
    });
    node.set(keys[keys.length - 1], row);
    return row;
  }

  #makeRow(chosen: readonly (readonly NodeRef[] | null)[]): number {
    const { rig, pathItems } = this.#compiled;
    const children = new Map(this.#groups.map((group, i) => [group.group, chosen[i]]));
    const items: number[] = [];
    const visit = (group: number): void => {
      for (const ref of children.get(group) ?? rig.groups[group].children) {
        if (isGroupRef(ref)) visit(~ref);
        else for (const item of [pathItems[ref * 2], pathItems[ref * 2 + 1]]) if (item >= 0) items.push(item);
      }
    };
    visit(0);
    const content = items.join();
    const known = this.#rowByContent.get(content);
    if (known !== undefined) return known;
    const row = this.#rows.push(Uint32Array.from(items)) - 1;
    this.#rowByContent.set(content, row);
    return row;
  }
}

type OrderNode = Map<number, OrderNode | number>;

interface OrderedGroup {
  readonly group: number;
  readonly orders: readonly (readonly NodeRef[])[];
  /** In list order. */
  readonly tracks: readonly OrderKeys[];
}

interface OrderKeys {
  readonly action: number;
  readonly frames: Int32Array;
  /** Index of the first key's order. */
  readonly first: number;
}

function orderedGroups({ rig }: CompiledRig): OrderedGroup[] {
  const groups = new Map<number, { orders: (readonly NodeRef[])[]; tracks: OrderKeys[] }>();
  rig.actions.forEach((action, a) => {
    for (const track of action.orders) {
      const entry = groups.get(track.group) ?? { orders: [], tracks: [] };
      groups.set(track.group, entry);
      entry.tracks.push({ action: a, frames: track.frames, first: entry.orders.length });
      for (const order of track.values) entry.orders.push(order);
    }
  });
  return [...groups].map(([group, entry]) => ({ group, ...entry }));
}

/** The key of the last active action that has one at or before its frame, or -1: the order at rest. */
function chosenKey(group: OrderedGroup, actions: Float32Array): number {
  for (let t = group.tracks.length - 1; t >= 0; t--) {
    const { action, frames, first } = group.tracks[t];
    const i = action * 4;
    if (actions[i + 2] === 0 && actions[i + 3] === 0) continue;
    const keys = keysUpTo(frames, actions[i]);
    if (keys > 0) return first + keys - 1;
  }
  return -1;
}

/** How many of the ascending frames are not beyond `frame`. */
function keysUpTo(frames: Int32Array, frame: number): number {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle] <= frame) low = middle + 1;
    else high = middle;
  }
  return low;
}
