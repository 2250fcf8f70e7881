import type { PoseRequest } from '../engine/animate/pose-request.ts';
import type { Rig } from '../engine/model/rig.ts';
import { mohoPicture } from '../engine/reference/moho-picture.ts';
import type { PosedPicture } from '../engine/reference/posed-picture.ts';
import { loadMohoProject } from '../loader/moho/open.ts';
import { load, openOnDisk } from '../loader/node.ts';
import type { LoadReport } from '../loader/report.ts';
import { describeProblem } from './faults.ts';
import type { Io } from './io.ts';
import type { RigChoice } from './job.ts';

/** Makes pictures of poses of one character. */
export type Posing = (request: PoseRequest) => PosedPicture;

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

/** Poses of a Moho project as Moho has them; undefined for what is none. */
export async function mohoPosing({ src, options }: RigChoice, io: Io): Promise<Posing | undefined> {
  const loaded = await loadMohoProject(openOnDisk, src, options);
  if (loaded === undefined) return undefined;
  for (const problem of loaded.report.problems) io.err(`${describeProblem(problem)}\n`);
  return (request) => mohoPicture(loaded.prepared, request);
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
