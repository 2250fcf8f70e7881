import type { CompiledRig } from './compiled-rig.ts';
import { LAYOUT } from './layout.ts';
import { FACTOR, LEAST, MOST, measured, SetRoom } from './set-room.ts';

/**
 * How far the bones of each skin set have turned the paths of one puppet and made them grow so far.
 * A lone bone turns a path and stretches it; bones that move apart also pull a path between them.
 * Kept to learn the sizes of cells without looking at paths: it costs a few numbers a bone.
 */
export class SkinRoom extends SetRoom {
  readonly #compiled: CompiledRig;
  readonly #boxes: Float32Array;

  constructor(compiled: CompiledRig) {
    super(compiled);
    this.#compiled = compiled;
    this.#boxes = setBoxes(compiled);
  }

  protected measure(set: number, bones: Float32Array): boolean {
    const list = this.#compiled.skinSets[set].bones;
    if (areAtRest(list, bones)) return false;
    const boxes = this.#boxes;
    const box = set * 6;
    const depth = boxes[box + 5] - boxes[box + 4];
    // Squares, for `Math.hypot` makes garbage.
    let stretch = 1;
    let apart = 0;
    measured[LEAST] = Infinity;
    measured[MOST] = -Infinity;
    const first = list[0] * 8;
    for (let k = 0; k < list.length; k++) {
      const o = list[k] * 8;
      // How much farther behind the picture plane one point of a path lies than another.
      apart = Math.max(apart, (bones[o + 6] ** 2 + bones[o + 7] ** 2) * depth ** 2);
      stretch = Math.max(stretch, (bones[o] + 1) ** 2 + bones[o + 1] ** 2, bones[o + 2] ** 2 + (bones[o + 3] + 1) ** 2);
      // Between two bones a path may lie at any angle between theirs.
      const turn = Math.atan2(bones[o + 1], bones[o] + 1);
      measured[LEAST] = Math.min(measured[LEAST], turn);
      measured[MOST] = Math.max(measured[MOST], turn);
      if (k === 0) continue;
      for (let corner = 0; corner < (depth === 0 ? 4 : 8); corner++) {
        const x = boxes[box + (corner & 1) * 2];
        const y = boxes[box + 1 + (corner & 2)];
        const z = boxes[box + 4 + (corner >> 2)];
        let dx = bones[o + 4] - bones[first + 4];
        let dy = bones[o + 5] - bones[first + 5];
        dx += (bones[o] - bones[first]) * x + (bones[o + 2] - bones[first + 2]) * y;
        dy += (bones[o + 1] - bones[first + 1]) * x + (bones[o + 3] - bones[first + 3]) * y;
        dx += (bones[o + 6] - bones[first + 6]) * z;
        dy += (bones[o + 7] - bones[first + 7]) * z;
        apart = Math.max(apart, dx * dx + dy * dy);
      }
    }
    const diagonal = (boxes[box + 2] - boxes[box]) ** 2 + (boxes[box + 3] - boxes[box + 1]) ** 2;
    measured[FACTOR] = Math.sqrt(stretch) * (1 + (diagonal > 0 ? Math.sqrt(apart / diagonal) : 0));
    return true;
  }
}

function areAtRest(list: readonly number[], bones: Float32Array): boolean {
  for (let k = 0; k < list.length; k++) {
    for (let i = list[k] * 8; i < list[k] * 8 + 8; i++) if (bones[i] !== 0) return false;
  }
  return true;
}

const known = new WeakMap<CompiledRig, Float32Array>();

/** Left, top, right, bottom of all paths of each set at rest, and their least and greatest depths. The same for all puppets. */
function setBoxes(compiled: CompiledRig): Float32Array {
  const cached = known.get(compiled);
  if (cached !== undefined) return cached;
  const { rig, skinSets, paths, points } = compiled;
  const boxes = new Float32Array(skinSets.length * 6);
  skinSets.forEach((set, s) => {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    let [nearest, farthest] = [0, 0];
    for (const path of set.paths) {
      for (const depth of rig.paths[path].weights?.depths ?? []) {
        nearest = Math.min(nearest, depth);
        farthest = Math.max(farthest, depth);
      }
      const texel = path * LAYOUT.PATH_TEXELS * 4;
      for (let i = paths[texel + 4]; i < paths[texel + 4] + paths[texel + 5]; i++) {
        left = Math.min(left, points[i * 4]);
        right = Math.max(right, points[i * 4]);
        top = Math.min(top, points[i * 4 + 1]);
        bottom = Math.max(bottom, points[i * 4 + 1]);
      }
    }
    boxes.set([left, top, right, bottom, nearest, farthest], s * 6);
  });
  known.set(compiled, boxes);
  return boxes;
}
