import type { Problem } from '../../engine/model/problem.ts';
import type { ProblemLog } from '../report.ts';
import type { AnimatedReader } from './animated.ts';
import type { BinaryAction } from './binary-file.ts';
import type { Cursor } from './cursor.ts';

/** What the readers of the parts of a file share. */
export interface Context {
  readonly cursor: Cursor;
  readonly animated: AnimatedReader;
  readonly log: ProblemLog;
  /** Those of the file, which come first in it. */
  readonly actions: readonly BinaryAction[];
}

/** Reports what is at a place of the file and is left out. */
export function reportPart({ cursor, log }: Context, problem: Omit<Problem, 'severity'> & { byte: number }): void {
  log.add({ severity: 'warning', file: cursor.file, ...cursor.place, ...problem });
}

/** Numbers of groups, each once. */
export function readIndices(cursor: Cursor, what: string): number[] {
  const count = cursor.u8(what);
  const indices = new Set<number>();
  for (let i = 0; i < count; ) {
    const run = cursor.run(i, count, what);
    if (run > 0) indices.add(cursor.u16(what));
    i += Math.abs(run);
  }
  return [...indices];
}
