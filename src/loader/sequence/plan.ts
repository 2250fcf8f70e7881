import { AyatoriError } from '../../engine/model/problem.ts';
import type { Files } from '../files.ts';
import { compareNames, frameName, nameKey } from '../names.ts';
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
  const rows = readFileList(text, file, log);
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
  for (const row of rows) {
    const located = row === baseRow ? baseFiles : await locateRow(row, locator, files);
    if (located === undefined) {
      log.add({
        severity: 'error',
        code: 'action-empty',
        file,
        line: row.line,
        action: row.action,
        message: 'no file of the action was found; it does nothing',
        expected: `files ${row.prefix}00001.svg and so on`,
      });
    }
    actions.push({ name: row.action, kind: row.kind, frames: row.frames, located: located ?? nowhere });
    reportNames(row, actions, located, file, log);
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

function reportNames(
  row: ListRow,
  actions: readonly PlannedAction[],
  located: Located | undefined,
  file: string,
  log: ProblemLog,
): void {
  const place = { file, line: row.line, action: row.action };
  if (actions.some(({ name }, i) => i < actions.length - 1 && nameKey(name) === nameKey(row.action))) {
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
      expected: `${row.frames} frames`,
      found: `a file of number ${last}`,
    });
  }
}

/**
 * From a folder of numbered frames, or one of such folders: each run of files with one name is an
 * action. The rest pose is the first file of the run that is called `base`, else of the first run.
 */
export async function planFromFolder(top: readonly string[], files: Files, log: ProblemLog): Promise<SequencePlan> {
  const runs: Run[] = [];
  const entries = (await files.list(top)) ?? new Map();
  runs.push(...(await readRuns(top, undefined, files, log)));
  const folders = [...entries.values()].filter(({ isFolder }) => isFolder).map(({ name }) => name);
  for (const folder of folders.sort(compareNames)) runs.push(...(await readRuns([...top, folder], folder, files, log)));
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
    const own = stem.replace(/[\s_.-]+$/, '');
    if (folder === undefined) return (runs.length > 1 ? own : own || sourceName) || 'action';
    return counts.get(folder) === 1 ? folder : `${folder}/${own}`;
  });
  if (names.length < 2) return names;
  const [first, ...others] = names;
  let length = 0;
  for (const { index, 0: mark } of first.matchAll(/[\s_.-]+/g)) {
    const end = index + mark.length;
    if (end < first.length && others.every((name) => name.length > end && name.startsWith(first.slice(0, end))))
      length = end;
  }
  return names.map((name) => name.slice(length));
}
