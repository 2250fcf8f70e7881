import {
  type Action,
  type BoneTrack,
  groupRef,
  type MorphTrack,
  type NodeRef,
  type OrderTrack,
  pathRef,
  type StyleTrack,
  type VisibilityTrack,
} from '../../engine/model/rig.ts';
import type { ProblemLog } from '../report.ts';
import { mergeOrder } from '../svg/order.ts';
import type { Animated } from './animated.ts';
import type { BinaryAction, BinaryPath } from './binary-file.ts';
import type { Budget } from './budget.ts';
import type { Placed, Tree } from './tree.ts';

/** A path of the file that is one of the rig. */
export interface PlacedPath {
  readonly path: BinaryPath;
  readonly drawn: boolean;
}

/** What the keys of a file belong to, by index in the rig. */
export interface TrackTargets {
  readonly tree: Tree;
  readonly paths: readonly PlacedPath[];
  /** Paths of each group. */
  readonly pathsOf: readonly (readonly number[])[];
  /** Lines of the bones. */
  readonly lines: readonly BinaryPath[];
}

/** Keys of one action. */
interface Track<T> {
  readonly frames: Int32Array;
  readonly values: readonly T[];
}

/** Where the ends of a line that is one cubic are among its numbers. */
const ends = [0, 1, 6, 7];
/** What a child takes in the order and later in its table, bytes. */
const refBytes = 16;
/** Bytes made between two points where the work may be interrupted. */
const workSlice = 1 << 18;

/** Makes the actions of a file. Yields between tracks. */
export class ActionBuilder {
  readonly #targets: TrackTargets;
  readonly #budget: Budget;
  readonly #file: string;
  readonly #log: ProblemLog;
  #action = 0;
  #name = '';
  #last = 0;

  constructor(targets: TrackTargets, budget: Budget, file: string, log: ProblemLog) {
    this.#targets = targets;
    this.#budget = budget;
    this.#file = file;
    this.#log = log;
  }

  /** @param action Its place in the file. */
  *build({ name, frames, smart }: BinaryAction, action: number): Generator<void, Action> {
    this.#action = action;
    this.#name = name;
    this.#last = frames;
    const { morphs, styles } = yield* this.#pathTracks();
    const { orders, visibility } = yield* this.#groupTracks();
    const bones = this.#boneTracks();
    const isStill = [morphs, styles, orders, visibility, bones].every(({ length }) => length === 0);
    let kind: Action['kind'] = 'morph';
    if (smart === undefined && bones.length > 0) kind = 'bone';
    if (smart === undefined && frames === 0 && isStill) kind = 'base';
    return { name, kind, frames, morphs, styles, visibility, orders, bones };
  }

