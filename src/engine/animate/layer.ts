import type { ActionState, PlayOptions } from './action-state.ts';
import type { Easing } from './easing/easing.ts';
import { checkNumber } from './pose.ts';
import { WeightTrack } from './weight-track.ts';

export interface LayerOptions {
  /**
   * `additive`: what its actions change is added to what those below change. `override`: it takes the
   * place of what is below, as far as the weights of its actions reach. Default `additive`.
   */
  readonly mode?: 'additive' | 'override';
  /** Factor on the weights of its actions, 0 to 1. Default 1. */
  readonly weight?: number;
  /** What it is limited to: a region of the rig, see `divideRig`. Default: the whole character. */
  readonly region?: string;
}

export interface CrossFadeOptions extends PlayOptions {
  /** Of the one that comes in. Default 1. */
  readonly weight?: number;
  readonly easing?: Easing;
}

export interface QueueOptions extends CrossFadeOptions {
  /** Whom to wait for. Default: what was played or queued last on the layer. */
  readonly after?: string;
  /** Seconds from the end of the one before; negative: so long before its end. Default 0. */
  readonly delay?: number;
  /** Seconds of cross-fade from the one before. Default 0. */
  readonly fade?: number;
}

/** What a layer asks of its mixer. */
export interface LayerHost {
  readonly time: number;
  record(): void;
  play(name: string, options: PlayOptions | undefined, layer: Layer): ActionState;
  queue(name: string, options: QueueOptions | undefined, layer: Layer): ActionState;
  crossFade(
    from: string,
    to: string,
    seconds: number,
    options: CrossFadeOptions | undefined,
    layer: Layer,
  ): ActionState;
}

/** Some of the actions of a puppet, over or under others ("track" elsewhere). */
export class Layer {
  readonly name: string;
  /** From 0, the lowest. */
  readonly index: number;
  readonly mode: 'additive' | 'override';
  /** Bit of the region in `ActionPart.regions`; −1: everywhere. */
  readonly region: number;
  /** Factor on the weights of its actions, for each kind of part of the rig's actions. */
  readonly shares: number[];

  readonly #host: LayerHost;
  readonly #weight: WeightTrack<never>;

  constructor(
    name: string,
    index: number,
    mode: 'additive' | 'override',
    weight: number,
    region: number,
    kinds: number,
    host: LayerHost,
  ) {
    this.name = name;
    this.index = index;
    this.mode = mode;
    this.region = region;
    this.shares = new Array<number>(kinds).fill(1);
    this.#host = host;
    this.#weight = new WeightTrack(checkNumber(`the weight of the layer ${name}`, weight, 0, 1));
  }

  /** 0 to 1. Setting it ends a fade. */
  get weight(): number {
    return this.#weight.value(this.#host.time);
  }

  set weight(weight: number) {
    checkNumber(`the weight of the layer ${this.name}`, weight, 0, 1);
    this.#host.record();
    this.#weight.set(this.#host.time, weight);
  }

  fadeTo(weight: number, seconds: number, easing: Easing | null = null): this {
    checkNumber(`the weight of the layer ${this.name}`, weight, 0, 1);
    checkNumber('the time of a fade', seconds, 0);
    this.#host.record();
    this.#weight.fade(this.#host.time, weight, seconds, easing);
    return this;
  }

  /** Plays an action on this layer, on top of what else plays there. An action is on one layer at a time. */
  play(name: string, options?: PlayOptions): ActionState {
    return this.#host.play(name, options, this);
  }

  /** See `Mixer.queue`. */
  queue(name: string, options?: QueueOptions): ActionState {
    return this.#host.queue(name, options, this);
  }

  /** See `Mixer.crossFade`. */
  crossFade(from: string, to: string, seconds: number, options?: CrossFadeOptions): ActionState {
    return this.#host.crossFade(from, to, seconds, options, this);
  }

  /** Whether it reaches a kind of part. @param regions Bits of the regions that the part lies in. */
  covers(regions: number): boolean {
    return this.region < 0 || ((regions >> this.region) & 1) === 1;
  }

  /** Forgets what was asked for after a time. */
  cut(time: number): void {
    this.#weight.cut(time);
  }
}
