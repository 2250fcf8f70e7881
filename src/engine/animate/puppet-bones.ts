import type { Rig } from '../model/rig.ts';
import type { ActionState } from './action-state.ts';
import type { PuppetBones } from './bone-part.ts';
import { BoneState } from './bone-state.ts';
import type { Pose } from './pose.ts';
import type { BoneHost, PuppetSkeleton, ReachTarget } from './puppet-skeleton.ts';

interface Reaching {
  readonly state: BoneState;
  /** Where to, rig px. */
  readonly target: { -readonly [K in keyof ReachTarget]: ReachTarget[K] };
}

/** Bones of any kind of skeleton, with what moves them from outside. */
export class BonesInTime implements PuppetBones {
  readonly skeleton: PuppetSkeleton;
  readonly #rig: Rig;
  readonly #host: BoneHost;
  readonly #states = new Map<number, BoneState>();
  #reaching: readonly Reaching[] = [];
  #targets: readonly ReachTarget[] = [];
  readonly #collectReaching = (): void => {
    this.#reaching = [...this.#states.values()]
      .filter(({ isReaching }) => isReaching)
      .map((state) => ({ state, target: { bone: state.index, x: 0, y: 0, weight: 0, chain: 0 } }));
    this.#targets = this.#reaching.map(({ target }) => target);
  };

  constructor(rig: Rig, skeleton: PuppetSkeleton, host: BoneHost) {
    this.#rig = rig;
    this.skeleton = skeleton;
    this.#host = host;
  }

  state(bone: number): BoneState {
    let state = this.#states.get(bone);
    if (state === undefined) {
      state = new BoneState(this.#rig.bones[bone].id, bone, this.skeleton, this.#host, this.#collectReaching);
      this.#states.set(bone, state);
    }
    return state;
  }

  advance(seconds: number): void {
    for (const { state } of this.#reaching) state.advance(seconds);
  }

  apply(pose: Pose, actions: readonly ActionState[]): void {
    let drives = false;
    for (const action of actions) drives ||= action.drives && action.weight > 0;
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

  reset(): void {
    for (const state of this.#states.values()) state.reset();
  }
}
