import { formatProblem } from '../../src/engine/model/problem.ts';
import type { Path, Rig } from '../../src/engine/model/rig.ts';
import { type Loaded, type LoadOptions, load, memorySource } from '../../src/loader/index.ts';

export const square = 'M 0 0 C 1 0 2 0 3 0 C 3 1 3 2 3 3 Z';

/** A picture of 100 × 100 px. */
export function svg(content: string, attributes = 'width="100" height="100"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
}

/** Loads one picture. */
export function loadPicture(text: string | Uint8Array, options: LoadOptions = {}): Promise<Loaded> {
  return load('a.svg', { ...options, source: memorySource([['a.svg', text]]) });
}

/**
 * Loads frames of one action "move": the first is the rest pose, the others are its files from 1
 * on; undefined is a file that is not there.
 */
export function loadFrames(
  [rest, ...frames]: readonly (string | Uint8Array | undefined)[],
  { kind = 'SMRT', ...options }: LoadOptions & { kind?: 'SMRT' | 'BONE' } = {},
): Promise<Loaded> {
  const files = new Map<string, string | Uint8Array>();
  files.set('filelist.csv', `BASE, 1, base, ./base_\n${kind}, ${frames.length}, move, ./move_\n`);
  if (rest !== undefined) files.set('base_00001.svg', rest);
  frames.forEach((frame, i) => {
    if (frame !== undefined) files.set(`move_${String(i + 1).padStart(5, '0')}.svg`, frame);
  });
  return load(memorySource(files, 'test'), options);
}

/** The problems as a person reads them. */
export function messages({ report }: Loaded): string[] {
  return report.problems.map(formatProblem);
}

export function groupOf(rig: Rig, id: string): number {
  return rig.groups.findIndex((group) => group.id === id);
}

/** Points in px, rounded to 1e-6. */
export function pointsOf(path: Path): number[] {
  return Array.from(path.points, (value) => Math.round(value * 1e6) / 1e6 + 0);
}

/** The message of the error that a load ends with. */
export async function errorOf(loading: Promise<unknown>): Promise<string> {
  try {
    await loading;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : `untyped: ${String(error)}`;
  }
  return 'no error';
}
