import type { CompiledRig } from './compiled-rig.ts';
import { LAYOUT } from './layout.ts';

/**
 * How much the bones of each skin set have made its paths grow so far. A lone bone turns a path
 * and stretches it; bones that move apart also pull a path between them. Kept to learn the sizes of
 * cells without looking at paths: it costs a few numbers a bone.
 */
export class SkinRoom {
  /** Factor on the diagonal of each path's box; 0 while all bones of the set are at rest. */
  readonly factors: Float32Array;
  /** Counts how often a factor has grown. */
  growths = 0;
  readonly #compiled: CompiledRig;
  /** Left, top, right, bottom of all paths of a set at rest. */
  readonly #boxes: Float32Array;

  constructor(compiled: CompiledRig) {
    const { skinSets, paths, points } = compiled;
    this.#compiled = compiled;
    this.factors = new Float32Array(skinSets.length);
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
      const need = this.#need(s, bones);
      if (need === 0 || need <= this.factors[s]) continue;
      // In steps, so that a slow motion does not make all layouts anew each frame.
      const least = skinSets[s].bones.length > 1 ? ROOM_BETWEEN_BONES : 1;
      this.factors[s] = need <= least ? least : STEP ** Math.ceil(Math.log(need) / Math.log(STEP));
      grown = true;
    }
    if (grown) this.growths++;
    return grown;
  }

  #need(set: number, bones: Float32Array): number {
    const list = this.#compiled.skinSets[set].bones;
    const boxes = this.#boxes;
    let isAtRest = true;
    let stretch = 1;
    let apart = 0;
    for (let k = 0; k < list.length; k++) {
      const o = list[k] * 8;
      for (let i = 0; i < 6; i++) isAtRest &&= bones[o + i] === 0;
      stretch = Math.max(stretch, Math.hypot(bones[o] + 1, bones[o + 1]), Math.hypot(bones[o + 2], bones[o + 3] + 1));
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
    if (isAtRest) return 0;
    const diagonal = Math.hypot(boxes[set * 4 + 2] - boxes[set * 4], boxes[set * 4 + 3] - boxes[set * 4 + 1]);
    return stretch * (1 + (diagonal > 0 ? apart / diagonal : 0));
  }
}

/** What a path between two bones of a limb that bends may need. */
const ROOM_BETWEEN_BONES = 1.5;
const STEP = 1.25;
