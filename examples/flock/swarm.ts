import { PathBuilder, type Puppet, type Rig, type Stage } from 'ayatori';
import { randomNumbers } from '../shared/shared.ts';
import { Flock, PACE, type Urges } from './flock.ts';

/** px of the rig: the circle where it is half as strong, and how wide its edge fades. */
const RADIUS = 12;
const FEATHER = 7;

/** s. A machine that is farther behind shows slower motion: more steps a frame would only put it back more. */
const MOST_LAG = 2.01 / PACE;

/** One white circle with a soft edge; every puppet tints it. */
function circle(): Rig {
  const side = 2 * RADIUS + FEATHER + 2;
  const drawing = new PathBuilder(side, side, { name: 'circle' });
  return drawing
    .arc(side / 2, side / 2, RADIUS)
    .fill('white', { feather: FEATHER })
    .build();
}

/** A flock on a stage: a puppet of the same rig for each circle. */
export class Swarm {
  readonly #stage: Stage;
  readonly #rig = circle();
  readonly #puppets: Puppet[] = [];
  #flock = new Flock(0, Math.random, 0, 0);
  #beforeX = new Float64Array(0);
  #beforeY = new Float64Array(0);
  #rest = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get count(): number {
    return this.#puppets.length;
  }

  /** Other circles at other places: the same for the same seed. */
  begin(count: number, seed: number): void {
    const random = randomNumbers(seed);
    const { width, height } = this.#stage.view ?? { width: 1, height: 1 };
    this.#flock = new Flock(count, random, width, height);
    this.#beforeX = this.#flock.x.slice();
    this.#beforeY = this.#flock.y.slice();
    this.#rest = 0;
    while (this.#puppets.length > count) this.#puppets.pop()?.remove();
    while (this.#puppets.length < count) this.#puppets.push(this.#stage.add(this.#rig));
    // Many are small, or they would be one blot.
    const scale = Math.max(0.15, (12 / count) ** 0.32);
    for (const puppet of this.#puppets) {
      puppet.scale = scale * (0.75 + 0.5 * random());
      puppet.alpha = 0.9;
      puppet.setTint(...bright(random()));
    }
    this.#place(0);
  }

  /** Lets time pass, in whole steps; what is left over is shown between two. */
  advance(seconds: number, targetX: number, targetY: number, urges: Urges): void {
    this.#rest = Math.min(this.#rest + seconds, MOST_LAG);
    while (this.#rest >= 1 / PACE) {
      this.#rest -= 1 / PACE;
      this.#beforeX.set(this.#flock.x);
      this.#beforeY.set(this.#flock.y);
      this.#flock.step(targetX, targetY, urges);
    }
    this.#place(this.#rest * PACE);
  }

  #place(share: number): void {
    const { x, y } = this.#flock;
    for (let i = 0; i < x.length; i++) {
      const puppet = this.#puppets[i];
      puppet.x = this.#beforeX[i] + (x[i] - this.#beforeX[i]) * share;
      puppet.y = this.#beforeY[i] + (y[i] - this.#beforeY[i]) * share;
    }
  }
}

/** A colour of the wheel, strong on light and dark grounds alike. */
function bright(hue: number): [red: number, green: number, blue: number] {
  const channel = (n: number) => {
    const k = (n + hue * 12) % 12;
    return 0.55 - 0.3 * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}
