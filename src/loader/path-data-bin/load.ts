import { AyatoriError } from '../../engine/model/problem.ts';
import type { Rig } from '../../engine/model/rig.ts';
import { stemOf } from '../names.ts';
import { type LoadOptions, resolveOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { emptySettings } from '../rig-json/rig-json.ts';
import type { RigSettings } from '../rig-json/rig-settings.ts';
import type { BinaryStart } from '../start.ts';
import type { Turns } from '../turns.ts';
import type { BinaryFile } from './binary-file.ts';
import { Budget } from './budget.ts';
import { readFile } from './read-file.ts';
import { buildRig } from './rig.ts';

/**
 * Reads a `path_data.bin`, as path_control writes it. Its frames are those of path_control, whatever
 * the option `numbering` says, and so is the rule of its smart bones where no other is given.
 *
 * @throws AyatoriError `bin-damaged` with the byte where the file stops making sense, or `limit`.
 */
export async function loadPathData(
  { path, bytes, otherwise }: BinaryStart,
  settings: RigSettings | undefined,
  options: LoadOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<Rig> {
  const resolved = resolveOptions({ ...options, numbering: 'ancestor' });
  const budget = new Budget(resolved.limits, path, bytes.length);
  let file: BinaryFile;
  try {
    file = await turns.run(readFile(bytes, path, resolved.limits, budget, log));
  } catch (error) {
    const isDamaged = error instanceof AyatoriError && error.problem.code === 'bin-damaged';
    throw isDamaged ? (otherwise ?? error) : error;
  }
  const rig = await turns.run(buildRig(file, path, settings ?? emptySettings(), resolved, budget, log));
  resolved.onProgress?.({ done: 1, total: 1, file: path });
  return { name: file.name || stemOf(path), ...rig };
}
