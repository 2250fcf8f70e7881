import type { Easing } from './easing/easing.ts';
import {
  begin,
  type Direction,
  isForward,
  isPlaying,
  locate,
  newRun,
  nextLoop,
  nextVisit,
  type Place,
  type Run,
  skip,
} from './playhead.ts';
import { checkNumber, type Interpolation, type Pose } from './pose.ts';
import { Timeline } from './timeline.ts';
import { WeightTrack } from './weight-track.ts';

export interface PlayOptions {
  /** Start over after the last frame, for ever (`true`) or so many times in all. Default: as it was. */
  readonly loop?: boolean | number;
  /** Factor on the rig's frame rate; negative turns the direction round. */
  readonly speed?: number;
  /** Default: as it was, at first `forward`. */
  readonly direction?: Direction;
  /** 0 to 1. Default: as it was, or 1 if the action was off. */
  readonly weight?: number;
  /** Frame to begin at. Default: where it stands; the first frame (backwards: the last) if it is at rest or at its end. */
  readonly frame?: number;
  /** Seconds of its own time, at speed 1, by which it begins later in its round. */
  readonly offset?: number;
  readonly interpolation?: Interpolation;
}

/** A named frame of an action. */
export interface Marker {
  readonly name: string;
  /** From 1 to the last frame. */
  readonly frame: number;
  readonly action: ActionState;
}

/** What actions tell while time passes. */
export interface ActionListener {
  /** An action begins to play. */
  start?(action: ActionState): void;
  /** An action starts over (there and back: turns round). */
  loop?(action: ActionState): void;
  /** An action has played to its end. */
  complete?(action: ActionState): void;
  /** An action that plays has come to a named frame. */
  marker?(marker: Marker): void;
}

/** Whose time an action lives in. */
export interface ActionHost {
  readonly time: number;
  /** Frames a second at speed 1. */
  readonly fps: number;
  readonly listener: ActionListener;
  /** Something is about to be asked for at the present time: what was asked for later counts no more. */
  record(): void;
  /** It has been asked for: what waited may have its turn now. */
  settle(): void;
  /** Greater with each call. */
  nextOrder(): number;
  /** There is one more frame to tell of. */
  noteMarker(): void;
}

/**
 * One action of one puppet: where it is, how much it counts, whether it runs. Frame 0 is the rest
 * pose; an action that plays goes from frame 1 to its last, each for one frame's time.
 *
 * All of it follows from what was asked for, when, and the present time; not from how time passed.
 */
export class ActionState {
  readonly name: string;
  /** Index into the rig's actions. */
  readonly index: number;
  readonly kind: 'morph' | 'bone';
  /** Last frame. */
  readonly frames: number;

  readonly #host: ActionHost;
  readonly #runs = new Timeline<Run>(newRun);
  readonly #weights = new WeightTrack<ActionState>(0);
  #markers: readonly Marker[] = NO_MARKERS;

  constructor(
    action: { readonly name: string; readonly kind: 'base' | 'morph' | 'bone'; readonly frames: number },
    index: number,
    host: ActionHost,
  ) {
    this.name = action.name;
    this.kind = action.kind === 'bone' ? 'bone' : 'morph';
    this.frames = action.frames;
    this.index = index;
    this.#host = host;
  }

  /** 0 (off) to 1. Setting it ends a fade. */
  get weight(): number {
    return this.#weights.value(this.#host.time);
  }

  set weight(weight: number) {
    checkNumber(`the weight of ${this.name}`, weight, 0, 1);
    this.#recordWeight();
    this.#weights.set(this.#host.time, weight);
  }

  /** 0 to the last frame; fractions lie between two frames. Beyond the last, the last holds. */
  get frame(): number {
    return this.#locate().frame;
  }

  set frame(frame: number) {
    const within = Math.min(Math.max(checkNumber(`the frame of ${this.name}`, frame), 0), this.frames);
    const run = this.#edit();
    run.frame = within;
    this.#begin(run);
    this.#host.settle();
  }

