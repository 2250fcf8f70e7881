import { element } from './shared.ts';

export interface SliderSetting {
  /** What stands beside it. */
  readonly text: string;
  /** What it is called where the text alone does not tell. */
  readonly ariaLabel: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  format(value: number): string;
  changed(value: number): void;
}

/** A number to be slid. */
export class Slider {
  readonly label: HTMLLabelElement;
  readonly #input: HTMLInputElement;
  readonly #output = element('output');
  readonly #format: (value: number) => string;
  #shown: number | undefined;

  constructor({ text, ariaLabel, min, max, step, format, changed }: SliderSetting) {
    const [from, to, by] = [min, max, step].map(String);
    this.#format = format;
    this.#input = element('input', { type: 'range', min: from, max: to, step: by, ariaLabel, autocomplete: 'off' });
    this.#input.dataset.control = text;
    this.#input.addEventListener('input', () => {
      const value = Number(this.#input.value);
      this.#shown = value;
      this.#say(value);
      changed(value);
    });
    this.label = element('label', { className: 'slider' }, text, this.#output, this.#input);
  }

  /** Only what differs is written into the page. */
  show(value: number): void {
    if (value === this.#shown) return;
    this.#shown = value;
    this.#input.value = String(value);
    this.#say(value);
  }

  #say(value: number): void {
    const text = this.#format(value);
    this.#output.textContent = text;
    this.#input.ariaValueText = text;
  }
}
