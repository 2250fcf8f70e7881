import { AyatoriError, formatProblem, type Problem } from '../engine/model/problem.ts';

/** One line for whatever was thrown. */
export function describeFault(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return oneLine(text);
}

/** One line for a problem, with how bad it is in front. */
export function describeProblem(problem: Problem): string {
  return oneLine(`${problem.severity}: ${formatProblem(problem)}`);
}

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ');

/** A typed error for a file that the system would not open, read or write. */
export function fileError(what: 'read' | 'write', file: string, cause: unknown): AyatoriError {
  const code = (cause as NodeJS.ErrnoException).code;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EISDIR: 'it is a folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOTDIR: 'part of its path is not a folder',
    ENOSPC: 'no space is left',
  };
  return new AyatoriError(
    {
      code: `file-${what}`,
      file,
      message: `the file could not be ${what === 'read' ? 'read' : 'written'}`,
      found: (code !== undefined && reasons[code]) || describeFault(cause),
    },
    { cause },
  );
}