  /** Factor on the rig's frame rate; negative turns the direction round. */
  get speed(): number {
    return this.#run.speed;
  }

  set speed(speed: number) {
    checkNumber(`the speed of ${this.name}`, speed);
    const run = this.#edit();
    run.speed = speed;
    this.#begin(run);
    this.#host.settle();
  }

  get direction(): Direction {
    return this.#run.direction;
  }

  set direction(direction: Direction) {
    const run = this.#edit();
    run.direction = direction;
    run.turned = false;
    this.#begin(run);
    this.#host.settle();
  }

  /** `true`: for ever; a number: how often in all; `false`: once. */
  get loop(): boolean | number {
    return this.#run.loop;
  }

  set loop(loop: boolean | number) {
    this.#checkLoop(loop);
    const run = this.#edit();
    setLoop(run, loop);
    this.#begin(run);
    this.#host.settle();
  }

  get interpolation(): Interpolation {
    return this.#run.interpolation;
  }

  set interpolation(interpolation: Interpolation) {
    this.#edit().interpolation = interpolation;
  }

  /** Whether its bones choose the frames of smart actions: those of a bone action that was played do. */
  get drives(): boolean {
    return !this.#isStopped(this.#host.time) && this.#run.drives;
  }

  set drives(drives: boolean) {
    this.#edit().drives = drives;
  }

  get playing(): boolean {
    const { time } = this.#host;
    return !this.#isStopped(time) && isPlaying(this.#run, time);
  }

  /** Index of the layer that it was last played on. */
  get layer(): number {
    return this.#run.layer;
  }

  /** Greater than that of an action that was played before; 0: it was not played. */
  get order(): number {
    return this.#run.order;
  }

  get markers(): readonly Marker[] {
    return this.#markers;
  }

  /** Names a frame, from 1 to the last, so that a `marker` event tells when the action comes to it. */
  addMarker(name: string, frame: number): this {
    checkNumber(`the frame of the marker ${name} of ${this.name}`, frame, Math.min(1, this.frames), this.frames);
    this.#markers = [...this.#markers, { name, frame, action: this }];
    this.#host.noteMarker();
    return this;
  }

