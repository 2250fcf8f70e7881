import type { ActionState } from 'ayatori';
import { playIcon } from '../action-row.ts';
import { element } from '../shared.ts';
import { rulerStep } from './ruler.ts';

export interface StripEvents {
  play(playing: boolean): void;
  /** Someone wants to see this frame: from 1, whole. */
  frame(frame: number): void;
}

/** The frames of an action in a row: where it is, where its keys are, what its markers are called, and a head to take it anywhere. */
export class TimelineStrip {
  readonly root: HTMLElement;
  readonly #action: ActionState;
  readonly #fps: number;
  readonly #events: StripEvents;
  readonly #button = element('button', { className: 'button round', type: 'button' });
  readonly #number = element('b');
  readonly #more = element('span', { className: 'muted' });
  readonly #ruler: HTMLElement;
  readonly #head = element('span', { className: 'head' });
  #playing: boolean | undefined;
  #frame: number | undefined;

  /** @param keys Frames at which something is keyed. */
  constructor(action: ActionState, fps: number, keys: readonly number[], events: StripEvents) {
    this.#action = action;
    this.#fps = fps;
    this.#events = events;
    this.#button.addEventListener('click', () => events.play(!action.playing));
    this.#ruler = element('div', { className: 'ruler', tabIndex: 0, role: 'slider' }, this.#scale(keys), this.#head);
    this.#ruler.ariaLabel = `frame of ${action.name}`;
    this.#ruler.ariaValueMin = '0';
    this.#ruler.ariaValueMax = String(action.frames);
    this.#steer();
    const step = (text: string, ariaLabel: string, by: number) => {
      const button = element('button', { className: 'button round', type: 'button', ariaLabel }, text);
      button.addEventListener('click', () => this.#goTo(this.#whole + by));
      return button;
    };
    this.root = element(
      'div',
      { className: 'strip' },
      element(
        'div',
        { className: 'bar' },
        this.#button,
        step('‹', 'Frame before', -1),
        step('›', 'Frame after', 1),
        element('span', { className: 'now' }, this.#number, ' ', this.#more),
      ),
      this.#ruler,
    );
  }

  /** Shows where the action is. */
  show(): void {
    const { playing, frame } = this.#action;
    if (playing !== this.#playing) {
      this.#playing = playing;
      this.#button.replaceChildren(playIcon(playing));
      this.#button.ariaLabel = `${playing ? 'Pause' : 'Play'} the timeline`;
      this.#button.ariaPressed = String(playing);
    }
    if (frame === this.#frame) return;
    this.#frame = frame;
    this.#head.style.left = `${this.#share(frame)}%`;
    const whole = this.#whole;
    this.#number.textContent = whole === 0 ? 'Rest' : `Frame ${whole}`;
    const passed = [...this.#action.markers].sort((a, b) => a.frame - b.frame).filter((each) => each.frame <= whole);
    const seconds = `${(Math.max(0, whole - 1) / this.#fps).toFixed(2)} s`;
    const place = [`of ${this.#action.frames}`, seconds, passed.at(-1)?.name].filter(Boolean).join(' · ');
    this.#more.textContent = whole === 0 ? '' : place;
    this.#ruler.ariaValueNow = String(whole);
    this.#ruler.ariaValueText = `frame ${whole}`;
  }

  /** The frame that is seen, without what is between it and the next. */
  get #whole(): number {
    return Math.floor(this.#action.frame + 1e-6);
  }

  #goTo(frame: number): void {
    this.#events.frame(Math.min(Math.max(frame, 1), this.#action.frames));
  }

  #share(frame: number): number {
    return (100 * Math.max(0, frame - 1)) / Math.max(1, this.#action.frames - 1);
  }

  /** Lines, numbers, keys and names along the frames. */
  #scale(keys: readonly number[]): DocumentFragment {
    const { frames, markers } = this.#action;
    const { tick, label } = rulerStep(frames);
    const scale = document.createDocumentFragment();
    const put = (frame: number, className: string, text = '') => {
      const mark = element('span', { className }, text);
      mark.style.left = `${this.#share(frame)}%`;
      scale.append(mark);
    };
    for (let frame = tick; frame <= frames; frame += tick) put(frame, frame % label === 0 ? 'tick long' : 'tick');
    for (let frame = label; frame <= frames; frame += label) put(frame, 'number', String(frame));
    let last = -Infinity;
    for (const frame of keys) {
      if (this.#share(frame) - last < NEAREST_KEYS) continue;
      last = this.#share(frame);
      put(frame, 'key');
    }
    for (const { name, frame } of markers) put(frame, 'marker', name);
    return scale;
  }

  #steer(): void {
    const ruler = this.#ruler;
    const goTo = ({ clientX }: PointerEvent) => {
      const { left, width } = ruler.getBoundingClientRect();
      this.#goTo(1 + Math.round(((clientX - left) / width) * (this.#action.frames - 1)));
    };
    ruler.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      ruler.setPointerCapture(event.pointerId);
      goTo(event);
    });
    ruler.addEventListener('pointermove', (event) => {
      if (ruler.hasPointerCapture(event.pointerId)) goTo(event);
    });
    ruler.addEventListener('keydown', (event) => {
      const by = STEPS[event.key];
      if (by !== undefined) this.#goTo(this.#whole + by);
      else if (event.key === 'Home') this.#goTo(1);
      else if (event.key === 'End') this.#goTo(this.#action.frames);
      else if (event.key === ' ') this.#events.play(!this.#action.playing);
      else return;
      event.preventDefault();
    });
  }
}

/** Of two that are nearer on the ruler only one is shown: less than a px of most screens, %. */
const NEAREST_KEYS = 0.1;

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};
