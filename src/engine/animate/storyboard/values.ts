import { colord, extend } from 'colord';
import names from 'colord/plugins/names';
import { AyatoriError } from '../../model/problem.ts';

extend([names]);

/** A number, a CSS colour, or a list of numbers such as a tint (for which a CSS colour may stand). */
export type Value = number | string | readonly number[];

/**
 * A property of an object that is animated: its value as a list of numbers. A colour in words has four:
 * red, green and blue times alpha, 0 to 255, and alpha, so that half-way to transparent is no grey.
 */
export class Property {
  readonly target: object;
  readonly name: string;
  /** How many numbers. */
  readonly length: number;
  readonly #kind: 'number' | 'color' | 'list';
  /** What is written for a list that is no typed array: always the same one. */
  readonly #list: number[] = [];

  /** @throws AyatoriError `animation` when the property cannot be animated. */
  constructor(target: object, name: string) {
    this.target = target;
    this.name = name;
    const value = this.#value;
    if (typeof value === 'number') [this.#kind, this.length] = ['number', 1];
    else if (typeof value === 'string') [this.#kind, this.length] = ['color', 4];
    else if (isList(value)) [this.#kind, this.length] = ['list', value.length];
    else {
      throw new AyatoriError({
        code: 'animation',
        message: `the property ${name} cannot be animated`,
        expected: 'a number, a list of numbers, or a CSS colour',
        found: value === undefined ? 'nothing' : typeof value,
      });
    }
  }

  get #value(): unknown {
    return (this.target as Record<string, unknown>)[this.name];
  }

  /** The present value. */
  read(): number[] {
    return this.parse(this.#value as Value);
  }

  /** @throws AyatoriError `animation` when the value does not fit the property. */
  parse(value: Value): number[] {
    if (this.#kind === 'number' && typeof value === 'number' && Number.isFinite(value)) return [value];
    if (this.#kind === 'list' && isList(value) && value.length === this.length) return Array.from(value);
    if (this.#kind !== 'number' && typeof value === 'string' && value.length <= 100) {
      const color = colord(value.trim().toLowerCase());
      const { r, g, b, a } = color.rgba;
      if (color.isValid() && this.#kind === 'color') return [r * a, g * a, b * a, a];
      if (color.isValid() && (this.length === 3 || this.length === 4)) {
        return [r / 255, g / 255, b / 255, a].slice(0, this.length);
      }
    }
    const expected = { number: 'a finite number', color: 'a CSS colour', list: `${this.length} numbers` };
    throw new AyatoriError({
      code: 'animation',
      message: `the value does not fit the property ${this.name}`,
      expected: expected[this.#kind],
      found: String(value).slice(0, 60),
    });
  }

  write(numbers: ArrayLike<number>): void {
    const target = this.target as Record<string, unknown>;
    if (this.#kind === 'number') target[this.name] = numbers[0];
    else if (this.#kind === 'color') {
      const alpha = Math.min(Math.max(numbers[3], 0), 1);
      const channel = (i: number) => (alpha === 0 ? 0 : numbers[i] / alpha);
      target[this.name] = colord({ r: channel(0), g: channel(1), b: channel(2), a: alpha }).toRgbString();
    } else {
      const value = this.#value;
      const list = ArrayBuffer.isView(value) ? (value as unknown as number[]) : this.#list;
      for (let i = 0; i < numbers.length; i++) list[i] = numbers[i];
      if (list === this.#list) target[this.name] = list;
    }
  }
}

const isList = (value: unknown): value is readonly number[] =>
  (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) &&
  Array.from(value as unknown as ArrayLike<unknown>).every((item) => typeof item === 'number');