  play(options: PlayOptions = {}): this {
    return this.playOn(this.#run.layer, options);
  }

  /** Plays on a layer; see `Mixer.layer`. */
  playOn(layer: number, options: PlayOptions = {}): this {
    this.checkOptions(options);
    const { time } = this.#host;
    this.start(layer, options);
    if (options.weight !== undefined) this.#weights.set(time, options.weight);
    else if (this.#weights.value(time) === 0 && this.#weights.target(time) === 0) this.#weights.set(time, 1);
    this.#host.settle();
    return this;
  }

  /** Begins to run, whatever its weight. The options must be sound. */
  start(layer: number, { loop, speed, direction, frame, offset, interpolation }: PlayOptions): void {
    const { frames } = this;
    const run = this.#edit();
    run.layer = layer;
    run.speed = speed ?? run.speed;
    if (direction !== undefined && direction !== run.direction) {
      run.direction = direction;
      run.turned = false;
    }
    run.interpolation = interpolation ?? run.interpolation;
    run.drives = this.kind === 'bone';
    setLoop(run, loop ?? run.loop);
    const forward = run.speed >= 0 === (run.direction !== 'reverse');
    if (frame !== undefined) {
      run.frame = Math.min(Math.max(frame, 0), frames);
      run.turned = false;
    } else if (forward ? run.frame < 1 || (run.frame >= frames && !run.turned) : run.frame <= 1 && !run.turned) {
      run.frame = forward ? Math.min(1, frames) : frames;
      run.turned = false;
    }
    run.playing = true;
    run.starts = true;
    run.order = this.#host.nextOrder();
    this.#begin(run);
    if (offset !== undefined) skip(run, frames, this.#host.fps, offset * this.#host.fps);
    this.#tellStart(run);
  }

  /** @throws AyatoriError `number` when an option is out of range. */
  checkOptions({ loop, speed, frame, offset, weight }: PlayOptions): void {
    if (loop !== undefined) this.#checkLoop(loop);
    if (speed !== undefined) checkNumber(`the speed of ${this.name}`, speed);
    if (frame !== undefined) checkNumber(`the frame of ${this.name}`, frame);
    if (offset !== undefined) checkNumber(`the offset of ${this.name}`, offset);
    if (weight !== undefined) checkNumber(`the weight of ${this.name}`, weight, 0, 1);
  }

  /** Stays at its frame, with its weight. */
  pause(): this {
    this.#edit().playing = false;
    return this;
  }

  /** Back to rest: not playing, frame 0, weight 0. */
  stop(): this {
    const run = this.#edit();
    rest(run);
    this.#weights.set(this.#host.time, 0);
    return this;
  }

  /**
   * Brings the weight to `weight` (0 to 1) within so many seconds, evenly or by an easing. An action
   * at rest that is faded in begins to play.
   */
  fadeTo(weight: number, seconds: number, easing: Easing | null = null): this {
    checkNumber(`the weight of ${this.name}`, weight, 0, 1);
    checkNumber('the time of a fade', seconds, 0);
    this.#recordWeight();
    if (seconds === 0) this.#weights.set(this.#host.time, weight);
    else this.#weights.fade(this.#host.time, weight, seconds, easing);
    if (weight > 0 && !this.playing && this.frame === 0) this.play();
    return this;
  }

  /**
   * One side of a cross-fade: the weight goes from what it would be to `weight`. With `stops` the
   * action is at rest afterwards.
   */
  mixTo(weight: number, seconds: number, easing: Easing | null, partner: ActionState, stops: boolean): void {
    this.#recordWeight();
    if (stops && seconds === 0) rest(this.#edit());
    this.#weights.mix(this.#host.time, weight, seconds, easing, partner, stops);
  }

  /** Those whose cross-fades with it show at the present time. */
  eachPartner(visit: (partner: ActionState) => void): void {
    this.#weights.eachPartner(this.#host.time, visit);
  }

  /**
   * Writes frames and weights into a pose.
   * @param index Which action of the pose: its own or a part of it.
   * @param share Factor on the weight, 0 to 1.
   * @returns Whether its bones choose the frames of smart actions.
   */
  apply(pose: Pose, index = this.index, share = 1): boolean {
    const { frames, weight } = this;
    if (weight === 0) {
      pose.setFrames(index, 0, 0, 0, 0);
      return false;
    }
    const run = this.#run;
    const { frame, loops } = this.#locate();
    // On the way back a held frame is the one that was come from, so that all are shown as long.
    const isBack = run.direction === 'ping-pong' && !isForward(run, frames, loops);
    const isHeld = run.interpolation === 'hold';
    const first = Math.min(isHeld && isBack ? Math.ceil(frame) : Math.floor(frame), frames);
    const wraps = run.direction !== 'ping-pong' && (run.forward ? run.loopsLeft - loops > 1 : run.loop !== false);
    const next = first < frames ? first + 1 : wraps ? Math.min(1, frames) : frames;
    const blend = isHeld ? 0 : Math.min(frame - first, 1);
    pose.setFrames(index, first, next, blend, weight * share);
    return run.drives && this.drives;
  }

  /** When it next has something to tell after a time; Infinity: as far as is known never. */
  nextEvent(after: number): number {
    const run = this.#runs.find(after);
    const following = this.nextChange(after);
    if (!run?.playing) return following;
    let next = nextLoop(run, after);
    for (const { frame } of this.#markers) next = Math.min(next, nextVisit(run, this.frames, frame, after));
    return next <= following && !this.#isStopped(next) ? next : following;
  }

  /** When it is next told to go another way than before, after a time. */
  nextChange(after: number): number {
    return this.#runs.next(after)?.at ?? Infinity;
  }

  /** Tells what happens at a time, the next event after `after`. */
  tell(after: number, time: number): void {
    const { listener } = this.#host;
    const run = this.#runs.find(after);
    if (run?.playing && !this.#isStopped(time)) {
      const completes = time === run.end;
      const ends = nextLoop(run, after) === time;
      if (ends && !completes) listener.loop?.(this);
      for (const marker of this.#markers) {
        // A listener may have changed what comes next.
        if (this.#runs.find(after) !== run) break;
        if (nextVisit(run, this.frames, marker.frame, after) === time) listener.marker?.(marker);
      }
      if (completes) listener.complete?.(this);
    }
    const following = this.#runs.next(after);
    if (following?.at === time && following.starts) this.#tellStart(following);
  }

  /**
   * When its present round is over, or its last if it plays a number of them, for one who waits since
   * `since`. Infinity: it stands still. −Infinity: it is at rest.
   */
  roundEnd(since: number): number {
    const { time } = this.#host;
    const run = this.#run;
    if (this.#isStopped(time) || run.order === 0 || run.frame === 0) return -Infinity;
    if (!run.playing) return Infinity;
    return Number.isFinite(run.loopsLeft) ? run.end : nextLoop(run, Math.max(since, run.at));
  }

  /** Forgets what was asked for after a time. */
  cut(time: number): void {
    this.#runs.cut(time);
    this.#weights.cut(time);
  }

  get #run(): Run {
    return this.#runs.find(this.#host.time) ?? AT_REST;
  }

  /** @returns What holds until the next call. */
  #locate(): Readonly<Place> {
    const { time } = this.#host;
    if (this.#isStopped(time)) {
      place.frame = 0;
      place.loops = 0;
    } else locate(this.#run, this.frames, time, place);
    return place;
  }

  /** A cross-fade away from it is over. */
  #isStopped(time: number): boolean {
    const stopped = this.#weights.stopTime(time);
    return stopped > (this.#runs.find(time)?.at ?? stopped);
  }

  /** A run that begins at the present time as the one before stands then. */
  #edit(): Run {
    const { time } = this.#host;
    this.#host.record();
    const before = this.#run;
    const stopped = this.#isStopped(time);
    const { frame, loops } = this.#locate();
    const playing = !stopped && isPlaying(before, time);
    const turned = before.turned !== (isForward(before, this.frames, loops) !== before.forward);
    const run = this.#runs.push(time, true);
    if (run !== before) {
      Object.assign(run, before);
      run.at = time;
      run.starts = false;
    }
    run.frame = frame;
    run.playing = playing;
    run.turned = turned && !(before.playing && time >= before.end);
    run.loopsLeft -= loops;
    if (stopped) rest(run);
    this.#begin(run);
    return run;
  }

  #begin(run: Run): void {
    begin(run, this.frames, this.#host.fps);
  }

  /** What a cross-fade had stopped stays at rest when its weight is set. */
  #recordWeight(): void {
    if (this.#isStopped(this.#host.time)) this.#edit();
    else this.#host.record();
  }

  #tellStart(run: Run): void {
    const { listener } = this.#host;
    listener.start?.(this);
    for (const marker of this.#markers) if (marker.frame === run.frame) listener.marker?.(marker);
  }

  #checkLoop(loop: boolean | number): void {
    if (typeof loop === 'number') checkNumber(`the loop count of ${this.name}`, loop, 0);
  }
}

const AT_REST: Readonly<Run> = newRun();
const NO_MARKERS: readonly Marker[] = [];

const place: Place = { frame: 0, loops: 0 };

function setLoop(run: Run, loop: boolean | number): void {
  run.loop = loop;
  run.loopsLeft = loop === true ? Infinity : loop === false ? 1 : Math.max(1, Math.floor(loop));
}

function rest(run: Run): void {
  run.playing = false;
  run.frame = 0;
  run.drives = false;
  run.turned = false;
}
