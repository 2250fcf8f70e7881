import { AyatoriError } from '../../engine/model/problem.ts';
import { foldersPart } from '../entry.ts';
import type { Files } from '../files.ts';
import { nameKey } from '../names.ts';
import { limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { type ListRow, readFileList } from './csv.ts';
import type { Located, Locator } from './locate.ts';
import type { PlannedAction, SequencePlan } from './planned.ts';
import { TriedLocator } from './tried.ts';

/** From filelist.csv, whose folder is `base`. */
export async function planFromList(
  text: string,
  file: string,
  base: readonly string[],
  files: Files,
  log: ProblemLog,
): Promise<SequencePlan> {
  const { limits } = files;
  const rows = readFileList(text, file, limits.files, log);
  const frames = rows.reduce((sum, row) => sum + row.frames, 0);
  if (frames > limits.files) throw limitError(limits, 'files', 'frames', frames, file);
  const locator = await createLocator(files, base, log);
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
    const located = row === baseRow ? baseFiles : await locator.locate(row.prefix, row.frames);
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

async function createLocator(files: Files, base: readonly string[], log: ProblemLog): Promise<Locator> {
  if (!files.canList) return new TriedLocator(files, base);
  const { ListedLocator } = await foldersPart();
  return new ListedLocator(files, base, log);
}

/** An action without any file. */
export const nowhere: Located = { numbers: [], path: () => undefined };

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
