import type { Rig } from '../model/rig.ts';
import type { PuppetBones } from './bone-part.ts';
import { BoneState } from './bone-state.ts';
import type { Pose } from './pose.ts';
import type { BoneHost, PuppetSkeleton, ReachTarget } from './puppet-skeleton.ts';

interface Reaching {
  readonly state: BoneState;
  /** Where to, rig px. */
  readonly target: { -readonly [K in keyof ReachTarget]: ReachTarget[K] };
}

/** Bones of any kind of skeleton, with what moves them from outside. What few puppets use is made when they do. */
export class BonesInTime implements PuppetBones {
  readonly #rig: Rig;
  readonly #movers: ArrayLike<number>;
  readonly #createSkeleton: () => PuppetSkeleton;
  readonly #host: BoneHost;
  #skeleton: PuppetSkeleton | null = null;
  #states: Map<number, BoneState> | null = null;
  #reaching: readonly Reaching[] = NONE;
  #targets: readonly ReachTarget[] = NONE;

  /** @param movers Indices of the actions that move bones. */
  constructor(rig: Rig, movers: ArrayLike<number>, createSkeleton: () => PuppetSkeleton, host: BoneHost) {
    this.#rig = rig;
    this.#movers = movers;
    this.#createSkeleton = createSkeleton;
    this.#host = host;
  }

  get skeleton(): PuppetSkeleton {
    if (this.#skeleton === null) {
      this.#skeleton = this.#createSkeleton();
      this.#skeleton.solve(this.#host.pose);
    }
    return this.#skeleton;
  }

  state(bone: number): BoneState {
    this.#states ??= new Map();
    let state = this.#states.get(bone);
    if (state === undefined) {
      const reachChanged = () => this.#collectReaching();
      state = new BoneState(this.#rig.bones[bone].id, bone, this.skeleton, this.#host, reachChanged);
      this.#states.set(bone, state);
    }
    return state;
  }

  #collectReaching(): void {
    this.#reaching = [...(this.#states?.values() ?? [])]
      .filter(({ isReaching }) => isReaching)
      .map((state) => ({ state, target: { bone: state.index, x: 0, y: 0, weight: 0, chain: 0 } }));
    this.#targets = this.#reaching.map(({ target }) => target);
  }

  advance(seconds: number): void {
    for (const { state } of this.#reaching) state.advance(seconds);
  }

  apply(pose: Pose, drives: boolean): void {
    if (this.#skeleton === null && !drives && !this.#areMoved(pose.actions)) return;
    for (const { state, target } of this.#reaching) {
      const { x, y } = this.#host.toRig(state.targetX, state.targetY);
      target.x = x;
      target.y = y;
      target.weight = state.reachWeight;
      target.chain = state.chain;
    }
    this.skeleton.drives = drives;
    this.skeleton.solve(pose, this.#targets);
  }

  #areMoved(actions: Float32Array): boolean {
    const movers = this.#movers;
    for (let i = 0; i < movers.length; i++) {
      if (actions[movers[i] * 4 + 2] !== 0 || actions[movers[i] * 4 + 3] !== 0) return true;
    }
    return false;
  }

  reset(): void {
    for (const state of this.#states?.values() ?? []) state.reset();
  }
}

const NONE: readonly never[] = [];