  *#pathTracks(): Generator<void, Pick<Action, 'morphs' | 'styles'>> {
    const morphs: MorphTrack[] = [];
    const styles: StyleTrack[] = [];
    let work = 0;
    for (const [index, { path, drawn }] of this.#targets.paths.entries()) {
      const moved = this.#track(path.deltas);
      if (moved !== undefined) {
        const deltas = flatten(moved.values, path.geometry.points.length);
        morphs.push({ path: index, frames: moved.frames, deltas });
        work += deltas.byteLength;
      }
      work += 100;
      if (work > workSlice) {
        work = 0;
        yield;
      }
      if (!drawn) continue;
      const fill = this.#track(path.fill);
      const stroke = this.#track(path.stroke);
      const width = this.#track(path.width);
      if (fill !== undefined) styles.push({ path: index, property: 'fill', ...fill });
      if (stroke !== undefined) styles.push({ path: index, property: 'stroke', ...stroke });
      if (width !== undefined) styles.push({ path: index, property: 'strokeWidth', ...width });
    }
    return { morphs, styles };
  }

  *#groupTracks(): Generator<void, Pick<Action, 'orders' | 'visibility'>> {
    const orders: OrderTrack[] = [];
    const visibility: VisibilityTrack[] = [];
    for (const group of this.#targets.tree.groups) {
      const track = group.group === undefined ? undefined : this.#track(group.group.children);
      if (track === undefined) continue;
      const children = { frames: track.frames, values: track.values.map((each) => this.#childrenOf(group, each)) };
      orders.push(yield* this.#order(group, children));
      if (group.drawn) visibility.push(...visibilityOf(group, children));
    }
    return { orders, visibility };
  }

  #boneTracks(): BoneTrack[] {
    return this.#targets.lines.flatMap(({ deltas }, bone): BoneTrack[] => {
      const track = this.#track(deltas);
      if (track === undefined) return [];
      const numbers = track.values.flatMap((row) => ends.map((i) => row[i]));
      return [{ bone, frames: track.frames, deltas: Float64Array.from(numbers) }];
    });
  }

  /** The keys up to the last frame of the action; undefined where there is none. */
  #track<T>({ keys }: Animated<T>): Track<T> | undefined {
    const { frames = [], values = [] } = keys.get(this.#action) ?? {};
    let count = frames.length;
    while (count > 0 && frames[count - 1] > this.#last) count--;
    if (count < frames.length) {
      this.#log.once(String(this.#action), {
        severity: 'info',
        code: 'frame-extra',
        file: this.#file,
        action: this.#name,
        message: 'there are keys beyond the last frame of the action; they are left out',
        expected: `frames up to ${this.#last}`,
        found: `frame ${frames[frames.length - 1]}`,
      });
    }
    if (count === 0) return undefined;
    return { frames: Int32Array.from(frames.slice(0, count)), values: values.slice(0, count) };
  }

  /** The groups that a key names, as far as they are in the group at rest. */
  #childrenOf(group: Placed, numbers: readonly number[]): Placed[] {
    return numbers.flatMap((number) => {
      const child = this.#targets.tree.byNumber[number];
      if (child?.parent === group) return [child];
      this.#log.once(`${this.#action} ${group.index} ${number}`, {
        severity: 'warning',
        code: 'group-unknown',
        file: this.#file,
        action: this.#name,
        group: group.group?.id ?? '',
        message: 'a group that comes into the group is not in it at rest; it is left out',
        found: child?.group === undefined ? `group ${number}` : `"${child.group.id}"`,
      });
      return [];
    });
  }

  /** The paths of a group stay behind the groups in it; what is absent keeps its place. */
  *#order(group: Placed, { frames, values }: Track<readonly Placed[]>): Generator<void, OrderTrack> {
    const paths = group.drawn ? this.#targets.pathsOf[group.index].map(pathRef) : [];
    let order: readonly NodeRef[] = group.children.map(({ index }) => groupRef(index));
    const at: number[] = [];
    const orders: NodeRef[][] = [];
    let work = 0;
    for (const [k, children] of values.entries()) {
      const found = children.map(({ index }) => groupRef(index));
      const next = mergeOrder(found, order);
      // That a first key is as at rest matters to the other actions.
      if (next === order && orders.length > 0) continue;
      order = next;
      const bytes = refBytes * (paths.length + order.length);
      this.#budget.spend(bytes);
      at.push(frames[k]);
      orders.push(paths.concat(order));
      work += bytes;
      if (work > workSlice) {
        work = 0;
        yield;
      }
    }
    return { group: group.index, frames: Int32Array.from(at), values: orders };
  }
}

/** Groups that a key does not name are not seen; the paths of bones never are. */
function visibilityOf(group: Placed, { frames, values }: Track<readonly Placed[]>): VisibilityTrack[] {
  const tracks = new Map<Placed, { frames: number[]; values: boolean[] }>();
  let before = new Set(group.children);
  for (const [k, children] of values.entries()) {
    const now = new Set(children);
    const set = (child: Placed, isVisible: boolean) => {
      const track = tracks.get(child) ?? { frames: [], values: [] };
      tracks.set(child, track);
      track.frames.push(frames[k]);
      track.values.push(isVisible);
    };
    for (const child of before) if (!now.has(child)) set(child, false);
    for (const child of now) if (!before.has(child)) set(child, true);
    before = now;
  }
  return [...tracks]
    .filter(([{ group: own }]) => own?.bone === undefined)
    .map(([{ index }, track]) => ({ group: index, frames: Int32Array.from(track.frames), values: track.values }));
}

function flatten(rows: readonly Float64Array[], width: number): Float32Array {
  const numbers = new Float32Array(rows.length * width);
  for (const [k, row] of rows.entries()) numbers.set(row, k * width);
  return numbers;
}
