import { prepareMoho } from '../../engine/geometry/moho/prepare.ts';
import type { MohoProject } from '../../engine/model/moho.ts';
import type { Rig } from '../../engine/model/rig.ts';
import { stemOf } from '../names.ts';
import type { LoadOptions, ResolvedOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { MohoStart } from '../start.ts';
import { decodeText } from '../text.ts';
import type { Turns } from '../turns.ts';
import { optionError, seamRules } from './options.ts';
import { readProject } from './read-project.ts';
import { buildRig } from './rig.ts';

/**
 * Loads a Moho project in its baked form; see {@link buildRig} and docs/moho.md.
 * @throws AyatoriError `moho-damaged`, `option` or `limit`.
 */
export async function loadMoho(
  start: MohoStart,
  options: LoadOptions,
  resolved: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<Rig> {
  const { seams = 'stroke' } = options.moho ?? {};
  if (!seamRules.includes(seams)) throw optionError('seams', seamRules, seams);
  const project = await readMohoProject(start, resolved, turns, log);
  const dials = resolved.smartBones === 'continuous' ? 'continuous' : 'nearest';
  const prepared = await turns.run(prepareMoho(project, { seams, dials }));
  const rig = await turns.run(buildRig(prepared, options.fps ?? project.fps, start.path, resolved.limits, log));
  resolved.onProgress?.({ done: 1, total: 1, file: start.path });
  return rig;
}

/** Reads a project as it is, without a rig. */
export async function readMohoProject(
  { path, bytes, files }: MohoStart,
  { limits }: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<MohoProject> {
  const stem = stemOf(path);
  // In its archive every project has the same name.
  const name = /^project$/i.test(stem) && files.source.name !== '' ? files.source.name : stem;
  return await turns.run(readProject(decodeText(bytes, path), path, name, limits, log));
}
