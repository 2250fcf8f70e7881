import type { Problem, Severity } from '../engine/model/problem.ts';

/** What came of a load, beside the rig. */
export interface LoadReport {
  /**
   * What was wrong and could be worked around, in the order met. At most 100 entries have the same
   * code; one more entry counts the rest.
   */
  readonly problems: readonly Problem[];
  /** Files read. */
  readonly files: number;
  /** Bytes read. */
  readonly bytes: number;
  readonly milliseconds: number;
}

/** So many faults of one kind are kept whole; hostile input must not fill the memory with messages. */
const kept = 100;

const rank: Record<Severity, number> = { info: 0, warning: 1, error: 2 };

/** Collects problems and keeps their number bounded. */
export class ProblemLog {
  readonly #problems: Problem[] = [];
  readonly #codes = new Map<string, { count: number; severity: Severity }>();
  readonly #seen = new Set<string>();

  add(problem: Problem): void {
    const code = this.#codes.get(problem.code);
    if (code === undefined) {
      this.#codes.set(problem.code, { count: 1, severity: problem.severity });
      this.#problems.push(problem);
      return;
    }
    code.count++;
    if (rank[problem.severity] > rank[code.severity]) code.severity = problem.severity;
    if (code.count <= kept) this.#problems.push(problem);
  }

  /** Whether {@link once} would keep the problem: costly hints are made for no other. */
  keeps(code: string, key: string): boolean {
    return (this.#codes.get(code)?.count ?? 0) < kept && !this.#seen.has(`${code} ${key}`);
  }

  /** Adds a problem unless one with the same `key` was added before: some faults repeat in every frame. */
  once(key: string, problem: Problem): void {
    const full = `${problem.code} ${key}`;
    // Past the cap nothing would be kept, so there is no need to remember the key either.
    if (this.#seen.has(full)) return;
    if ((this.#codes.get(problem.code)?.count ?? 0) < kept) this.#seen.add(full);
    this.add(problem);
  }

  list(): Problem[] {
    const problems = [...this.#problems];
    for (const [code, { count, severity }] of this.#codes) {
      if (count <= kept) continue;
      const more = count - kept;
      const message = `${more} more ${more === 1 ? 'problem' : 'problems'} of this kind`;
      problems.push({ severity, code, message });
    }
    return problems;
  }
}
