import type { Place } from '../../engine/model/problem.ts';
import {
  type Group,
  groupRef,
  type Path,
  pathRef,
  type Rig,
  type SmartBone,
  type Style,
} from '../../engine/model/rig.ts';
import { nameKey } from '../names.ts';
import type { ResolvedOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { Skeleton, SkeletonBone } from '../rig-json/bind.ts';
import { bindRig } from '../rig-json/rig-json.ts';
import type { RigSettings } from '../rig-json/rig-settings.ts';
import { maxCoordinate } from '../svg/matrix.ts';
import type { BinaryBone, BinaryFile, BinaryPath } from './binary-file.ts';
import type { Budget } from './budget.ts';
import { MaskMaker } from './masks.ts';
import { ActionBuilder, type PlacedPath } from './tracks.ts';
import { type Placed, placeGroups, type Tree } from './tree.ts';

/** Makes the rig of a file, rig files over it. Yields between paths. */
export function* buildRig(
  file: BinaryFile,
  path: string,
  settings: RigSettings,
  options: ResolvedOptions,
  budget: Budget,
  log: ProblemLog,
): Generator<void, Omit<Rig, 'name'>> {
  return yield* new RigBuilder(file, path, options, budget, log).build(settings);
}

class RigBuilder {
  readonly #file: BinaryFile;
  readonly #path: string;
  readonly #options: ResolvedOptions;
  readonly #budget: Budget;
  readonly #log: ProblemLog;
  readonly #tree: Tree;
  readonly #paths: (PlacedPath & { readonly group: Placed; readonly place: number; readonly style: Style })[] = [];
  /** By index of the group. */
  readonly #pathsOf: number[][] = [];
  readonly #bones: { readonly group: Placed; readonly line: BinaryPath }[] = [];
  /** By number of the group in the file. */
  readonly #boneIndex = new Map<number, number>();

  constructor(file: BinaryFile, path: string, options: ResolvedOptions, budget: Budget, log: ProblemLog) {
    this.#file = file;
    this.#path = path;
    this.#options = options;
    this.#budget = budget;
    this.#log = log;
    this.#tree = placeGroups(file, path, options.limits, log);
  }

  *build(settings: RigSettings): Generator<void, Omit<Rig, 'name'>> {
    const { width, height } = this.#file;
    for (const group of this.#tree.groups) {
      this.#pathsOf.push([]);
      if (group.group?.bone !== undefined) this.#placeBone(group);
      else this.#placePaths(group);
      yield;
    }
    const maskMaker = new MaskMaker(
      this.#tree,
      this.#pathsOf,
      this.#paths,
      this.#path,
      this.#options.limits,
      this.#log,
    );
    const groupMasks = this.#tree.groups.map(({ group }) =>
      group === undefined ? [] : maskMaker.of(group.mask, { group: group.id }),
    );
    const paths: Path[] = [];
    for (const { path, group, place, drawn, style } of this.#paths) {
      paths.push({
        group: group.index,
        index: place,
        ...path.geometry,
        fillRule: path.evenOdd ? 'evenodd' : 'nonzero',
        style,
        masks: maskMaker.of(path.mask, { group: group.group?.id ?? '', path: place }),
        role: drawn ? 'drawn' : 'clip',
      });
      if (paths.length % 1000 === 0) yield;
    }

    const targets = {
      tree: this.#tree,
      paths: this.#paths,
      pathsOf: this.#pathsOf,
      lines: this.#bones.map(({ line }) => line),
    };
    const builder = new ActionBuilder(targets, this.#budget, this.#path, this.#log);
    const actions = [];
    for (const [i, action] of this.#file.actions.entries()) actions.push(yield* builder.build(action, i));
    this.#reportNames();
    const bound = bindRig(settings, this.#skeleton(), actions, this.#options, this.#log);
    const groups = this.#tree.groups.map(
      ({ index, group, parent, children, drawn }): Group => ({
        id: group?.id ?? '',
        parent: parent?.index ?? -1,
        children: [
          ...(drawn ? this.#pathsOf[index].map(pathRef) : []),
          ...children.map((child) => groupRef(child.index)),
        ],
        masks: groupMasks[index],
        flexi: bound.flexi.get(index) ?? [],
      }),
    );
    const { bones, smartBones } = bound;
    return { width, height, fps: this.#options.fps, groups, paths, masks: maskMaker.masks, actions, bones, smartBones };
  }

  #placePaths(group: Placed): void {
    const { group: own, index, drawn } = group;
    for (const [place, path] of (own?.paths ?? []).entries()) {
      this.#pathsOf[index].push(this.#paths.length);
      this.#paths.push({ path, drawn, group, place, style: this.#style(path, { group: own?.id ?? '', path: place }) });
    }
  }

  #style({ fill, stroke, width }: BinaryPath, at: Place): Style {
    if (fill.rest === undefined || stroke.rest === undefined || width.rest === undefined) {
      this.#report('bin-value', 'the file does not say how the path is painted at rest; it is not seen then', at);
    }
    return {
      fill: fill.rest ?? null,
      stroke: stroke.rest ?? null,
      strokeWidth: width.rest ?? 0,
      // All that path_control draws.
      lineCap: 'round',
      lineJoin: 'round',
      miterLimit: 4,
      visible: true,
    };
  }

  #placeBone(group: Placed): void {
    const { id = '', paths = [] } = group.group ?? {};
    const [line] = paths;
    // A folder of bones.
    if (line === undefined) return;
    if (paths.length > 1) {
      this.#report('bone-paths', 'the group counts as a bone, so none of its paths is drawn', { group: id });
    }
    if (line.geometry.points.length < 8) {
      const message = 'the path of a bone has no segment; the group is not a bone';
      this.#report('bone-path', message, { group: id, path: 0 });
      return;
    }
    this.#boneIndex.set(group.number, this.#bones.length);
    this.#bones.push({ group, line });
  }

  /** What the file says of bones and what hangs on them. */
  #skeleton(): Skeleton {
    const groups = this.#tree.groups.map(({ group, index }) => ({ id: group?.id ?? '', index }));
    const groupsByKey = new Map<string, { index: number }[]>();
    for (const group of groups.slice(1)) {
      const same = groupsByKey.get(nameKey(group.id));
      if (same === undefined) groupsByKey.set(nameKey(group.id), [group]);
      else same.push(group);
    }
    const bones = this.#bones.map(({ group, line }): SkeletonBone => {
      const { id = '', bone } = group.group ?? {};
      const { points } = line.geometry;
      return {
        group: { id, key: nameKey(id), index: group.index },
        base: [points[0], points[1]],
        tip: [points[6], points[7]],
        ...(bone !== undefined && { own: this.#ownSettings(bone, { bone: id }) }),
      };
    });
    const flexi = new Map(
      this.#tree.groups.flatMap(({ group, index }): [number, number[]][] =>
        group === undefined || group.flexi.length === 0
          ? []
          : [[index, this.#findBones(group.flexi, { group: group.id })]],
      ),
    );
    return { groups, groupsByKey, bones, flexi, smartBones: this.#smartBones(), file: this.#path };
  }

  #ownSettings({ parent, flexiPoint, ...settings }: BinaryBone, at: Place): NonNullable<SkeletonBone['own']> {
    const found = parent === undefined ? undefined : this.#findBones([parent], at)[0];
    return {
      ...settings,
      ...(found !== undefined && { parent: found }),
      ...(flexiPoint !== undefined && {
        flexiPoint: { point: flexiPoint.point, bones: this.#findBones(flexiPoint.bones, at) },
      }),
    };
  }

  #smartBones(): SmartBone[] {
    const { smartBones: rule } = this.#options;
    return this.#file.actions.flatMap(({ name, smart }, action): SmartBone[] => {
      if (smart === undefined) return [];
      const [bone] = this.#findBones([smart.bone], { action: name });
      const { startAngle, endAngle, frames } = smart;
      const isValid = [startAngle, endAngle].every((angle) => Math.abs(angle) <= maxCoordinate) && frames > 0;
      if (!isValid) {
        this.#report(
          'bin-value',
          'the smart action is not valid; no bone drives it',
          { action: name },
          {
            expected: 'two angles from -1e30 to 1e30 and at least 1 frame',
            found: `${startAngle}, ${endAngle}, ${frames}`,
          },
        );
      }
      return isValid && bone !== undefined ? [{ action, bone, startAngle, endAngle, frames, firstFrame: 0, rule }] : [];
    });
  }

  /** Bones by numbers of their groups in the file. */
  #findBones(numbers: readonly number[], at: Place): number[] {
    return numbers.flatMap((number) => {
      const bone = this.#boneIndex.get(number);
      if (bone !== undefined) return [bone];
      const id = this.#file.groups[number]?.id;
      this.#report('bin-reference', 'what should be a bone is none; it is left out', at, {
        found: id === undefined ? `group ${number}, which is not there` : `group ${number}, "${id}"`,
      });
      return [];
    });
  }

  #reportNames(): void {
    const names = new Set<string>();
    for (const { name } of this.#file.actions) {
      const message = 'there is an action of this name already; only the first can be reached by name';
      if (names.has(nameKey(name))) this.#report('duplicate-action', message, { action: name });
      names.add(nameKey(name));
    }
  }

  #report(code: string, message: string, at: Place, more: { expected?: string; found?: string } = {}): void {
    this.#log.add({ severity: 'warning', code, file: this.#path, ...at, message, ...more });
  }
}
