import type { CompiledRig } from '../compile/compiled-rig.ts';
import { AyatoriError, nearestNames } from '../model/problem.ts';
import type { Action, Bone } from '../model/rig.ts';

/** Between two frames of an action: stay on the earlier one, or blend. */
export type Interpolation = 'hold' | 'linear';

/**
 * What a puppet's shape depends on, and nothing else: for each action of the rig two whole frames
 * and their weights, and for each bone what it does to points. The picture follows from the pose alone, never from how one got there.
 */
export class Pose {
  /** Four numbers for each action: frame, frame, weight, weight. The shaders read them as they stand. */
  readonly actions: Float32Array;
  /**
   * Eight numbers for each bone: a, b, c, d, e, f of its effect on points, less the identity; then what it adds to x and
   * to y for each px of depth. Where curves are rebuilt, rows of layers follow: see `moho/layout.ts`. Who writes
   * them calls {@link noteBones}.
   */
  readonly bones: Float32Array;
  /** Those at rest, unless all are 0. */
  readonly #restRows: Float32Array | undefined;
  #bonesVersion = 0;
  #versions = 0;

  constructor(compiled: CompiledRig) {
    // Of one piece: a buffer takes more memory than what most puppets have in it.
    const actionNumbers = compiled.rig.actions.length * 4;
    const numbers = new Float32Array(actionNumbers + compiled.boneCount * 8);
    this.actions = numbers.subarray(0, actionNumbers);
    this.bones = numbers.subarray(actionNumbers);
    this.#restRows = compiled.curves?.restRows;
    this.clear();
  }

  /** Another one after each change of `bones`; 0: all bones are at rest, and all numbers are 0. */
  get bonesVersion(): number {
    return this.#bonesVersion;
  }

  /** To be called after each change of `bones`. */
  noteBones(): void {
    const { bones } = this;
    let isAtRest = true;
    for (let i = 0; i < bones.length && isAtRest; i++) isAtRest = bones[i] === 0;
    this.#bonesVersion = isAtRest ? 0 : ++this.#versions;
  }

  /** All actions off and all bones at rest: the rest pose. */
  clear(): void {
    this.actions.fill(0);
    this.bones.fill(0);
    this.#bonesVersion = 0;
    if (this.#restRows === undefined) return;
    this.bones.set(this.#restRows);
    this.noteBones();
  }

  /**
   * @param action Index into the rig's actions.
   * @param frame First frame, whole.
   * @param next Second frame, whole.
   * @param blend How far from the first to the second, 0 to 1.
   * @param weight 0 to 1; 0 is inactive.
   */
  setFrames(action: number, frame: number, next: number, blend: number, weight: number): void {
    const { actions } = this;
    const i = action * 4;
    actions[i] = frame;
    actions[i + 1] = next;
    actions[i + 2] = weight * (1 - blend);
    actions[i + 3] = weight * blend;
  }

  /** Whether an action is as {@link setAction} with `linear` leaves it. */
  isAt(action: number, frame: number, weight: number, lastFrame: number): boolean {
    const { actions } = this;
    const i = action * 4;
    const at = Math.min(Math.max(frame, 0), lastFrame);
    const first = Math.floor(at);
    return (
      actions[i] === first &&
      actions[i + 1] === Math.min(first + 1, lastFrame) &&
      actions[i + 2] === Math.fround(weight * (1 - (at - first))) &&
      actions[i + 3] === Math.fround(weight * (at - first))
    );
  }

  /** Sets an action to a fractional frame from 0 (rest) to its last one, where it stays. */
  setAction(action: number, frame: number, weight: number, lastFrame: number, interpolation: Interpolation): void {
    const at = Math.min(Math.max(frame, 0), lastFrame);
    const first = Math.floor(at);
    const blend = interpolation === 'linear' ? at - first : 0;
    this.setFrames(action, first, Math.min(first + 1, lastFrame), blend, weight);
  }
}

/**
 * The index of an action by its name, in whichever Unicode form it is written.
 * @throws AyatoriError `unknown-action`, with the nearest names.
 */
export function actionIndex(
  { rig }: { readonly rig: { readonly actions: readonly Pick<Action, 'name'>[] } },
  name: string,
): number {
  return indexOf(
    'action',
    name,
    rig.actions.map((action) => action.name),
  );
}

/**
 * The index of a bone by its name, in whichever Unicode form it is written.
 * @throws AyatoriError `unknown-bone`, with the nearest names.
 */
export function boneIndex(
  { rig }: { readonly rig: { readonly bones: readonly Pick<Bone, 'id'>[] } },
  name: string,
): number {
  return indexOf(
    'bone',
    name,
    rig.bones.map(({ id }) => id),
  );
}

function indexOf(kind: 'action' | 'bone', name: string, names: readonly string[]): number {
  const wanted = name.normalize('NFC');
  const index = names.findIndex((each) => each.normalize('NFC') === wanted);
  if (index >= 0) return index;
  const near = nearestNames(name, names);
  throw new AyatoriError({
    code: `unknown-${kind}`,
    [kind]: name,
    message: `the rig has no such ${kind}`,
    expected: names.length === 0 ? `none: it has no ${kind}s` : `one of ${names.join(', ')}`,
    ...(near.length > 0 ? { hint: `did you mean ${near.join(' or ')}?` } : {}),
  });
}

/** @throws AyatoriError `number` when `value` is not a finite number within the range. */
export function checkNumber(what: string, value: number, low = -Infinity, high = Infinity): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high) return value;
  const range = low === -Infinity && high === Infinity ? 'a finite number' : `a number from ${low} to ${high}`;
  throw new AyatoriError({ code: 'number', message: `${what} is out of range`, expected: range, found: String(value) });
}
