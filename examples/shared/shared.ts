import { AyatoriError, type Puppet, type Rig, Stage } from 'ayatori';
import { load } from 'ayatori/loader';

/** How an action of Ito is best shown: its pace, and the seconds between two times where it is no steady motion. */
export interface Habit {
  readonly speed: number;
  readonly pause?: readonly [least: number, most: number];
}

const HABITS: Readonly<Record<string, Habit>> = {
  walk: { speed: 1 },
  wind: { speed: 0.4 },
  arm_wave: { speed: 0.5, pause: [0.8, 2] },
  head_turn: { speed: 0.2, pause: [0.5, 2.5] },
  smile: { speed: 0.25, pause: [1, 3] },
  blink: { speed: 0.8, pause: [1.2, 4] },
};

export const habitOf = (action: string): Habit => HABITS[action] ?? { speed: 1 };

/** Loads the character of the gallery. `root` leads from the page to the gallery's root, such as `..`. */
export async function loadIto(root: string, onProgress?: (share: number) => void): Promise<Rig> {
  const address = (file: string) => new URL(`${root}/characters/ito/${file}`, document.baseURI).href;
  const { rig, report } = await load(address('filelist.csv'), {
    rigFiles: [address('bones.json')],
    ...(onProgress && { onProgress: ({ done, total }) => onProgress(total === 0 ? 0 : done / total) }),
  });
  for (const problem of report.problems) console.warn(problem);
  return rig;
}

/** Whether the person asked the system for less motion. */
export const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The same numbers, 0 to 1, in the same order each time. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Plays actions of a puppet over and over, with a rest after each where its habit says so. */
export class Rhythm {
  readonly #puppet: Puppet;
  readonly #random: () => number;
  /** Seconds until the action goes on, of those that should play but rest. */
  readonly #waiting = new Map<string, number>();

  constructor(puppet: Puppet, random: () => number) {
    this.#puppet = puppet;
    this.#random = random;
    puppet.on('loop', (action) => {
      const { pause } = habitOf(action.name);
      if (!pause) return;
      action.pause().frame = 1;
      this.#waiting.set(action.name, this.#between(pause));
    });
    puppet.on('frame', (seconds) => {
      for (const [name, left] of this.#waiting) {
        if (left > seconds) this.#waiting.set(name, left - seconds);
        else this.play(name);
      }
    });
  }

  play(name: string): void {
    this.#waiting.delete(name);
    const action = this.#puppet.action(name);
    action.play({ loop: true, weight: action.weight });
  }

  /** Plays after the rest that the action's habit has, from somewhere within a steady motion. */
  playLater(name: string): void {
    const action = this.#puppet.action(name);
    const { pause } = habitOf(name);
    if (pause) {
      action.frame = 1;
      this.#waiting.set(name, this.#between(pause) * this.#random());
    } else {
      action.frame = 1 + this.#random() * (action.frames - 1);
      this.play(name);
    }
  }

  pause(name: string): void {
    this.#waiting.delete(name);
    this.#puppet.action(name).pause();
  }

  #between([least, most]: readonly [number, number]): number {
    return least + (most - least) * this.#random();
  }
}

/** A place in a crowd: stage px, with the far ones smaller. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Rows of a crowd, back to front, and the size of the stage that shows them: about `aspect` wide for its height. */
export function crowd(
  count: number,
  { width, height }: Rig,
  aspect: number,
): { spots: Spot[]; view: { width: number; height: number } } {
  if (count === 1) return { spots: [{ x: width / 2, y: height / 2, scale: 1 }], view: { width, height } };
  const random = randomNumbers(7);
  const across = width * 0.68;
  const down = height * 0.3;
  const viewOf = (rows: number) => ({
    width: across * (Math.ceil(count / rows) + (rows > 1 ? 1 : 0.5)),
    height: height + down * (rows - 1),
  });
  const misfit = (rows: number) => Math.abs(Math.log(viewOf(rows).width / viewOf(rows).height / aspect));
  let rows = 1;
  while (rows < count && misfit(rows + 1) < misfit(rows)) rows++;
  const view = viewOf(rows);
  const firstOf = (row: number) => Math.ceil((row * count) / rows);
  const spots = Array.from({ length: count }, (_, i): Spot => {
    const row = Math.floor((i * rows) / count);
    const nearness = (row + 1) / rows;
    const scale = 0.72 + 0.28 * nearness;
    // Rows stand in the gaps of the rows before them.
    const shift = rows > 1 ? ((row % 2) - 0.5) * 0.5 : 0;
    const step = (view.width - across * 0.9) / (firstOf(row + 1) - firstOf(row));
    return {
      x: across * 0.45 + step * (i - firstOf(row) + 0.5 + shift) + (random() - 0.5) * across * 0.24,
      y: view.height - height * 0.5 * scale - down * (rows - 1 - row) - random() * down * 0.2,
      scale,
    };
  });
  return { spots, view };
}

