import { type Masked, type MaskState, maskChildren } from '../../engine/geometry/moho/masks.ts';
import type { PreparedMoho } from '../../engine/geometry/moho/prepare.ts';
import type { Mask } from '../../engine/model/rig.ts';
import type { ProblemLog } from '../report.ts';

/** Makes the masks of a rig from those of layers. */
export class MaskBuilder {
  readonly masks: Mask[] = [];
  readonly #prepared: PreparedMoho;
  readonly #firstPaths: readonly number[];
  readonly #file: string;
  readonly #log: ProblemLog;

  constructor(prepared: PreparedMoho, firstPaths: readonly number[], file: string, log: ProblemLog) {
    this.#prepared = prepared;
    this.#firstPaths = firstPaths;
    this.#file = file;
    this.#log = log;
  }

  /** How each layer stands to the mask of its container, by the children of each layer in draw order. */
  maskedLayers(children: readonly (readonly number[])[]): Map<number, Masked> {
    const { layers } = this.#prepared.project;
    return new Map(layers.flatMap((layer, index) => [...maskChildren(layer, children[index], layers)]));
  }

  /** Index of the mask that a state is, in a list; none where nothing is cut. */
  maskOf(layer: number, state: MaskState | undefined): number[] {
    if (state === undefined) return [];
    const paths: number[] = [];
    let takesAway = state.startsFull;
    for (let step = state.last; step !== undefined; step = step.before) {
      if (step.adds) paths.push(...this.#fillsIn(step.layer));
      else takesAway = true;
    }
    const { name } = this.#prepared.project.layers[layer];
    if (takesAway) {
      this.#log.once(name, {
        severity: 'warning',
        code: 'moho-unsupported',
        file: this.#file,
        group: name,
        message: 'masking: a mask from which layers are taken away; what they take is still seen',
      });
      if (state.startsFull) return [];
    }
    this.masks.push({ id: name, paths: paths.reverse(), masks: [] });
    return [this.masks.length - 1];
  }

  /** The fills of a layer and of all that is in it. */
  #fillsIn(layer: number): number[] {
    const { project, meshes } = this.#prepared;
    const paths: number[] = [];
    const open = [layer];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const first = this.#firstPaths[next];
      for (const [i, { kind }] of (meshes[next]?.outlines ?? []).entries()) if (kind === 'fill') paths.push(first + i);
      open.push(...project.layers[next].children);
    }
    return paths;
  }
}
