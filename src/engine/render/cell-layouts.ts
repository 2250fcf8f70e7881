import type { CellLayout, CellSizes } from '../compile/cell-layout.ts';
import { cellSizes, packCells } from '../compile/cell-layout.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { RowTexture } from './rig-tables.ts';

/** A layout on the GPU. */
export interface PlacedLayout {
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

/** What a puppet's layout was chosen by; kept by the puppet so that an unchanged one costs no look-up. */
export class LayoutChoice {
  /** Bumped by {@link CellLayouts} whenever all layouts are dropped. */
  generation = -1;
  matrixKey = -1;
  readonly active: Uint8Array;
  layout: PlacedLayout = { row: 0, width: 0, height: 0 };

  constructor(actionCount: number) {
    this.active = new Uint8Array(actionCount);
  }
}

/** More rows than this are forgotten together; a stage that spins and zooms makes new ones all the time. */
const MOST_LAYOUTS = 1024;

/**
 * Where the cells of a rig's puppets stand within the puppet's part of the atlas. A layout holds
 * for every frame and weight of one set of actions and for a small range of scales and rotations,
 * so that in steady play none is made.
 */
export class CellLayouts {
  readonly #compiled: CompiledRig;
  readonly #rows: RowTexture;
  readonly #sizes = new Map<string, CellSizes>();
  readonly #layouts = new Map<string, PlacedLayout>();
  #generation = 0;
  #greatest: [number, number] = [0, 0];
  #limit = 0;

  constructor(compiled: CompiledRig, rows: RowTexture) {
    this.#compiled = compiled;
    this.#rows = rows;
  }

  /** Tells the canvas size and the atlas limit; layouts made for others are dropped. */
  fit(width: number, height: number, limit: number): void {
    // In steps, so that a canvas that is being resized does not drop them each frame.
    const [w, h] = [Math.ceil((width + 2) / 256) * 256, Math.ceil((height + 2) / 256) * 256];
    if (w === this.#greatest[0] && h === this.#greatest[1] && limit === this.#limit) return;
    this.#greatest = [w, h];
    this.#limit = limit;
    this.#drop();
  }

  /** Makes room before a frame: rows in use must not vanish within it. */
  trim(): void {
    if (this.#layouts.size > MOST_LAYOUTS) this.#drop();
  }

  #drop(): void {
    this.#layouts.clear();
    this.#rows.clear();
    this.#generation++;
  }

  /**
   * @param actions See `Pose.actions`.
   * @param matrix Rig px → canvas px: a, b, c, d, e, f.
   */
  choose(choice: LayoutChoice, actions: Float32Array, matrix: Float32Array): PlacedLayout {
    const matrixKey = quantize(matrix);
    let same = choice.generation === this.#generation && choice.matrixKey === matrixKey;
    const { active } = choice;
    for (let a = 0; a < active.length; a++) {
      const on = actions[a * 4 + 2] === 0 && actions[a * 4 + 3] === 0 ? 0 : 1;
      if (active[a] === on) continue;
      active[a] = on;
      same = false;
    }
    if (same) return choice.layout;
    choice.generation = this.#generation;
    choice.matrixKey = matrixKey;
    choice.layout = this.#find(active, matrixKey);
    return choice.layout;
  }

  #find(active: Uint8Array, matrixKey: number): PlacedLayout {
    const set = active.join('');
    const key = `${set}/${matrixKey}`;
    let placed = this.#layouts.get(key);
    if (!placed) {
      let sizes = this.#sizes.get(set);
      if (!sizes) {
        sizes = cellSizes(this.#compiled, active);
        this.#sizes.set(set, sizes);
      }
      const layout: CellLayout = packCells(sizes, dequantize(matrixKey), this.#greatest, this.#limit);
      placed = { row: this.#rows.push(layout.places), width: layout.width, height: layout.height };
      this.#layouts.set(key, placed);
    }
    return placed;
  }
}

const STEPS = 16;

/** The linear part of a matrix as a whole number: absolute values, each rounded up to a 16th of the greatest's octave. */
function quantize(matrix: Float32Array): number {
  const greatest = Math.max(Math.abs(matrix[0]), Math.abs(matrix[1]), Math.abs(matrix[2]), Math.abs(matrix[3]));
  const octave = Math.min(Math.max(Math.ceil(Math.log2(greatest + 1e-30)), -16), 20);
  const unit = 2 ** octave / STEPS;
  let key = octave + 16;
  for (let i = 0; i < 4; i++) {
    key = key * (STEPS + 1) + Math.min(STEPS, Math.ceil(Math.abs(matrix[i]) / unit - 1e-6));
  }
  return key;
}

function dequantize(key: number): [number, number, number, number] {
  const steps: number[] = [];
  let rest = key;
  for (let i = 0; i < 4; i++) {
    steps.unshift(rest % (STEPS + 1));
    rest = Math.floor(rest / (STEPS + 1));
  }
  const unit = 2 ** (rest - 16) / STEPS;
  return [steps[0] * unit, steps[1] * unit, steps[2] * unit, steps[3] * unit];
}
