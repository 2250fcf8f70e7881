import type { Stage } from 'ayatori';

/** Seconds without a pointer after which the target wanders by itself again. */
const PATIENCE = 2;

/** Stage px a second that an arrow key moves the target by. */
const KEY_STEP = 24;

export interface TargetEvents {
  /** It was moved, by pointer, finger or key. */
  moved(): void;
  /** A click, a tap, Enter or Space. */
  clicked(): void;
}

/** A place on a stage that follows pointer, finger or arrow keys, and wanders while there is none of them. */
export class Target {
  x = 0;
  y = 0;
  readonly #stage: Stage;
  #idle = Infinity;
  #time = 0;

  constructor(stage: Stage, canvas: HTMLCanvasElement, { moved, clicked }: TargetEvents) {
    this.#stage = stage;
    const follow = (event: PointerEvent) => {
      const { x, y } = stage.toStage(event.clientX, event.clientY);
      this.#put(x, y);
      moved();
    };
    canvas.addEventListener('pointermove', follow);
    canvas.addEventListener('pointerdown', follow);
    canvas.addEventListener('click', clicked);
    canvas.addEventListener('keydown', (event) => {
      const way = WAYS[event.key];
      if (way !== undefined) {
        this.#put(this.x + way[0] * KEY_STEP, this.y + way[1] * KEY_STEP);
        moved();
      } else if (event.key === 'Enter' || event.key === ' ') clicked();
      else return;
      event.preventDefault();
    });
  }

  /** Lets time pass. */
  advance(seconds: number): void {
    this.#idle += seconds;
    if (this.#idle < PATIENCE) return;
    this.#time += seconds;
    const { width, height } = this.#stage.view ?? { width: 0, height: 0 };
    const wanderedX = width * (0.5 + 0.33 * Math.sin(this.#time * 0.9));
    const wanderedY = height * (0.5 + 0.3 * Math.sin(this.#time * 1.37 + 0.4));
    // From where it was left it comes back gently.
    const share = this.#idle === Infinity ? 1 : 1 - 0.5 ** (seconds * 4);
    this.x += (wanderedX - this.x) * share;
    this.y += (wanderedY - this.y) * share;
  }

  #put(x: number, y: number): void {
    const { width, height } = this.#stage.view ?? { width: 0, height: 0 };
    this.x = Math.min(Math.max(x, 0), width);
    this.y = Math.min(Math.max(y, 0), height);
    this.#idle = 0;
  }
}

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
