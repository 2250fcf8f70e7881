import type { ActionState, Puppet } from 'ayatori';
import { element } from '../shared/shared.ts';

/** Seconds that a marker shines when its frame has come. */
const SHINE = 0.35;

/** The frames of one action, with markers that shine when the action comes to them. */
export class Timeline {
  readonly root: HTMLElement;
  readonly #action: ActionState;
  readonly #head = element('span', { className: 'head' });
  readonly #spots = new Map<string, HTMLElement>();
  readonly #shining = new Map<string, number>();

  constructor(puppet: Puppet, action: ActionState, said: (name: string) => void) {
    this.#action = action;
    this.root = element('div', { className: 'timeline' }, this.#head);
    puppet.on('marker', ({ name, action: by }) => {
      if (by.name !== action.name || action.weight === 0) return;
      this.#shining.set(name, SHINE);
      said(name);
    });
    puppet.on('frame', (seconds) => {
      for (const [name, left] of this.#shining) {
        if (left > seconds) this.#shining.set(name, left - seconds);
        else this.#shining.delete(name);
      }
    });
  }

  add(name: string, frame: number): void {
    this.#action.addMarker(name, frame);
    const spot = element('span', { className: 'marker', title: `${name}, frame ${frame}`, textContent: name });
    spot.style.left = `${this.#share(frame)}%`;
    this.#spots.set(name, spot);
    this.root.append(spot);
  }

  /** The frame at a place of the page. */
  frameAt(x: number): number {
    const { left, width } = this.root.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (x - left) / width));
    return Math.round(1 + share * (this.#action.frames - 1));
  }

  show(): void {
    this.#head.style.left = `${this.#share(Math.max(1, this.#action.frame))}%`;
    for (const [name, spot] of this.#spots) spot.classList.toggle('now', this.#shining.has(name));
  }

  #share(frame: number): number {
    return (100 * Math.min(frame - 1, this.#action.frames - 1)) / (this.#action.frames - 1);
  }
}
