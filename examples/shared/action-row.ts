import type { ActionState } from 'ayatori';
import { element } from './shared.ts';

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

interface Slider {
  readonly label: HTMLLabelElement;
  show(value: number): void;
}

function slider(
  action: string,
  name: string,
  range: { min: number; max: number; step: number },
  format: (value: number) => string,
  changed: (value: number) => void,
): Slider {
  const output = element('output');
  const input = element('input', {
    type: 'range',
    min: String(range.min),
    max: String(range.max),
    step: String(range.step),
    ariaLabel: `${name} of ${action}`,
  });
  input.dataset.control = name;
  const say = (value: number) => {
    const text = format(value);
    output.textContent = text;
    input.ariaValueText = text;
  };
  input.addEventListener('input', () => {
    const value = Number(input.value);
    say(value);
    changed(value);
  });
  let shown: number | undefined;
  return {
    label: element('label', { className: 'slider' }, name, output, input),
    show(value) {
      if (value === shown) return;
      shown = value;
      input.value = String(value);
      say(value);
    },
  };
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
    const label = this.#name;
    this.#frame = slider(label, 'frame', { min: 0, max: frames, step: 0.1 }, (v) => v.toFixed(1), events.frame);
    this.#weight = slider(label, 'weight', { min: 0, max: 1, step: 0.01 }, (v) => v.toFixed(2), events.weight);
    const speed = slider(label, 'speed', { min: 0.05, max: 2, step: 0.05 }, (v) => `${v.toFixed(2)}×`, events.speed);
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
  show(playing: boolean, { frame, weight }: ActionState): void {
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
