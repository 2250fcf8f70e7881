import type { CompiledRig } from './compiled-rig.ts';
import { LAYOUT } from './layout.ts';

/**
 * How far the bones of each skin set have turned its paths and made them grow so far. A lone bone
 * turns a path and stretches it; bones that move apart also pull a path between them. Kept to learn
 * the sizes of cells without looking at paths: it costs a few numbers a bone. In steps, so that a
 * slow motion does not make all layouts anew each frame.
 */
export class SkinRoom {
  /** Factor on the size of each path; 0 while all bones of the set are at rest. */
  readonly factors: Float32Array;
  /** Greatest turn either way, radians, up to a quarter. */
  readonly turns: Float32Array;
  /** Counts how often one of them has grown. */
  growths = 0;
  readonly #compiled: CompiledRig;
  /** Left, top, right, bottom of all paths of a set at rest. */
  readonly #boxes: Float32Array;
  #factor = 0;
  #turn = 0;

  constructor(compiled: CompiledRig) {
    const { skinSets, paths, points } = compiled;
    this.#compiled = compiled;
    this.factors = new Float32Array(skinSets.length);
    this.turns = new Float32Array(skinSets.length);
    this.#boxes = new Float32Array(skinSets.length * 4);
    skinSets.forEach((set, s) => {
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const path of set.paths) {
        const texel = path * LAYOUT.PATH_TEXELS * 4;
        for (let i = paths[texel + 4]; i < paths[texel + 4] + paths[texel + 5]; i++) {
          left = Math.min(left, points[i * 4]);
          right = Math.max(right, points[i * 4]);
          top = Math.min(top, points[i * 4 + 1]);
          bottom = Math.max(bottom, points[i * 4 + 1]);
        }
      }
      this.#boxes.set([left, top, right, bottom], s * 4);
    });
  }

  /**
   * Takes in a puppet's bones.
   * @param bones See `Pose.bones`.
   * @returns Whether a factor has grown.
   */
  note(bones: Float32Array): boolean {
    let grown = false;
    const { skinSets } = this.#compiled;
    for (let s = 0; s < skinSets.length; s++) {
      this.#measure(s, bones);
      if (this.#factor > this.factors[s]) {
        this.factors[s] = FACTOR_STEP ** Math.ceil(Math.log(this.#factor) / Math.log(FACTOR_STEP) - 1e-6);
        grown = true;
      }
      if (this.#turn > this.turns[s]) {
        this.turns[s] = Math.min(Math.ceil(this.#turn / TURN_STEP) * TURN_STEP, Math.PI / 2);
        grown = true;
      }
    }
    if (grown) this.growths++;
    return grown;
  }

  /** Sets `#factor` and `#turn` to what a set of bones needs. */
  #measure(set: number, bones: Float32Array): void {
    const list = this.#compiled.skinSets[set].bones;
    const boxes = this.#boxes;
    let isAtRest = true;
    let stretch = 1;
    let apart = 0;
    let turn = 0;
    for (let k = 0; k < list.length; k++) {
      const o = list[k] * 8;
      for (let i = 0; i < 6; i++) isAtRest &&= bones[o + i] === 0;
      stretch = Math.max(stretch, Math.hypot(bones[o] + 1, bones[o + 1]), Math.hypot(bones[o + 2], bones[o + 3] + 1));
      // Between two bones a path may lie at any angle between theirs.
      turn = Math.max(turn, Math.abs(Math.atan2(bones[o + 1], bones[o] + 1)));
      if (k === 0) continue;
      const first = list[0] * 8;
      for (let corner = 0; corner < 4; corner++) {
        const x = boxes[set * 4 + (corner & 1) * 2];
        const y = boxes[set * 4 + 1 + (corner & 2)];
        const dx =
          (bones[o] - bones[first]) * x + (bones[o + 2] - bones[first + 2]) * y + bones[o + 4] - bones[first + 4];
        const dy =
          (bones[o + 1] - bones[first + 1]) * x +
          (bones[o + 3] - bones[first + 3]) * y +
          bones[o + 5] -
          bones[first + 5];
        apart = Math.max(apart, Math.hypot(dx, dy));
      }
    }
    const diagonal = Math.hypot(boxes[set * 4 + 2] - boxes[set * 4], boxes[set * 4 + 3] - boxes[set * 4 + 1]);
    this.#factor = isAtRest ? 0 : stretch * (1 + (diagonal > 0 ? apart / diagonal : 0));
    this.#turn = isAtRest ? 0 : Math.min(turn, Math.PI / 2);
  }
}

const FACTOR_STEP = 1.1;
const TURN_STEP = Math.PI / 18;
