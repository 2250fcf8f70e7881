import type { ActionState } from 'ayatori';
import { element } from './shared.ts';
import { Slider, type SliderSetting } from './slider.ts';

/** What a row shows of an action beside how it stands. */
export interface ActionSetting {
  readonly name: string;
  readonly frames: number;
  /** A word on what it does, where that is not plain to see. */
  readonly note?: string;
  readonly playing: boolean;
  readonly speed: number;
}

export interface ActionRowEvents {
  play(playing: boolean): void;
  frame(frame: number): void;
  weight(weight: number): void;
  speed(speed: number): void;
}

const PLAY = 'M3 1 L15 8 L3 15 Z';
const PAUSE = 'M3 1 H6.5 V15 H3 Z M9.5 1 H13 V15 H9.5 Z';

/** The sign for what a press would do. */
export function playIcon(playing: boolean): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  shape.setAttribute('d', playing ? PAUSE : PLAY);
  svg.append(shape);
  return svg;
}

/** One action's controls: play or pause, frame, weight, speed. */
export class ActionRow {
  readonly root: HTMLLIElement;
  readonly #name: string;
  readonly #button: HTMLButtonElement;
  readonly #frame: Slider;
  readonly #weight: Slider;
  #playing: boolean | undefined;

  constructor(setting: ActionSetting, events: ActionRowEvents) {
    const { name, frames, note } = setting;
    this.#name = name.replaceAll('_', ' ');
    this.#button = element('button', { className: 'button round', type: 'button' });
    this.#button.addEventListener('click', () => events.play(!setting.playing));
    const slider = (text: string, setting: Pick<SliderSetting, 'min' | 'max' | 'step' | 'format' | 'changed'>) =>
      new Slider({ text, ariaLabel: `${text} of ${this.#name}`, ...setting });
    this.#frame = slider('frame', {
      min: 0,
      max: frames,
      step: 0.1,
      format: (frame) => frame.toFixed(1),
      changed: events.frame,
    });
    this.#weight = slider('weight', {
      min: 0,
      max: 1,
      step: 0.01,
      format: (weight) => weight.toFixed(2),
      changed: events.weight,
    });
    const speed = slider('speed', {
      min: 0.05,
      max: 2,
      step: 0.05,
      format: (factor) => `${factor.toFixed(2)}×`,
      changed: events.speed,
    });
    speed.show(setting.speed);
    this.root = element(
      'li',
      {},
      this.#button,
      element(
        'h3',
        {},
        this.#name,
        element('small', { textContent: [`${frames} frames`, note].filter(Boolean).join(', ') }),
      ),
      element('div', { className: 'sliders' }, this.#frame.label, this.#weight.label, speed.label),
    );
    this.root.dataset.action = name;
  }

  /** Shows how the action stands; only what differs is written into the page. */
  show(playing: boolean, { frame, weight }: Pick<ActionState, 'frame' | 'weight'>): void {
    if (playing !== this.#playing) {
      this.#playing = playing;
      this.#button.replaceChildren(playIcon(playing));
      this.#button.ariaLabel = `${playing ? 'Pause' : 'Play'} ${this.#name}`;
      this.#button.ariaPressed = String(playing);
    }
    this.#frame.show(frame);
    this.#weight.show(weight);
  }
}
