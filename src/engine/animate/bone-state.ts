import { checkNumber } from './pose.ts';
import { checkChain } from './pose-request.ts';
import type { BoneHost, PuppetSkeleton } from './puppet-skeleton.ts';

export interface ReachOptions {
  /** 0 to 1. Default 1. */
  readonly weight?: number;
  /** How many bones turn, from this one on upwards. Default: all up to a fixed one. */
  readonly chain?: number;
  /** Seconds until the weight is reached. Default 0. */
  readonly fade?: number;
}

/** Where a bone is, stage px. */
export interface BonePlace {
  readonly base: { readonly x: number; readonly y: number };
  readonly tip: { readonly x: number; readonly y: number };
}

/** One bone of one puppet, as it is moved from outside, on top of what actions do. */
export class BoneState {
  readonly name: string;
  /** Index into the rig's bones. */
  readonly index: number;
  readonly #skeleton: PuppetSkeleton;
  readonly #host: Pick<BoneHost, 'toStage'>;
  readonly #reachChanged: () => void;
  /** Where the tip should go, stage px. */
  targetX = 0;
  targetY = 0;
  #chain = Infinity;
  #weight = 0;
  #fade = { target: 0, perSecond: 0 };

  /** @param reachChanged Told when the bone begins or ceases to reach. */
  constructor(
    name: string,
    index: number,
    skeleton: PuppetSkeleton,
    host: Pick<BoneHost, 'toStage'>,
    reachChanged: () => void,
  ) {
    this.name = name;
    this.index = index;
    this.#skeleton = skeleton;
    this.#host = host;
    this.#reachChanged = reachChanged;
  }

  /** By how much it is turned about its base: radians, clockwise on screen. */
  get angle(): number {
    return this.#skeleton.turns[this.index];
  }

  set angle(angle: number) {
    this.#skeleton.turns[this.index] = checkNumber(`the angle of ${this.name}`, angle);
  }

  /** By how much it is moved, rig px, as its parent sees it. */
  get x(): number {
    return this.#skeleton.moves[this.index * 2];
  }

  set x(x: number) {
    this.#skeleton.moves[this.index * 2] = checkNumber(`x of ${this.name}`, x);
  }

  get y(): number {
    return this.#skeleton.moves[this.index * 2 + 1];
  }

  set y(y: number) {
    this.#skeleton.moves[this.index * 2 + 1] = checkNumber(`y of ${this.name}`, y);
  }

  /** Factor on its length, from 0. */
  get scale(): number {
    return this.#skeleton.scales[this.index];
  }

  set scale(scale: number) {
    this.#skeleton.scales[this.index] = checkNumber(`the scale of ${this.name}`, scale, 0);
  }

  /** Where it is in the last picture, stage px. */
  get place(): BonePlace {
    const { ends } = this.#skeleton;
    const i = this.index * 4;
    return {
      base: this.#host.toStage(ends[i], ends[i + 1]),
      tip: this.#host.toStage(ends[i + 2], ends[i + 3]),
    };
  }

  /** How much it reaches now, 0 to 1. */
  get reachWeight(): number {
    return this.#weight;
  }

  get chain(): number {
    return this.#chain;
  }

  /**
   * Makes the tip go to a point of the stage, in every picture until {@link release}. The bone and those it hangs on
   * turn within their angle limits, up to a fixed one. What is out of reach is stretched toward. Calling it again with
   * the point alone moves the point; weight, chain and fade stay as they are.
   */
  reach(x: number, y: number, options: ReachOptions = {}): this {
    this.targetX = checkNumber(`x for ${this.name}`, x);
    this.targetY = checkNumber(`y for ${this.name}`, y);
    this.#chain = checkChain(this.name, options.chain ?? this.#chain);
    const { weight, fade } = options;
    // A target that is followed leaves a fade going.
    if (weight === undefined && fade === undefined && this.#fade.target > 0) return this;
    this.#fadeTo(checkNumber(`the weight of ${this.name}`, weight ?? (this.#fade.target || 1), 0, 1), fade ?? 0);
    return this;
  }

  /** Lets go of the point, within so many seconds. */
  release(fade = 0): this {
    this.#fadeTo(0, fade);
    return this;
  }

  #fadeTo(target: number, seconds: number): void {
    const time = checkNumber('the time of a fade', seconds, 0);
    if (time === 0) this.#weight = target;
    this.#fade = { target, perSecond: time === 0 ? 0 : (target - this.#weight) / time };
    this.#reachChanged();
  }

  /** Whether it reaches, or is about to. */
  get isReaching(): boolean {
    return this.#weight > 0 || this.#fade.target > 0;
  }

  /** Lets time pass. */
  advance(seconds: number): void {
    const { target, perSecond } = this.#fade;
    if (perSecond === 0) return;
    const next = this.#weight + perSecond * seconds;
    const isDone = perSecond > 0 ? next >= target : next <= target;
    this.#weight = Math.min(Math.max(isDone ? target : next, 0), 1);
    if (!isDone) return;
    this.#fade.perSecond = 0;
    this.#reachChanged();
  }

  /** As its actions have it: not turned, moved, scaled, and reaching for nothing. */
  reset(): void {
    this.angle = 0;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.release();
  }
}