/** What lies over a stage while there is nothing to see: progress, then nothing, or what went wrong. */
export class Notice {
  readonly #root: HTMLElement;

  constructor(scene: HTMLElement) {
    this.#root = element('div', { className: 'notice', hidden: true });
    scene.append(this.#root);
  }

  /**
   * @param share 0 to 1; undefined where the end is not known
   * @param cancel Called when the person does not want to wait; without it there is no button.
   */
  progress(share: number | undefined, text = 'Drawing in the thread…', cancel?: () => void): void {
    let bar = this.#root.querySelector('progress');
    if (!bar) {
      bar = element('progress', { max: 1, ariaLabel: 'Loading' });
      this.show(bar, element('span', { className: 'muted' }));
      if (cancel) {
        const stop = element('button', { className: 'button', type: 'button', textContent: 'Cancel' });
        stop.addEventListener('click', cancel);
        this.#root.append(stop);
      }
    }
    if (share === undefined) bar.removeAttribute('value');
    else bar.value = share;
    const line = find('span', HTMLSpanElement, this.#root);
    if (line.textContent !== text) line.textContent = text;
  }

  /** Anything else, until the next call. */
  show(...content: Node[]): void {
    this.#root.removeAttribute('role');
    this.#put(content);
  }

  /** The same, told at once to those who cannot see it. */
  alert(...content: Node[]): void {
    this.#root.setAttribute('role', 'alert');
    this.#put(content);
  }

  clear(): void {
    this.#root.hidden = true;
    this.#root.replaceChildren();
  }

  fail(error: unknown, retry?: () => void): void {
    const content: HTMLElement[] = [
      element('strong', { textContent: 'Nothing to see, sorry' }),
      element('p', { textContent: describe(error) }),
    ];
    if (retry) {
      const again = element('button', { className: 'button', type: 'button', textContent: 'Try again' });
      again.addEventListener('click', retry);
      content.push(again);
    }
    this.alert(...content);
  }

  #put(content: readonly Node[]): void {
    this.#root.replaceChildren(...content);
    this.#root.hidden = false;
  }
}

function describe(error: unknown): string {
  if (error instanceof AyatoriError) return error.message;
  return error instanceof Error ? error.message : String(error);
}

/** A stage on the canvas, or an AyatoriError that says what this machine lacks. */
export function openStage(canvas: HTMLCanvasElement): Stage {
  if (!Stage.supported) {
    throw new AyatoriError({
      code: 'no-webgl2',
      message: 'this browser or its graphics driver cannot draw the characters',
      expected: 'WebGL2 with float render targets',
      hint: 'a current Chrome, Firefox or Safari with hardware acceleration can',
    });
  }
  return new Stage(canvas, { autoStart: false });
}

/**
 * When a stage draws: on each frame of the screen while something plays, else once after something
 * was changed. `report` is called after a picture, ten times a second at most: enough for numbers on a page.
 */
export class Show {
  readonly #stage: Stage;
  readonly #playing: () => boolean;
  readonly #report: () => void;
  #drawing = false;

  constructor(stage: Stage, playing: () => boolean, report: () => void) {
    this.#stage = stage;
    this.#playing = playing;
    this.#report = report;
    let untilReport = 0;
    stage.on('frame', (seconds) => {
      untilReport -= seconds;
      if (untilReport > 0) return;
      untilReport = 0.1;
      report();
    });
  }

  /** Something was changed. */
  draw(): void {
    if (this.#playing()) {
      this.#stage.start();
      return;
    }
    this.#stage.stop();
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      // Something may have begun to play, which draws by itself.
      if (this.#playing()) return;
      this.#stage.render();
      this.#report();
    });
  }
}

/** Numbers and what they count. */
export function figures(...pairs: [value: string, unit: string][]): HTMLElement[] {
  return pairs.map(([value, unit]) => element('span', {}, element('b', { textContent: value }), ` ${unit}`));
}

/** A number of bytes as a person reads it. */
export function byteText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 999_500 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** An element with some properties set. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Omit<HTMLElementTagNameMap[Name], 'style'>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The element that the page's own markup has, for certain. */
export function find<Type extends Element>(
  selector: string,
  type: new () => Type,
  within: ParentNode = document,
): Type {
  const found = within.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${selector}.`);
}
