import { AyatoriError, nearestNames } from '../model/problem.ts';
import type { Rig } from '../model/rig.ts';
import { type ActionHost, type ActionListener, ActionState, type PlayOptions } from './action-state.ts';
import { Clock } from './clock.ts';
import { type CrossFadeOptions, Layer, type LayerHost, type LayerOptions, type QueueOptions } from './layer.ts';
import { actionIndex, checkNumber, type Pose } from './pose.ts';
import { Queue, turnTime } from './queue.ts';

/** What a mixer needs to know of a rig. */
export type MixerRig = Pick<Rig, 'actions' | 'fps' | 'regions'>;

/**
 * All actions of one puppet in their time: what plays, what waits, what fades into what, on layers
 * over each other.
 *
 * What was asked for is kept with the time at which it was. The pose at a time follows from this
 * alone: to seek a time gives the same, bit for bit, as to play to it, in whatever steps, and time may
 * go back. Something asked for after going back takes the place of all that was asked for later. Of
 * each action as much is kept as the last 64 changes.
 */
export class Mixer implements ActionHost, LayerHost {
  readonly fps: number;
  /** In list order, without the base pose and parts of others. */
  readonly actionStates: readonly ActionState[];

  readonly #rig: MixerRig;
  readonly #listener: ActionListener;
  readonly #clock = new Clock();
  readonly #goal = new Clock();
  readonly #byIndex: readonly (ActionState | undefined)[];
  /** Kinds of parts: the regions they lie in. */
  readonly #kinds: readonly number[];
  #layers: readonly Layer[] = [];
  readonly #queue = new Queue();
  #order = 0;
  /** When something was asked for last. */
  #latest = -Infinity;
  #silent = false;
  /** One thing is asked for in parts; what waits has its turn afterwards. */
  #isBusy = false;
  #seeks = 0;
  /** Before this time nothing happens, unless something is asked for. */
  #quiet = -Infinity;

