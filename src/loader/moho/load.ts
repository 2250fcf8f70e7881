import { type PreparedMoho, prepareMoho } from '../../engine/geometry/moho/prepare.ts';
import type { Rig } from '../../engine/model/rig.ts';
import { provideMoho } from '../../moho.ts';
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
 * Loads a Moho project; see {@link buildRig} and docs/moho.md. Its rig can then be used on this page.
 * @throws AyatoriError `moho-damaged`, `option` or `limit`.
 */
export async function loadMoho(
  start: MohoStart,
  options: LoadOptions,
  resolved: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<Rig> {
  provideMoho();
  const prepared = await prepareProject(start, options, resolved, turns, log);
  const fps = options.fps ?? prepared.project.fps;
  const rig = await turns.run(buildRig(prepared, fps, start.path, resolved.limits, log));
  resolved.onProgress?.({ done: 1, total: 1, file: start.path });
  return rig;
}

/** Reads a project as it is, without a rig. */
export async function prepareProject(
  { path, bytes, files }: MohoStart,
  options: LoadOptions,
  { limits, smartBones }: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<PreparedMoho> {
  const { seams = 'stroke' } = options.moho ?? {};
  if (!seamRules.includes(seams)) throw optionError('seams', seamRules, seams);
  const stem = stemOf(path);
  // In its archive every project has the same name.
  const name = /^project$/i.test(stem) && files.source.name !== '' ? files.source.name : stem;
  const project = await turns.run(readProject(decodeText(bytes, path), path, name, limits, log));
  const dials = smartBones === 'continuous' ? 'continuous' : 'nearest';
  return await turns.run(prepareMoho(project, { seams, dials }));
}
