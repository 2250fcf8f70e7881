import { Clock } from '../clock.ts';
import { checkNumber } from '../pose.ts';
import { type Animation, parallel } from './animations.ts';
import { Evaluation } from './evaluate.ts';
import { type Time, toMilliseconds } from './time.ts';
import { endOf } from './timing.ts';

export interface StoryboardListener {
  /** It begins to play. */
  start?(storyboard: Storyboard): void;
  /** It is over. */
  complete?(storyboard: Storyboard): void;
}

/** What tells that time passes, such as a stage or a puppet. */
export interface FrameSource {
  on(name: 'frame', listener: (seconds: number) => void): () => void;
}

/** `idle`: it leads nothing; `complete`: it is over, and what holds stays. */
export type StoryboardState = 'idle' | 'playing' | 'paused' | 'complete';

/**
 * Leads properties of puppets, actions, bones and any other objects through time. What they are
 * follows from the time alone: to seek a time gives the same as to play to it.
 */
export class Storyboard {
  /** ms from start to end; may be Infinity. */
  readonly duration: number;

  readonly #root: Animation;
  readonly #listener: StoryboardListener;
  readonly #clock = new Clock();
  #evaluation: Evaluation | null = null;
  #state: StoryboardState = 'idle';
  #speed = 1;

  /** @param animations Several run in parallel. */
  constructor(animations: Animation | readonly Animation[], listener: StoryboardListener = {}) {
    this.#root = 'kind' in animations ? animations : parallel(animations);
    this.#listener = listener;
    this.duration = endOf(this.#root.timing);
  }

  get state(): StoryboardState {
    return this.#state;
  }

  /** ms. Stays at the end when it is over. */
  get time(): number {
    return this.#clock.time;
  }

  /** Factor on the time that passes; negative goes back. */
  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = checkNumber('the speed of a storyboard', speed);
  }

  /**
   * Begins at its start (backwards: its end). The values that its animations do not give are those
   * that the properties have now.
   * @throws AyatoriError `animation` when a property cannot be led, or a value does not fit it.
   */
  play(): this {
    this.stop();
    this.#evaluation = new Evaluation(this.#root);
    this.#clock.set(this.#speed < 0 && this.duration < Infinity ? this.duration : 0);
    this.#state = 'playing';
    this.#show();
    this.#listener.start?.(this);
    return this;
  }

  pause(): this {
    if (this.#state === 'playing') this.#state = 'paused';
    return this;
  }

  resume(): this {
    if (this.#state === 'paused') this.#state = 'playing';
    return this;
  }

  /** Goes to a time. One that is idle is there then, paused; one that is over goes on from there. */
  seek(time: Time): this {
    const goal = toMilliseconds('the time', time);
    if (this.#state === 'idle') {
      this.#evaluation = new Evaluation(this.#root);
      this.#state = 'paused';
    }
    this.#clock.set(Math.min(goal, this.duration));
    if (this.#state === 'complete') this.#state = 'playing';
    this.#show();
    return this;
  }

  /** All properties are what they were before. */
  stop(): this {
    for (const channel of this.#evaluation?.channels ?? []) {
      if (channel.isWritten) channel.property.write(channel.base);
    }
    this.#evaluation = null;
    this.#state = 'idle';
    this.#clock.set(0);
    return this;
  }

  /** Lets time pass. Does nothing unless it plays. */
  advance(seconds: number): void {
    checkNumber('a step of time', seconds);
    if (this.#state !== 'playing') return;
    const step = seconds * 1000 * this.#speed;
    this.#clock.add(step);
    const isOver = step < 0 ? this.time <= 0 : step > 0 && this.time >= this.duration;
    if (isOver) {
      this.#clock.set(step < 0 ? 0 : this.duration);
      this.#state = 'complete';
    }
    this.#show();
    if (isOver) this.#listener.complete?.(this);
  }

  /**
   * Takes its time from a stage or a puppet.
   * @returns A function that ends this.
   */
  follow(source: FrameSource): () => void {
    return source.on('frame', (seconds) => this.advance(seconds));
  }

  #show(): void {
    const evaluation = this.#evaluation;
    if (!evaluation) return;
    evaluation.at(this.time);
    for (const channel of evaluation.channels) {
      // What is led no more gets back what it had; what is not led yet is left alone.
      const isLed = channel.leader >= 0;
      if (isLed) channel.property.write(channel.value);
      else if (channel.isWritten) channel.property.write(channel.base);
      channel.isWritten = isLed;
    }
  }
}
