import type { MohoPaint } from '../../engine/geometry/moho/paint.ts';
import type { Color, StyleTrack } from '../../engine/model/rig.ts';

/** The keys of an outline. */
export class OutlineKeys {
  readonly #path: number;
  readonly #rest: MohoPaint;
  readonly #fill = new Keys<Color | null>();
  readonly #stroke = new Keys<Color | null>();
  readonly #width = new Keys<number>();

  constructor(path: number, rest: MohoPaint) {
    this.#path = path;
    this.#rest = rest;
  }

  /** @param isForced Colours are keys in any case. */
  note(frame: number, { fill, stroke, width }: MohoPaint, isForced: boolean): void {
    const rest = this.#rest;
    this.#fill.note(frame, fill, rest.fill, isSameColor, isForced);
    this.#stroke.note(frame, stroke, rest.stroke, isSameColor, isForced);
    this.#width.note(frame, width, rest.width, isSameWidth);
  }

  get tracks(): StyleTrack[] {
    const path = this.#path;
    const tracks: StyleTrack[] = [];
    if (this.#fill.values.length > 0) tracks.push({ path, property: 'fill', ...this.#fill.track });
    if (this.#stroke.values.length > 0) tracks.push({ path, property: 'stroke', ...this.#stroke.track });
    if (this.#width.values.length > 0) tracks.push({ path, property: 'strokeWidth', ...this.#width.track });
    return tracks;
  }
}

/** Collects keys where a value is another than before. */
export class Keys<T> {
  readonly frames: number[] = [];
  readonly values: T[] = [];

  note(frame: number, value: T, rest: T, isSame: (a: T, b: T) => boolean, always = false): void {
    const before = this.values.length === 0 ? rest : this.values[this.values.length - 1];
    if (!always && isSame(before, value)) return;
    this.frames.push(frame);
    this.values.push(value);
  }

  get track(): { readonly frames: Int32Array; readonly values: readonly T[] } {
    return { frames: Int32Array.from(this.frames), values: this.values };
  }
}

const isSameWidth = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6;

const isSameColor = (a: Color | null, b: Color | null): boolean =>
  a === b || (a !== null && b !== null && a.every((share, i) => Math.abs(share - b[i]) < 1e-6));
