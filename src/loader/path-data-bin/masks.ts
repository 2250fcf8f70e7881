import type { Place } from '../../engine/model/problem.ts';
import type { Mask, Path } from '../../engine/model/rig.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { Placed, Tree } from './tree.ts';

/** Masks of groups, each made when it is first asked for. */
export class MaskMaker {
  readonly masks: Mask[] = [];
  readonly #tree: Tree;
  readonly #pathsOf: readonly (readonly number[])[];
  readonly #paths: readonly Pick<Path, 'style'>[];
  readonly #file: string;
  readonly #limits: Limits;
  readonly #log: ProblemLog;
  /** By number of the group in the file; -1 for one without paths. */
  readonly #known = new Map<number, number>();
  #looked = 0;

  /** @param pathsOf Paths of each group, by its index in the rig. */
  constructor(
    tree: Tree,
    pathsOf: readonly (readonly number[])[],
    paths: readonly Pick<Path, 'style'>[],
    file: string,
    limits: Limits,
    log: ProblemLog,
  ) {
    this.#tree = tree;
    this.#pathsOf = pathsOf;
    this.#paths = paths;
    this.#file = file;
    this.#limits = limits;
    this.#log = log;
  }

  /** Masks by the number of a group in the file; -1: none. */
  of(number: number, at: Place): number[] {
    if (number < 0) return [];
    const mask = this.#known.get(number) ?? this.#make(number);
    this.#known.set(number, mask);
    if (mask >= 0) return [mask];
    this.#log.add({
      severity: 'warning',
      code: 'bin-reference',
      file: this.#file,
      ...at,
      message: 'the mask is no group with paths; drawn without it',
      found: `group ${number}`,
    });
    return [];
  }

  #make(number: number): number {
    const group = this.#tree.byNumber[number];
    const all = group === undefined ? [] : this.#inside(group);
    if (group === undefined || all.length === 0) return -1;
    // Lines are no areas, unless there is nothing else.
    const filled = all.filter((path) => this.#paths[path].style.fill !== null);
    const paths = filled.length > 0 ? filled : all;
    this.masks.push({ id: group.group?.id ?? '', paths, masks: [] });
    return this.masks.length - 1;
  }

  #inside(top: Placed): number[] {
    const paths: number[] = [];
    const pending = [top];
    for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
      paths.push(...this.#pathsOf[group.index]);
      pending.push(...group.children);
      // Masks of groups in one another look at the same groups again and again.
      this.#looked += 1 + this.#pathsOf[group.index].length;
      if (this.#looked > this.#limits.paths) {
        throw limitError(this.#limits, 'paths', 'groups and paths in masks', undefined, this.#file);
      }
    }
    return paths;
  }
}