  constructor(rig: MixerRig, listener: ActionListener = NOBODY) {
    this.#rig = rig;
    this.#listener = listener;
    this.fps = rig.fps;
    this.#byIndex = rig.actions.map((action, i) =>
      action.kind === 'base' || action.part ? undefined : new ActionState(action, i, this),
    );
    this.actionStates = this.#byIndex.filter((state) => state !== undefined);
    const isDivided = rig.actions.some(({ part }) => part !== undefined);
    this.#kinds = isDivided ? [...new Set([0, ...rig.actions.map(({ part }) => part?.regions ?? 0)])] : WHOLE;
    this.layer('base');
  }

  /** Seconds. */
  get time(): number {
    return this.#clock.time;
  }

  get listener(): ActionListener {
    return this.#silent ? NOBODY : this.#listener;
  }

  /** From the lowest up. */
  get layers(): readonly Layer[] {
    return this.#layers;
  }

  /**
   * An action by name.
   * @throws AyatoriError `unknown-action`, with the nearest names; `base-action`.
   */
  action(name: string): ActionState {
    const state = this.#byIndex[actionIndex({ rig: this.#rig }, name)];
    if (state) return state;
    throw new AyatoriError({
      code: 'base-action',
      action: name,
      message: 'the base pose cannot be played',
      hint: 'it is what shows when no action plays',
    });
  }

  /** The action of an index of the rig's actions. */
  at(index: number): ActionState | undefined {
    return this.#byIndex[index];
  }

  /**
   * A layer by name; one that is new lies above all others. The lowest, `base`, is there from the
   * start, and is where actions play that are not played on another.
   * @param options Only for one that is new.
   * @throws AyatoriError `unknown-region`, or `number` for a bad weight.
   */
  layer(name: string, options: LayerOptions = {}): Layer {
    const known = this.#layers.find((layer) => layer.name === name);
    if (known) return known;
    const { mode = 'additive', weight = 1, region } = options;
    const bit = region === undefined ? -1 : this.#regionBit(region);
    const layer = new Layer(name, this.#layers.length, mode, weight, bit, this.#kinds.length, this);
    this.#layers = [...this.#layers, layer];
    return layer;
  }

  #regionBit(name: string): number {
    const names = this.#rig.regions ?? [];
    const bit = names.indexOf(name);
    if (bit >= 0) return bit;
    const near = nearestNames(name, names);
    throw new AyatoriError({
      code: 'unknown-region',
      message: 'the rig has no such region',
      expected: names.length === 0 ? 'a rig with regions' : `one of ${names.join(', ')}`,
      found: `"${name}"`,
      hint: near.length > 0 ? `did you mean ${near.join(' or ')}?` : '`divideRig` gives a rig its regions',
    });
  }

  /** Plays an action on top of whatever else plays. */
  play(name: string, options?: PlayOptions, layer = this.#layers[0]): ActionState {
    return this.action(name).playOn(layer.index, options);
  }

  /**
   * Plays an action, from its start, when another one is over: at its end, or at the end of its present
   * round if it loops for ever. The one before then gives way to it. If there is none, it plays at once.
   */
  queue(name: string, options: QueueOptions = {}, layer = this.#layers[0]): ActionState {
    const to = this.action(name);
    const after = options.after === undefined ? undefined : this.action(options.after);
    checkNumber('the delay of a queued action', options.delay ?? 0);
    checkNumber('the time of a fade', options.fade ?? 0, 0);
    to.checkOptions(options);
    this.record();
    const previous = this.#queue.last(layer, after);
    const from = previous?.to ?? after ?? this.#lastPlayed(layer);
    if (from === undefined || (previous === null && from.roundEnd(this.time) === -Infinity)) {
      return to.playOn(layer.index, options);
    }
    this.#queue.add({ layer, from, to, options, asked: this.time, previous });
    this.settle();
    return to;
  }

  #lastPlayed(layer: Layer): ActionState | undefined {
    let last: ActionState | undefined;
    for (const state of this.actionStates) {
      if (state.layer !== layer.index || state.order <= (last?.order ?? 0)) continue;
      if (state.roundEnd(this.time) !== -Infinity) last = state;
    }
    return last;
  }

  /** What waits, on a layer or anywhere, does not come any more. */
  clearQueue(layer?: Layer): void {
    this.record();
    this.#queue.drop(this.time, layer);
  }

  /**
   * Lets an action go and another one come within so many seconds; their weights add up to what they
   * were, at every moment. What had not yet quite given way to the one that goes, goes with it. One
   * that comes from rest begins at its start, one that goes is at rest in the end. What waits on the
   * layer does not come any more.
   */
  crossFade(
    from: string,
    to: string,
    seconds: number,
    options: CrossFadeOptions = {},
    layer = this.#layers[0],
  ): ActionState {
    checkNumber('the time of a fade', seconds, 0);
    const [going, coming] = [this.action(from), this.action(to)];
    coming.checkOptions(options);
    this.record();
    this.#queue.drop(this.time, layer);
    const resumes = coming.playing && coming.weight > 0 && Object.keys(options).every((key) => NO_PLAY.has(key));
    this.#isBusy = true;
    try {
      this.#fade(going, coming, seconds, options, layer, !resumes);
    } finally {
      this.#isBusy = false;
    }
    this.settle();
    return coming;
  }

  #fade(
    from: ActionState,
    to: ActionState,
    seconds: number,
    options: CrossFadeOptions,
    layer: Layer,
    plays: boolean,
  ): void {
    const { weight = 1, easing = null, ...play } = options;
    if (from === to) {
      to.frame = 0;
      to.playOn(layer.index, options);
      return;
    }
    const group: ActionState[] = [];
    gather(from, group);
    const isOff = to.weight === 0 && !group.includes(to);
    if (isOff) to.frame = 0;
    if (isOff || plays) to.start(layer.index, play);
    for (const state of group) if (state !== to) state.mixTo(0, seconds, easing, to, true);
    to.mixTo(weight, seconds, easing, from, false);
  }

  /** Back to the rest pose: all actions off, nothing waits. */
  stop(): void {
    this.clearQueue();
    for (const state of this.actionStates) state.stop();
  }

  /**
   * Lets time pass and tells the listener what happens meanwhile, in order, each at its own time.
   * @param seconds Negative: goes back over what was; nothing is told.
   */
  advance(seconds: number): void {
    checkNumber('a step of time', seconds);
    const seeks = ++this.#seeks;
    this.#goal.copy(this.#clock);
    this.#goal.add(seconds);
    if (this.#goal.time < this.time) this.#quiet = -Infinity;
    if (this.#goal.time > this.time && this.#goal.time >= this.#quiet) this.#pass(this.#goal.time, true);
    if (seeks === this.#seeks) this.#clock.copy(this.#goal);
  }

  /** Goes to a time, in seconds, forth or back. Nothing is told on the way. */
  seek(time: number): void {
    checkNumber('the time', time);
    this.#seeks++;
    this.#quiet = -Infinity;
    if (time > this.time) {
      this.#silent = true;
      this.#pass(time, false);
      this.#silent = false;
    }
    this.#clock.set(time);
  }

  /** Goes from event to event up to a time. */
  #pass(to: number, tells: boolean): void {
    const seeks = this.#seeks;
    let after = this.time;
    for (let count = 0; ; count++) {
      let next = Infinity;
      if (tells && count < MOST_EVENTS) {
        for (const state of this.actionStates) next = Math.min(next, state.nextEvent(after));
      }
      const waiting = this.#queue.next();
      // A listener that lets time pass while others are given their turn does not get ahead of them.
      const turn = waiting && !this.#isBusy ? Math.max(turnTime(waiting), after) : Infinity;
      const time = Math.min(next, turn, this.#queue.nextChange(after));
      if (time > to || time === Infinity) {
        // Those who wait may have their turn earlier than it seems now.
        this.#quiet = tells && count < MOST_EVENTS && waiting === null ? time : -Infinity;
        return;
      }
      this.#clock.set(time);
      if (next === time) {
        for (const state of this.actionStates) {
          if (state.nextEvent(after) === time) state.tell(after, time);
          if (seeks !== this.#seeks) return;
        }
      }
      this.settle();
      if (seeks !== this.#seeks) return;
      after = time;
    }
  }

  /** Gives their turn to those whose time has come. */
  settle(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      let item = this.#queue.next();
      for (let count = 0; item && turnTime(item) <= this.time && count < MOST_EVENTS; count++) {
        const { after: _after, delay: _delay, fade = 0, ...options } = item.options;
        item.over = this.time;
        this.#fade(item.from, item.to, fade, options, item.layer, true);
        item = this.#queue.next();
      }
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Writes the pose of the present time.
   * @returns Whether the bones of an action that counts choose the frames of smart actions.
   */
  apply(pose: Pose): boolean {
    const layered = this.#layers.length > 1 || this.#layers[0].weight !== 1;
    if (layered) this.#share();
    let drives = false;
    const { actions } = this.#rig;
    for (let index = 0; index < actions.length; index++) {
      const { part } = actions[index];
      const state = this.#byIndex[part?.of ?? index];
      if (state === undefined) continue;
      const share = layered ? this.#layers[state.layer].shares[this.#kinds.indexOf(part?.regions ?? 0)] : 1;
      if (state.apply(pose, index, share)) drives = true;
    }
    return drives;
  }

  /** What each layer leaves to those below. */
  #share(): void {
    const layers = this.#layers;
    for (let kind = 0; kind < this.#kinds.length; kind++) {
      let left = 1;
      for (let i = layers.length - 1; i >= 0; i--) {
        const layer = layers[i];
        const covers = layer.covers(this.#kinds[kind]);
        layer.shares[kind] = covers ? layer.weight * left : 0;
        if (covers && layer.mode === 'override') left *= 1 - layer.weight * Math.min(1, this.#weightOn(i));
      }
    }
  }

  #weightOn(layer: number): number {
    let sum = 0;
    for (const state of this.actionStates) if (state.layer === layer) sum += state.weight;
    return sum;
  }

  record(): void {
    const { time } = this;
    this.#quiet = -Infinity;
    if (this.#latest > time) {
      for (const state of this.actionStates) state.cut(time);
      for (const layer of this.#layers) layer.cut(time);
      this.#queue.cut(time);
    }
    this.#latest = time;
  }

  nextOrder(): number {
    return ++this.#order;
  }

  noteMarker(): void {
    this.#quiet = -Infinity;
  }
}

/** An action and all that it is in cross-fade with. */
function gather(state: ActionState, group: ActionState[]): void {
  if (group.includes(state)) return;
  group.push(state);
  state.eachPartner((partner) => gather(partner, group));
}

const NOBODY: ActionListener = {};

/** The kinds of parts of a rig that is not divided. */
const WHOLE: readonly number[] = [0];

/** Options of a cross-fade that do not ask the one that comes to play anew. */
const NO_PLAY: ReadonlySet<string> = new Set(['weight', 'easing']);

/** In one step of time, so that absurd speeds do not stall a page. What waits has its turn all the same. */
const MOST_EVENTS = 1000;
