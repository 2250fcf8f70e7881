import { checkNumber, type Interpolation, type Pose } from './pose.ts';

export interface PlayOptions {
  /** Start over after the last frame, for ever (`true`) or so many times in all. Default: as it was. */
  readonly loop?: boolean | number;
  /** Factor on the rig's frame rate; negative plays backwards. */
  readonly speed?: number;
  /** 0 to 1. Default: as it was, or 1 if the action was off. */
  readonly weight?: number;
  /** Frame to begin at. Default: where it stands; the first frame (backwards: the last) if it is at rest or at its end. */
  readonly frame?: number;
  readonly interpolation?: Interpolation;
}

/** What an action tells while time passes. */
export interface ActionListener {
  loop(action: ActionState): void;
  complete(action: ActionState): void;
}

/**
 * One action of one puppet: where it is, how much it counts, whether it runs. Frame 0 is the rest
 * pose; an action that plays goes from frame 1 to its last, each for one frame's time.
 */
export class ActionState {
  readonly name: string;
  /** Index into the rig's actions. */
  readonly index: number;
  readonly kind: 'morph' | 'bone';
  /** Last frame. */
  readonly frames: number;
  interpolation: Interpolation = 'linear';

  /** Whether its bones choose the frames of smart actions: those of a bone action that was played do. */
  drives = false;

  readonly #listener: ActionListener;
  #frame = 0;
  #weight = 0;
  #speed = 1;
  #loop: boolean | number = false;
  #loopsLeft = 0;
  #playing = false;
  #fade = { target: 0, perSecond: 0 };

  constructor(
    action: { readonly name: string; readonly kind: 'base' | 'morph' | 'bone'; readonly frames: number },
    index: number,
    listener: ActionListener,
  ) {
    this.name = action.name;
    this.kind = action.kind === 'bone' ? 'bone' : 'morph';
    this.frames = action.frames;
    this.index = index;
    this.#listener = listener;
  }

  /** 0 (off) to 1. Setting it ends a fade. */
  get weight(): number {
    return this.#weight;
  }

  set weight(weight: number) {
    this.#weight = checkNumber(`the weight of ${this.name}`, weight, 0, 1);
    this.#fade.perSecond = 0;
  }

  /** 0 to the last frame; fractions lie between two frames. Beyond the last, the last holds. */
  get frame(): number {
    return this.#frame;
  }

  set frame(frame: number) {
    this.#frame = Math.min(Math.max(checkNumber(`the frame of ${this.name}`, frame), 0), this.frames);
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = checkNumber(`the speed of ${this.name}`, speed);
  }

  /** `true`: for ever; a number: how often in all; `false`: once. */
  get loop(): boolean | number {
    return this.#loop;
  }

  set loop(loop: boolean | number) {
    if (typeof loop === 'number') checkNumber(`the loop count of ${this.name}`, loop, 0);
    this.#loop = loop;
    this.#loopsLeft = loop === true ? Infinity : loop === false ? 1 : Math.max(1, Math.floor(loop));
  }

  get playing(): boolean {
    return this.#playing;
  }

  play(options: PlayOptions = {}): this {
    if (options.speed !== undefined) this.speed = options.speed;
    if (options.interpolation !== undefined) this.interpolation = options.interpolation;
    this.loop = options.loop ?? this.#loop;
    if (options.weight !== undefined) this.weight = options.weight;
    else if (this.#weight === 0 && this.#fade.perSecond <= 0) this.weight = 1;
    if (options.frame !== undefined) this.frame = options.frame;
    else if (this.#speed < 0) {
      if (this.#frame <= 1) this.#frame = this.frames;
    } else if (this.#frame < 1 || this.#frame >= this.frames) this.#frame = Math.min(1, this.frames);
    this.#playing = true;
    this.drives = this.kind === 'bone';
    return this;
  }

  /** Stays at its frame, with its weight. */
  pause(): this {
    this.#playing = false;
    return this;
  }

  /** Back to rest: not playing, frame 0, weight 0. */
  stop(): this {
    this.#playing = false;
    this.drives = false;
    this.#frame = 0;
    this.weight = 0;
    return this;
  }

  /**
   * Brings the weight to `weight` (0 to 1) within so many seconds, evenly. An action at rest that
   * is faded in begins to play.
   */
  fadeTo(weight: number, seconds: number): this {
    const target = checkNumber(`the weight of ${this.name}`, weight, 0, 1);
    const time = checkNumber('the time of a fade', seconds, 0);
    if (time === 0) this.weight = target;
    else this.#fade = { target, perSecond: (target - this.#weight) / time };
    if (target > 0 && !this.#playing && this.#frame === 0) this.play();
    return this;
  }

  /**
   * Lets time pass.
   * @param seconds May be negative.
   * @param fps Frames a second at speed 1.
   */
  advance(seconds: number, fps: number): void {
    this.#advanceFade(seconds);
    if (!this.#playing || this.frames === 0) return;
    const step = seconds * fps * this.#speed;
    if (step === 0) return;
    // Frame f lasts from f to f + 1; the last one blends into the first where it loops.
    let at = this.#frame + step;
    const end = this.frames + 1;
    const passes =
      step > 0
        ? Math.max(0, Math.ceil((at - end + 1e-9) / this.frames))
        : Math.max(0, Math.ceil((1 - 1e-9 - at) / this.frames));
    if (passes >= this.#loopsLeft) {
      this.#frame = step > 0 ? this.frames : Math.min(1, this.frames);
      this.#playing = false;
      this.#listener.complete(this);
      return;
    }
    if (passes > 0) {
      at -= Math.sign(step) * passes * this.frames;
      this.#loopsLeft -= passes;
    }
    this.#frame = at;
    for (let i = 0; i < Math.min(passes, MOST_LOOP_EVENTS); i++) this.#listener.loop(this);
  }

  #advanceFade(seconds: number): void {
    const fade = this.#fade;
    if (fade.perSecond === 0) return;
    this.#weight += fade.perSecond * seconds;
    if (fade.perSecond > 0 ? this.#weight >= fade.target : this.#weight <= fade.target) {
      this.#weight = fade.target;
      fade.perSecond = 0;
    }
    this.#weight = Math.min(Math.max(this.#weight, 0), 1);
  }

  /** Writes frames and weights into a pose. */
  apply(pose: Pose): void {
    const first = Math.min(Math.floor(this.#frame), this.frames);
    const blend = this.interpolation === 'linear' ? this.#frame - first : 0;
    const wraps = this.#loopsLeft > 1;
    const next = first < this.frames ? first + 1 : wraps ? Math.min(1, this.frames) : this.frames;
    pose.setFrames(this.index, first, next, Math.min(blend, 1), this.#weight);
  }
}

/** One frame's time may pass a short loop many times; listeners need not hear of more. */
const MOST_LOOP_EVENTS = 16;
