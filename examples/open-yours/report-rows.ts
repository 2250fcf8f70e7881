import type { Problem, Severity } from 'ayatori';

/** What a load had to say, in the order and the part that a person asks for. */

export type Key =
  | 'severity'
  | 'code'
  | 'file'
  | 'action'
  | 'frame'
  | 'group'
  | 'path'
  | 'bone'
  | 'message'
  | 'expected'
  | 'found'
  | 'hint';

const KEYS: readonly Key[] = [
  'severity',
  'code',
  'file',
  'action',
  'frame',
  'group',
  'path',
  'bone',
  'message',
  'expected',
  'found',
  'hint',
];

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** More rows than this are easier to survey by their code. */
const MANY = 24;

export const isLong = (problems: readonly Problem[]): boolean => problems.length > MANY;

export interface Asked {
  /** Words that a row must have, in any cell. */
  readonly words: string;
  readonly severities: ReadonlySet<Severity>;
  readonly sort: Key;
  readonly descending: boolean;
}

export interface Rows {
  /** Undefined where rows are few and stand together. */
  readonly code: string | undefined;
  readonly problems: readonly Problem[];
}

/** The columns that say anything. Rows of a long report stand under their code and need not repeat it. */
export function columnsOf(problems: readonly Problem[]): Key[] {
  return KEYS.filter((key) =>
    key === 'code' ? !isLong(problems) : problems.some((problem) => cellText(problem, key) !== ''),
  );
}

/** What stands in a cell; empty where there is nothing to say. */
export function cellText(problem: Problem, key: Key): string {
  if (key !== 'file') return String(problem[key] ?? '');
  const { file = '', line, column, byte } = problem;
  const place = [file, line, column].filter((part) => part !== undefined && part !== '').join(':');
  return byte === undefined ? place : `${place} byte ${byte}`.trim();
}

/** The rows that fit, sorted, in groups where the report is long. Those that are equal stay in the order met. */
export function arrange(problems: readonly Problem[], { words, severities, sort, descending }: Asked): Rows[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = problems.filter((problem) => {
    if (!severities.has(problem.severity)) return false;
    const text = KEYS.map((key) => cellText(problem, key))
      .join('\n')
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const sorted = fitting.sort((a, b) => compare(a, b, sort, descending ? -1 : 1));
  if (!isLong(problems)) return sorted.length > 0 ? [{ code: undefined, problems: sorted }] : [];
  const groups = new Map<string, Problem[]>();
  for (const problem of sorted) {
    const group = groups.get(problem.code);
    if (group) group.push(problem);
    else groups.set(problem.code, [problem]);
  }
  return [...groups].map(([code, rows]) => ({ code, problems: rows }));
}

const natural = new Intl.Collator('en', { numeric: true });

/** Empty cells come last, whatever the direction. */
function compare(a: Problem, b: Problem, key: Key, sign: 1 | -1): number {
  if (key === 'severity') return sign * (SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const [first, second] = [cellText(a, key), cellText(b, key)];
  if (first === '' || second === '') return Number(first === '') - Number(second === '');
  return sign * natural.compare(first, second);
}

/** How many there are of each severity, the gravest first; those of which there are none are left out. */
export function countSeverities(problems: readonly Problem[]): [severity: Severity, count: number][] {
  return SEVERITIES.map((severity): [Severity, number] => [
    severity,
    problems.filter((problem) => problem.severity === severity).length,
  ]).filter(([, count]) => count > 0);
}
