import type { PreparedMoho } from '../../engine/geometry/moho/prepare.ts';
import { Files } from '../files.ts';
import type { Opener } from '../open.ts';
import { type LoadOptions, resolveOptions } from '../options.ts';
import { type LoadReport, ProblemLog } from '../report.ts';
import { findStart } from '../start.ts';
import { Turns } from '../turns.ts';
import { prepareProject } from './load.ts';

export interface LoadedMoho {
  readonly prepared: PreparedMoho;
  readonly report: LoadReport;
}

/**
 * Loads a Moho project as it is, ready to be evaluated frame by frame.
 * @returns undefined where the source is something else.
 * @throws AyatoriError as `load` does.
 */
export async function loadMohoProject(
  open: Opener,
  address: string,
  options: LoadOptions,
): Promise<LoadedMoho | undefined> {
  const began = performance.now();
  const resolved = resolveOptions(options);
  const turns = new Turns(resolved.signal);
  try {
    const log = new ProblemLog();
    const { source, entry } = await open(address);
    const files = new Files(source, resolved.limits, resolved.signal);
    const start = await findStart(entry, files, log);
    if (start.kind !== 'moho') return undefined;
    const prepared = await prepareProject(start, options, resolved, turns, log);
    return { prepared, report: { problems: log.list(), ...files.count, milliseconds: performance.now() - began } };
  } finally {
    turns.close();
  }
}
