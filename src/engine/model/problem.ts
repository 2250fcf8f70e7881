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
  if (problem.file) {
    let where = problem.file;
    if (problem.line !== undefined) where += `:${problem.line}`;
    if (problem.line !== undefined && problem.column !== undefined) where += `:${problem.column}`;
    at.push(where);
  }
  if (problem.byte !== undefined) at.push(`byte ${problem.byte}`);
  if (problem.action !== undefined) at.push(`action ${short(problem.action)}`);
  if (problem.frame !== undefined) at.push(`frame ${problem.frame}`);
  if (problem.group !== undefined) at.push(`group "${short(problem.group)}"`);
  if (problem.path !== undefined) at.push(`path ${problem.path}`);
  if (problem.bone !== undefined) at.push(`bone "${short(problem.bone)}"`);
  let text = at.length > 0 ? `${at.join(', ')}: ${problem.message}` : problem.message;
  if (problem.expected !== undefined) text += `; expected ${problem.expected}`;
  if (problem.found !== undefined) text += `; found ${problem.found}`;
  if (problem.hint !== undefined) text += ` (${problem.hint})`;
  return text;
}

/** A name as it stands in a message: ids can be as long as a file. */
const short = (name: string, length = 200): string => (name.length > length ? `${name.slice(0, length)}…` : name);

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

/** What all comparisons for one hint may cost, so that a rig of hostile size does not stall on a typing error. */
const mostSteps = 300_000;

/** Names are short; no more of them is compared. */
const compared = 64;

/**
 * The `count` names nearest to `wanted`, for hints: those that become it with few edits for their
 * length (one up to five letters, then a third of them). Two neighbours that changed places are one
 * edit. Case and Unicode form do not count. Names without a letter in common are never near.
 */
export function nearestNames(wanted: string, names: Iterable<string>, count = 3): string[] {
  const target = folded(wanted);
  const letters = [...target];
  const near: { name: string; distance: number }[] = [];
  let steps = 0;
  for (const name of names) {
    if (steps > mostSteps) break;
    steps += compared;
    const other = folded(name);
    // A letter is one or two units of a string, so this passes by most names at little cost.
    if (Math.abs(target.length - other.length) > 2 * editsFor(Math.max(target.length, other.length))) continue;
    const otherLetters = [...other];
    const length = Math.max(letters.length, otherLetters.length);
    steps += letters.length * otherLetters.length;
    const distance = editDistance(letters, otherLetters);
    if (distance <= editsFor(length) && distance < length) near.push({ name, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

const editsFor = (length: number): number => Math.max(1, Math.floor(length / 3));

function folded(name: string): string {
  const start = name.slice(0, compared);
  return (/[^ -~]/.test(start) ? start.normalize('NFC') : start).toLowerCase();
}

/** Optimal string alignment: insertions, deletions, replacements, and swaps of neighbours. */
function editDistance(from: readonly string[], to: readonly string[]): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      next[j] = Math.min(substitution, row[j] + 1, next[j - 1] + 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    before = row;
    row = next;
  }
  return row[to.length];
}
