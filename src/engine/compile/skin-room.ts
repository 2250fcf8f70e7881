import type { BoneRoom } from './bone-part.ts';
import { type CellExtents, penOf } from './cell-layout.ts';
import type { CompiledRig } from './compiled-rig.ts';
import { LAYOUT } from './layout.ts';

/**
 * How far the bones of each skin set have turned the paths of one puppet and made them grow so far.
 * A lone bone turns a path and stretches it; bones that move apart also pull a path between them.
 * Kept to learn the sizes of cells without looking at paths: it costs a few numbers a bone. In wide
 * steps, so that a motion seldom makes a new layout, and growing only, so that in a repeated motion
 * none is made after the first round.
 */
export class SkinRoom implements BoneRoom {
  /** Factor on the size of each path; 0 while all bones of the set are at rest. */
  readonly factors: Float32Array;
  /** The range of turns, radians: least, most for each set. No turn is always within, as at rest. */
  readonly turns: Float32Array;
  name = '';
  readonly #compiled: CompiledRig;
  readonly #boxes: Float32Array;

  constructor(compiled: CompiledRig) {
    this.#compiled = compiled;
    this.factors = new Float32Array(compiled.skinSets.length);
    this.turns = new Float32Array(compiled.skinSets.length * 2);
    this.#boxes = setBoxes(compiled);
  }

  note(bones: Float32Array): boolean {
    let grown = false;
    const { factors, turns } = this;
    const { skinSets } = this.#compiled;
    for (let s = 0; s < skinSets.length; s++) {
      if (!this.measure(s, bones)) continue;
      if (measured[FACTOR] > factors[s]) {
        factors[s] = FACTOR_STEP ** Math.ceil(Math.log(measured[FACTOR]) / Math.log(FACTOR_STEP) - 1e-6);
        grown = true;
      }
      if (measured[LEAST] < turns[s * 2]) {
        turns[s * 2] = Math.floor(measured[LEAST] / TURN_STEP) * TURN_STEP;
        grown = true;
      }
      if (measured[MOST] > turns[s * 2 + 1]) {
        turns[s * 2 + 1] = Math.ceil(measured[MOST] / TURN_STEP) * TURN_STEP;
        grown = true;
      }
    }
    if (grown) this.name = `${factors.join()} ${turns.join()}`;
    return grown;
  }

  widen({ boxes, sizes: unbent }: CellExtents): CellExtents {
    const { cells, rig, skinSets } = this.#compiled;
    const { factors, turns } = this;
    const skinSetOf = new Int32Array(rig.paths.length).fill(-1);
    skinSets.forEach(({ paths }, s) => {
      if (factors[s] > 0) for (const path of paths) skinSetOf[path] = s;
    });
    const sizes = unbent.slice();
    for (let cell = 0; cell < cells.length / 4; cell++) {
      const set = skinSetOf[cells[cell * 4]];
      if (set < 0) continue;
      const pen = 2 * penOf(this.#compiled, cell);
      const [width, height] = [unbent[cell * 2] - pen, unbent[cell * 2 + 1] - pen];
      const [least, most] = [turns[set * 2], turns[set * 2 + 1]];
      sizes[cell * 2] = factors[set] * turnedWidth(width, height, least, most) + pen;
      sizes[cell * 2 + 1] = factors[set] * turnedWidth(height, width, least, most) + pen;
    }
    return { boxes, sizes };
  }

  /** Sets {@link measured} to what a set needs. @returns false: nothing, its bones are at rest. */
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

/** What a set needs now; numbers of an object would be garbage. */
export const measured = new Float64Array(3);
/** Factor on its size; between which turns it is, radians. */
export const [FACTOR, LEAST, MOST] = [0, 1, 2];

const FACTOR_STEP = 1.2;
const TURN_STEP = Math.PI / 8;

/** The greatest width of a box that is turned by an angle from `least` to `most`. */
function turnedWidth(width: number, height: number, least: number, most: number): number {
  // Widest where one of the diagonals lies level.
  const diagonal = Math.atan2(height, width);
  for (const level of [diagonal, -diagonal]) {
    if (level + Math.PI * Math.ceil((least - level) / Math.PI) <= most) return Math.hypot(width, height);
  }
  const at = (turn: number) => width * Math.abs(Math.cos(turn)) + height * Math.abs(Math.sin(turn));
  return Math.max(at(least), at(most));
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
