import { csvParseRows } from 'd3-dsv';
import { AyatoriError, nearestNames } from '../../engine/model/problem.ts';
import { pathParts } from '../names.ts';
import type { ProblemLog } from '../report.ts';

export type RowKind = 'BASE' | 'SMRT' | 'BONE';

/** A row of filelist.csv: one action. */
export interface ListRow {
  readonly kind: RowKind;
  readonly frames: number;
  readonly action: string;
  /** Path of the frame files without number and ending, as written. */
  readonly prefix: string;
  readonly line: number;
}

const kinds: readonly RowKind[] = ['BASE', 'SMRT', 'BONE'];
const layout = 'kind, frames, action, prefix';

/** Folders in one prefix; each is tried as the one where the files are. */
const maxFolders = 64;

/**
 * Reads filelist.csv. Rows that cannot be used are reported and left out; a file without a BASE
 * row is refused, for there is no rest pose then.
 */
export function readFileList(text: string, file: string, maxFrames: number, log: ProblemLog): ListRow[] {
  const rows: ListRow[] = [];
  let line = 1;
  for (const fields of csvParseRows(text)) {
    const row = readRow(fields, file, line, maxFrames, log);
    if (row !== undefined) rows.push(row);
    // A field in quotes may go over several lines.
    line += 1 + fields.reduce((sum, field) => sum + field.split('\n').length - 1, 0);
  }
  const bases = rows.filter(({ kind }) => kind === 'BASE');
  if (bases.length === 0) {
    throw new AyatoriError({
      code: 'csv-no-base',
      file,
      message: 'the file list has no BASE row, so there is no rest pose',
      expected: `a row such as "BASE, 1, base, ./base/base_"`,
      found:
        rows.length === 0
          ? 'no usable row'
          : rows
              .map(({ kind, action }) => `${kind} ${action}`)
              .join(', ')
              .slice(0, 200),
    });
  }
  for (const row of bases.slice(1)) {
    log.add({
      severity: 'warning',
      code: 'csv-row',
      file,
      line: row.line,
      action: row.action,
      message: 'there is a BASE row already; this one is left out',
    });
  }
  return rows.filter((row) => row.kind !== 'BASE' || row === bases[0]);
}

function readRow(
  fields: readonly string[],
  file: string,
  line: number,
  maxFrames: number,
  log: ProblemLog,
): ListRow | undefined {
  const values = fields.map((field) => field.trim());
  if (values.every((value) => value === '') || values[0].startsWith('#')) return undefined;
  const report = (message: string, expected: string, found: string, hint?: string) => {
    log.add({
      severity: 'warning',
      code: 'csv-row',
      file,
      line,
      message: `${message}; the row is left out`,
      expected,
      found: found.slice(0, 100),
      ...(hint !== undefined && { hint }),
    });
    return undefined;
  };
  if (values.length !== 4) {
    return report('wrong number of fields', `4 (${layout})`, `${values.length}`, 'put fields with commas in quotes');
  }
  const [kindText, framesText, action, prefix] = values;
  const kind = kinds.find((each) => each === kindText.toUpperCase());
  if (kind === undefined) {
    const [near] = nearestNames(kindText, kinds, 1);
    return report('unknown kind', kinds.join(', '), `"${kindText}"`, near && `did you mean ${near}?`);
  }
  const frames = Number(framesText);
  if (!/^\d+$/.test(framesText) || frames < 1 || frames > maxFrames) {
    return report('the number of frames is not valid', `a whole number from 1 to ${maxFrames}`, `"${framesText}"`);
  }
  if (action === '' || prefix === '') return report('a field is empty', layout, values.join(', '));
  if (pathParts(prefix).length > maxFolders) {
    return report('the prefix has too many folders', `at most ${maxFolders}`, `"${prefix.slice(0, 50)}…"`);
  }
  return { kind, frames, action, prefix, line };
}
