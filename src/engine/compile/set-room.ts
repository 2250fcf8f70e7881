import type { BoneRoom } from './bone-part.ts';
import { type CellExtents, penOf } from './cell-layout.ts';
import type { CompiledRig } from './compiled-rig.ts';

/**
 * How far the paths of each skin set of one puppet were turned and made to grow so far. In wide
 * steps, so that a motion seldom makes a new layout, and growing only, so that in a repeated motion
 * none is made after the first round.
 */
export abstract class SetRoom implements BoneRoom {
  /** Factor on the size of each path; 0 while all bones of the set are at rest. */
  readonly factors: Float32Array;
  /** The range of turns, radians: least, most for each set. No turn is always within, as at rest. */
  readonly turns: Float32Array;
  name = '';
  readonly #compiled: CompiledRig;

  constructor(compiled: CompiledRig) {
    this.#compiled = compiled;
    this.factors = new Float32Array(compiled.skinSets.length);
    this.turns = new Float32Array(compiled.skinSets.length * 2);
  }

  /** Sets {@link measured} to what a set needs. @returns false: nothing, its bones are at rest. */
  protected abstract measure(set: number, bones: Float32Array): boolean;

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
}

/** What a set needs now; numbers of an object would be garbage. */
export const measured = new Float64Array(3);
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
