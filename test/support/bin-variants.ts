import type { Animated, BinCommand, BinDescription, BinGroup, BinPath, List } from './path-data-bin.ts';

/** Other files that show the same: what tells a reader that knows its sample by heart. */

/** Something done to everything animated of a file; `initial` where nothing is said. */
type Transform = <T>(value: Animated<T>, initial: T) => Animated<T>;

function mapAnimated(file: BinDescription, transform: Transform): BinDescription {
  const path = ({ deltas, fill, stroke, width, ...rest }: BinPath): BinPath => ({
    ...rest,
    width: transform(width, 0),
    fill: transform(fill, null),
    stroke: transform(stroke, null),
    deltas: transform(
      deltas,
      rest.data.map(([, ...numbers]) => numbers.map(() => 0)),
    ),
  });
  const group = (each: BinGroup): BinGroup => ({
    ...each,
    paths: each.paths.map((own) => own && path(own)),
    children: transform(each.children, []),
  });
  return { ...file, groups: file.groups.map(group) };
}

/** Groups have other ids; those of bones begin as they have to. */
export function renamed(file: BinDescription): { file: BinDescription; nameOf: ReadonlyMap<string, string> } {
  const rename = (id: string, i: number) => (id.startsWith('bone') ? `bone ${i}` : `${i}. group`);
  return {
    file: { ...file, groups: file.groups.map((each, i) => ({ ...each, id: rename(each.id, i) })) },
    nameOf: new Map(file.groups.map(({ id }, i) => [id, rename(id, i)])),
  };
}

/** The actions stand in another order: in place `i` the one that was in place `order[i]`. Rest stays in front. */
export function reordered(file: BinDescription, order: readonly number[]): BinDescription {
  const actions = order.map((action) => file.actions[action]);
  return mapAnimated({ ...file, actions }, <T>(value: Animated<T>): Animated<T> => {
    if ('value' in value) return value;
    const rest = value.actions[0]?.[0];
    const lists = order.map((action, place): List<T> | undefined => {
      const list = value.actions[action];
      if (place > 0) return action === 0 ? undefined : list;
      return [rest, ...(list ?? []).slice(1)];
    });
    return { actions: lists };
  });
}

/** Every path is elsewhere. @param by 1/30000 of the longer side. */
export function moved(file: BinDescription, by: readonly [x: number, y: number]): BinDescription {
  const command = ([name, ...numbers]: BinCommand): BinCommand => [
    name,
    ...numbers.map((number, i) => number + by[i % 2]),
  ];
  const path = (each: BinPath): BinPath => ({ ...each, data: each.data.map(command) });
  const groups = file.groups.map((each) => ({ ...each, paths: each.paths.map((own) => own && path(own)) }));
  return { ...file, groups };
}

/**
 * Smart actions run the other way, and so do their angles: frame f of N shows what frame N + 1 − f
 * did. They take a frame more, for what the last one holds.
 */
export function reversed(file: BinDescription): BinDescription {
  const actions = file.actions.map((action) => {
    if (action.smart === undefined) return action;
    const { startAngle, endAngle } = action.smart;
    const smart = { ...action.smart, startAngle: endAngle, endAngle: startAngle };
    return { ...action, totalFrames: action.smart.frames + 1, smart };
  });
  return mapAnimated({ ...file, actions }, <T>(value: Animated<T>, initial: T): Animated<T> => {
    if ('value' in value) return value;
    const rest = value.actions[0]?.[0] ?? initial;
    const lists = value.actions.map((list, action): List<T> | undefined => {
      const smart = file.actions[action]?.smart;
      if (smart === undefined || list === undefined || !list.slice(1).some((each) => each !== undefined)) return list;
      const held: T[] = [];
      for (let frame = 0; frame <= smart.frames; frame++) {
        held.push((frame === 0 ? rest : list[frame]) ?? held[frame - 1]);
      }
      return [rest, ...held.slice(1).reverse()];
    });
    return { actions: lists };
  });
}
