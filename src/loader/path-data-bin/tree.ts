import type { Place } from '../../engine/model/problem.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { BinaryFile, BinaryGroup } from './binary-file.ts';

/** A group in the place that it has in the picture at rest. */
export interface Placed {
  /** In the rig: the picture is 0. */
  readonly index: number;
  /** In the file; -1 for the picture. */
  readonly number: number;
  /** Undefined for the picture. */
  readonly group: BinaryGroup | undefined;
  readonly parent: Placed | undefined;
  readonly children: Placed[];
  /** False for what no list leads to: it can mask and carry, and is never painted. */
  readonly drawn: boolean;
}

export interface Tree {
  /** A group stands after its parent. */
  readonly groups: readonly Placed[];
  /** By number in the file. */
  readonly byNumber: readonly Placed[];
}

/** Puts the groups in the places that they have at rest, in the order in which they are painted. */
export function placeGroups({ roots, groups }: BinaryFile, file: string, limits: Limits, log: ProblemLog): Tree {
  const picture: Placed = {
    index: 0,
    number: -1,
    group: undefined,
    parent: undefined,
    children: [],
    drawn: true,
  };
  const placed = [picture];
  const byNumber: Placed[] = new Array(groups.length);
  const report = (code: string, message: string, at: Place, found: number) =>
    log.add({ severity: 'warning', code, file, ...at, message, found: `group ${found}` });

  const place = (number: number, parent: Placed, drawn: boolean, depth: number): void => {
    if (depth > limits.depth) throw limitError(limits, 'depth', 'groups inside one another', depth, file);
    const group = groups[number];
    const own: Placed = { index: placed.length, number, group, parent, children: [], drawn };
    placed.push(own);
    byNumber[number] = own;
    parent.children.push(own);
    if (group.children.rest === undefined) {
      const message = 'the file does not say which groups are in the group at rest; it is left without';
      log.add({ severity: 'warning', code: 'bin-value', file, group: group.id, message });
    }
    placeAll(group.children.rest ?? [], own, drawn, depth + 1, { group: group.id });
  };
  const placeAll = (numbers: readonly number[], parent: Placed, drawn: boolean, depth: number, at: Place): void => {
    for (const number of numbers) {
      if (number >= groups.length) report('bin-reference', 'there is no such group; it is left out', at, number);
      else if (byNumber[number] !== undefined) {
        report('group-moved', 'the group is in another place as well; it stays in the first', at, number);
      } else place(number, parent, drawn, depth);
    }
  };

  placeAll(roots, picture, true, 1, {});
  const isInside = new Uint8Array(groups.length);
  groups.forEach(({ children }, number) => {
    if (byNumber[number] === undefined) for (const child of children.rest ?? []) isInside[child] = 1;
  });
  // Those in others come with them; what is left then leads back to itself.
  for (const onlyOutermost of [true, false]) {
    groups.forEach((_, number) => {
      if (byNumber[number] === undefined && !(onlyOutermost && isInside[number] === 1))
        place(number, picture, false, 1);
    });
  }
  return { groups: placed, byNumber };
}
