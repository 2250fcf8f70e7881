import type { Rig } from '../engine/model/rig.ts';
import { load } from '../loader/node.ts';
import type { LoadReport } from '../loader/report.ts';
import { describeProblem } from './faults.ts';
import type { Io } from './io.ts';
import type { RigChoice } from './job.ts';

export interface LoadedRig {
  readonly rig: Rig;
  readonly report: LoadReport;
}

/** So many rigs are kept; the one not asked for the longest goes first. */
const most = 4;

/** One text for each way to load something. */
export function choiceKey({ src, options }: RigChoice): string {
  return JSON.stringify([src, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Loads each rig once, and tells what was wrong with it once. */
export class Rigs {
  readonly #io: Io;
  readonly #loaded = new Map<string, LoadedRig>();

  constructor(io: Io) {
    this.#io = io;
  }

  /** @throws AyatoriError when nothing can be made of the source. */
  async get(choice: RigChoice): Promise<LoadedRig> {
    const key = choiceKey(choice);
    let loaded = this.#loaded.get(key);
    if (loaded === undefined) {
      loaded = await load(choice.src, choice.options);
      for (const problem of loaded.report.problems) this.#io.err(`${describeProblem(problem)}\n`);
    }
    this.#loaded.delete(key);
    this.#loaded.set(key, loaded);
    if (this.#loaded.size > most)
      for (const [oldest] of this.#loaded) {
        this.#loaded.delete(oldest);
        break;
      }
    return loaded;
  }
}
