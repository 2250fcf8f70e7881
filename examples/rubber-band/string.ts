import 'ayatori/check';
import { type Action, PathBuilder, PathPoints, type Puppet, type Rig, type Stage } from 'ayatori';
import { Band, bandCurve, curvePoints } from './band.ts';

/** How many points follow. */
export const FOLLOWERS = 10;

/** px. */
const WIDTH = 6;
const BEAD = 2.4;

/** Points of a path that is drawn as a circle. */
const CIRCLE_POINTS = 13;

/** The band, its shine, and a bead for the leader and each follower, which one action hides. */
function drawString(width: number, height: number) {
  const drawing = new PathBuilder(width, height, { name: 'rubber band' });
  const curve = (color: string, thickness: number) => {
    drawing.beginPath().moveTo(0, 0);
    for (let i = 0; i < FOLLOWERS; i++) drawing.lineTo(0, 0);
    drawing.stroke(color, thickness, { cap: 'round', join: 'round' });
    return drawing.path;
  };
  const curves = [curve('#b92f27', WIDTH), curve('#e77a6c', WIDTH / 4)];
  drawing.beginGroup('beads');
  const beads = Array.from({ length: FOLLOWERS + 1 }, (_, i) => {
    drawing.beginPath().arc(0, 0, i === 0 ? BEAD * 2 : BEAD);
    drawing.fill(i === 0 ? '#e0a03c' : '#6f93e6', { feather: 0.8 });
    return drawing.path;
  });
  const drawn = drawing.endGroup().build();
  const group = drawn.groups.findIndex(({ id }) => id === 'beads');
  const hide: Action = {
    name: 'hide',
    kind: 'morph',
    frames: 1,
    morphs: [],
    styles: [],
    visibility: [{ group, frames: Int32Array.of(1), values: [false] }],
    orders: [],
    bones: [],
  };
  const rig: Rig = { ...drawn, actions: [hide] };
  return { rig, curves, beads };
}

/** A rubber band on a stage: one puppet whose control points are set in each frame. */
export class RubberBand {
  readonly #puppet: Puppet;
  readonly #band: Band;
  readonly #curves: readonly PathPoints[];
  readonly #beads: readonly PathPoints[];
  readonly #curve = new Float64Array(2 * curvePoints(FOLLOWERS));
  readonly #bead = new Float64Array(2 * CIRCLE_POINTS);

  constructor(stage: Stage, x: number, y: number) {
    const { rig, curves, beads } = drawString(1, 1);
    // px of the rig are px of the stage.
    this.#puppet = stage.add(rig, { x: 0, y: 0, pivot: [0, 0] });
    this.#curves = curves.map((path) => new PathPoints(this.#puppet, path));
    this.#beads = beads.map((path) => new PathPoints(this.#puppet, path));
    this.#band = new Band(FOLLOWERS, x, y);
    this.advance(0, x, y);
  }

  get showsPoints(): boolean {
    return this.#puppet.action('hide').weight === 0;
  }

  set showsPoints(shown: boolean) {
    const hide = this.#puppet.action('hide');
    hide.frame = 1;
    hide.weight = shown ? 0 : 1;
  }

  /** Lets time pass with the leader at a place. */
  advance(seconds: number, leaderX: number, leaderY: number): void {
    this.#band.advance(seconds, leaderX, leaderY);
    const { points } = this.#band;
    bandCurve(leaderX, leaderY, points, this.#curve);
    for (const curve of this.#curves) curve.set(this.#curve);
    for (let i = 0; i < this.#beads.length; i++) {
      const x = i === 0 ? leaderX : points[i * 2 - 2];
      const y = i === 0 ? leaderY : points[i * 2 - 1];
      const rest = this.#puppet.rig.paths[this.#beads[i].path].points;
      for (let k = 0; k < rest.length; k += 2) {
        this.#bead[k] = rest[k] + x;
        this.#bead[k + 1] = rest[k + 1] + y;
      }
      this.#beads[i].set(this.#bead);
    }
  }
}
