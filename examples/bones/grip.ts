import { element } from '../shared/shared.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface GripEvents {
  /** Someone has taken hold of it. */
  take(): void;
  /** It is dragged to a point of the page. */
  drag(to: Point): void;
  release(): void;
}

/** CSS px that an arrow key drags. */
const STEP = 8;

/** A ring on the stage to drag by: with a mouse, a finger, or the arrow keys. */
export class Grip {
  readonly root: HTMLButtonElement;
  readonly #events: GripEvents;
  /** Where it is dragged to, from where it is taken; px of the page. */
  #goal: Point | null = null;
  #offset: Point = { x: 0, y: 0 };

  constructor(label: string, events: GripEvents) {
    this.#events = events;
    this.root = element('button', { className: 'handle grip', type: 'button', ariaLabel: label, title: label });
    this.root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      const middle = this.middle;
      this.#offset = { x: event.clientX - middle.x, y: event.clientY - middle.y };
      this.root.setPointerCapture(event.pointerId);
      this.#take(middle);
    });
    this.root.addEventListener('pointermove', (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) {
        this.#drag({ x: event.clientX - this.#offset.x, y: event.clientY - this.#offset.y });
      }
    });
    for (const end of ['pointerup', 'pointercancel'] as const) this.root.addEventListener(end, () => this.#release());
    this.root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#release();
      const [dx, dy] = ARROWS[event.key] ?? [0, 0];
      if (dx === 0 && dy === 0) return;
      event.preventDefault();
      const from = this.#goal ?? this.middle;
      if (!this.#goal) this.#take(from);
      this.#drag({ x: from.x + dx * STEP, y: from.y + dy * STEP });
    });
    this.root.addEventListener('blur', () => this.#release());
  }

  /** Where its middle is; px of the page. */
  get middle(): Point {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  /** Where it is dragged to, while it is. */
  get goal(): Point | null {
    return this.#goal;
  }

  /** Puts it on the stage. CSS px from the stage's corner. */
  place(x: number, y: number): void {
    this.root.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  #take(at: Point): void {
    this.#goal = at;
    this.root.classList.add('held');
    this.#events.take();
  }

  #drag(to: Point): void {
    this.#goal = to;
    this.#events.drag(to);
  }

  #release(): void {
    if (!this.#goal) return;
    this.#goal = null;
    this.root.classList.remove('held');
    this.#events.release();
  }
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
