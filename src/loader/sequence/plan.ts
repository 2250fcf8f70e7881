import { AyatoriError } from '../../engine/model/problem.ts';
import type { Files } from '../files.ts';
import { compareNames, frameName, nameKey } from '../names.ts';
import { limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { type ListRow, type RowKind, readFileList } from './csv.ts';
import { type Located, Locator, reportDuplicate } from './locate.ts';

/** An action and its files, before any of them is read. */
export interface PlannedAction {
  readonly name: string;
  readonly kind: RowKind;
  /** The number of the last file. */
  readonly frames: number;
  readonly located: Located;
}

export interface SequencePlan {
  /** The rest pose: the first file of these. */
  readonly base: Located;
  /** In list order, the base as one of them where it is named. */
  readonly actions: readonly PlannedAction[];
}

/** From filelist.csv, whose folder is `base`. */
export async function planFromList(
  text: string,
  file: string,
  base: readonly string[],
  files: Files,
  log: ProblemLog,
): Promise<SequencePlan> {
  const locator = new Locator(files, base, log);
  const { limits } = files;
  const rows = readFileList(text, file, limits.files, log);
  const frames = rows.reduce((sum, row) => sum + row.frames, 0);
  if (frames > limits.files) throw limitError(limits, 'files', 'frames', frames, file);
  // The base first: without it there is nothing, and it tells how files are named.
  const baseRow = rows.find(({ kind }) => kind === 'BASE') as ListRow;
  const baseFiles = await locator.locate(baseRow.prefix);
  if (baseFiles === undefined) {
    throw new AyatoriError({
      code: 'base-missing',
      file,
      line: baseRow.line,
      action: baseRow.action,
      message: 'the file of the rest pose was not found',
      expected: `a file ${baseRow.prefix}00001.svg or alike`,
      hint: 'leading folders of the prefix may be missing, the file names must fit',
    });
  }
  const actions: PlannedAction[] = [];
  const names = new Set<string>();
  for (const row of rows) {
    const located = row === baseRow ? baseFiles : await locateRow(row, locator, files);
    if (located === undefined) {
      log.add({
        severity: 'warning',
        code: 'action-empty',
        file,
        line: row.line,
        action: row.action,
        message: 'no file of the action was found; it does nothing',
        expected: `files ${row.prefix}00001.svg and so on`,
      });
    }
    actions.push({ name: row.action, kind: row.kind, frames: row.frames, located: located ?? nowhere });
    reportRow(row, names.has(nameKey(row.action)), located, file, log);
    names.add(nameKey(row.action));
  }
  return { base: baseFiles, actions };
}

/** An action without any file. */
export const nowhere: Located = { numbers: [], path: () => undefined };

async function locateRow(row: ListRow, locator: Locator, files: Files): Promise<Located | undefined> {
  const located = await locator.locate(row.prefix);
  if (located !== undefined || files.canList) return located;
  const assumed = locator.assume(row.prefix);
  for (const number of [2, 3, row.frames]) {
    const path = number <= row.frames ? assumed.path(number) : undefined;
    if (path !== undefined && (await files.has(path))) return assumed;
  }
  return undefined;
}

function reportRow(
  row: ListRow,
  isRepeated: boolean,
  located: Located | undefined,
  file: string,
  log: ProblemLog,
): void {
  const place = { file, line: row.line, action: row.action };
  if (isRepeated) {
    const message = 'there is an action of this name already; only the first can be reached by name';
    log.add({ severity: 'warning', code: 'duplicate-action', ...place, message });
  }
  const last = located?.numbers?.at(-1) ?? 0;
  if (row.kind !== 'BASE' && last > row.frames) {
    log.add({
      severity: 'info',
      code: 'frame-extra',
      ...place,
      message: 'there are more files than the list says; they are left out',
      expected: row.frames === 1 ? '1 frame' : `${row.frames} frames`,
      found: `a file of number ${last}`,
    });
  }
}

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
