import type { Problem } from '../../engine/model/problem.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';

/** What all readers of a project share: its report, its limits, its actions. */
export class Context {
  readonly file: string;
  readonly limits: Limits;
  readonly #log: ProblemLog;
  readonly #actions = new Map<string, number>();
  readonly #lengths: number[] = [];
  readonly #spent = new Map<keyof Limits, number>();

  constructor(file: string, limits: Limits, log: ProblemLog) {
    this.file = file;
    this.limits = limits;
    this.#log = log;
  }

  /**
   * Reports what is wrong with a field of a layer; the same field of a layer once.
   * @param layer `''` outside of layers.
   */
  report(
    layer: string,
    field: string,
    problem: Pick<Problem, 'severity' | 'code' | 'message'> & Partial<Problem>,
  ): void {
    const at = layer === '' ? {} : { group: layer };
    const { severity, code, message, ...more } = problem;
    const text = field === '' ? message : `${field}: ${message}`;
    this.#log.once(`${layer}\n${field}\n${message}`, {
      severity,
      code,
      file: this.file,
      ...at,
      ...more,
      message: text,
    });
  }

  /** Counts what a file makes the loader keep. Throws an AyatoriError `limit` beyond a limit. */
  spend(limit: 'points' | 'elements', count: number, what: string): void {
    const spent = (this.#spent.get(limit) ?? 0) + count;
    this.#spent.set(limit, spent);
    if (spent > this.limits[limit]) throw limitError(this.limits, limit, what, spent, this.file);
  }

  /** The index of an action that has a key at a frame. */
  action(name: string, lastFrame: number): number {
    let index = this.#actions.get(name);
    if (index === undefined) {
      index = this.#lengths.length;
      this.#actions.set(name, index);
      this.#lengths.push(0);
    }
    this.#lengths[index] = Math.max(this.#lengths[index], lastFrame);
    return index;
  }

  /** The index of an action that some channel has; undefined where none does. */
  findAction(name: string): number | undefined {
    return this.#actions.get(name);
  }

  actions(): { name: string; frames: number }[] {
    return [...this.#actions].map(([name, index]) => ({ name, frames: this.#lengths[index] }));
  }
}
