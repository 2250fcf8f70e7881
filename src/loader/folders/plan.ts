import type { Files } from '../files.ts';
import { nameKey } from '../names.ts';
import type { ProblemLog } from '../report.ts';
import type { Located } from '../sequence/locate.ts';
import type { PlannedAction, SequencePlan } from '../sequence/planned.ts';
import { reportDuplicate } from './locate.ts';
import { compareNames, frameName } from './names.ts';

/**
 * From a folder of numbered frames, or one of such folders: each run of files with one name is an
 * action. The rest pose is the first file of the run that is called `base`, else of the first run.
 */
export async function planFromFolder(top: readonly string[], files: Files, log: ProblemLog): Promise<SequencePlan> {
  const entries = (await files.list(top)) ?? new Map();
  const runs = await readRuns(top, undefined, files, log);
  const folders = [...entries.values()].filter(({ isFolder }) => isFolder).map(({ name }) => name);
  for (const folder of folders.sort(compareNames)) {
    for (const run of await readRuns([...top, folder], folder, files, log)) runs.push(run);
  }
  const names = actionNames(runs, top.at(-1) ?? files.source.name);
  const baseIndex = names.findIndex((name) => /(^|[\s_.-])base$/i.test(name));
  const actions = runs.map(({ paths, numbers }, i): PlannedAction => {
    const located: Located = { numbers, path: (number) => paths.get(number) };
    return { name: names[i], kind: i === baseIndex ? 'BASE' : 'SMRT', frames: numbers.at(-1) ?? 0, located };
  });
  return { base: actions[Math.max(0, baseIndex)].located, actions };
}

interface Run {
  /** Undefined for one in the top folder. */
  readonly folder: string | undefined;
  readonly stem: string;
  readonly paths: ReadonlyMap<number, string>;
  readonly numbers: readonly number[];
}

async function readRuns(
  parts: readonly string[],
  folder: string | undefined,
  files: Files,
  log: ProblemLog,
): Promise<Run[]> {
  const stems = new Map<string, Map<number, string>>();
  const entries = [...((await files.list(parts))?.values() ?? [])];
  for (const { name, path, isFolder } of entries.sort((a, b) => compareNames(a.name, b.name))) {
    const parsed = isFolder ? undefined : frameName(name);
    if (parsed === undefined) continue;
    const paths = stems.get(nameKey(parsed.stem)) ?? new Map<number, string>();
    stems.set(nameKey(parsed.stem), paths);
    const other = paths.get(parsed.frame);
    if (other === undefined) paths.set(parsed.frame, path);
    else reportDuplicate(log, parsed.frame, path, other);
  }
  return [...stems].map(([stem, paths]) => ({
    folder,
    stem,
    paths,
    numbers: [...paths.keys()].sort((a, b) => a - b),
  }));
}

/** The folder's name, or the files' where a folder has several runs; without what all names begin with. */
function actionNames(runs: readonly Run[], sourceName: string): string[] {
  const counts = new Map<string | undefined, number>();
  for (const { folder } of runs) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const names = runs.map(({ folder, stem }) => {
    const own = withoutMarks(stem);
    if (folder === undefined) return (runs.length > 1 ? own : own || sourceName) || 'action';
    return counts.get(folder) === 1 ? folder : `${folder}/${own}`;
  });
  const common = names.length < 2 ? 0 : commonStart(names);
  return names.map((name) => name.slice(common));
}

/** Length of what all names begin with, up to its last mark (`walk_run`, `walk_base` → 5); something is left of each. */
function commonStart([first, ...others]: readonly string[]): number {
  let common = first.length - 1;
  for (const name of others) {
    let same = 0;
    while (same < common && same < name.length - 1 && name[same] === first[same]) same++;
    common = same;
  }
  while (common > 0 && !isMark(first[common - 1])) common--;
  return common;
}

function withoutMarks(stem: string): string {
  let end = stem.length;
  while (end > 0 && isMark(stem[end - 1])) end--;
  return stem.slice(0, end);
}

/** What separates the parts of a name. */
function isMark(character: string): boolean {
  return /[\s_.-]/.test(character);
}
