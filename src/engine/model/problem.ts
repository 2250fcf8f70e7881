/** What is wrong with an input, in a form that a person can act on and a program can sort. */

export type Severity = 'error' | 'warning' | 'info';

/** Where a problem is. Every field that is known is given. */
export interface Place {
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** Byte offset from 0. */
  readonly byte?: number;
  /** Element or id of the group. */
  readonly group?: string;
  /** Path index within the group. */
  readonly path?: number;
  readonly action?: string;
  readonly frame?: number;
  readonly bone?: string;
}

export interface Problem extends Place {
  readonly severity: Severity;
  /** Stable, for programs, such as `morph-topology`. */
  readonly code: string;
  /** One sentence, without the place. */
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** One line: place, message, expected, found, hint. */
export function formatProblem(problem: Problem): string {
  const at: string[] = [];
  if (problem.file !== undefined) {
    let where = problem.file;
    if (problem.line !== undefined) where += `:${problem.line}`;
    if (problem.line !== undefined && problem.column !== undefined) where += `:${problem.column}`;
    at.push(where);
  }
  if (problem.byte !== undefined) at.push(`byte ${problem.byte}`);
  if (problem.action !== undefined) at.push(`action ${problem.action}`);
  if (problem.frame !== undefined) at.push(`frame ${problem.frame}`);
  if (problem.group !== undefined) at.push(`group "${problem.group}"`);
  if (problem.path !== undefined) at.push(`path ${problem.path}`);
  if (problem.bone !== undefined) at.push(`bone "${problem.bone}"`);
  let text = at.length > 0 ? `${at.join(', ')}: ${problem.message}` : problem.message;
  if (problem.expected !== undefined) text += `; expected ${problem.expected}`;
  if (problem.found !== undefined) text += `; found ${problem.found}`;
  if (problem.hint !== undefined) text += ` (${problem.hint})`;
  return text;
}

/** Thrown where nothing useful is left of an input or a call. */
export class AyatoriError extends Error {
  override readonly name = 'AyatoriError';
  readonly problem: Problem;

  constructor(problem: Omit<Problem, 'severity'>, options?: ErrorOptions) {
    const full: Problem = { severity: 'error', ...problem };
    super(formatProblem(full), options);
    this.problem = full;
  }
}

/** The `count` names nearest to `wanted` by edit distance, for hints. Case does not count. */
export function nearestNames(wanted: string, names: Iterable<string>, count = 3): string[] {
  const limit = Math.max(2, Math.ceil(wanted.length / 2));
  return [...names]
    .map((name) => ({ name, distance: editDistance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

function editDistance(a: string, b: string): number {
  // Names are short; a cap keeps hostile ones from costing time.
  const from = a.slice(0, 64);
  const to = b.slice(0, 64);
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      next[j] = Math.min(substitution, row[j] + 1, next[j - 1] + 1);
    }
    row = next;
  }
  return row[to.length];
}
