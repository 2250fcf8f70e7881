import type { Rig } from '../../engine/model/rig.ts';
import { stemOf } from '../names.ts';
import type { LoadOptions, ResolvedOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { TextStart } from '../start.ts';
import type { Turns } from '../turns.ts';
import { checkWishes, optionError, place } from './placement.ts';
import { readSkeletonText } from './read.ts';
import { buildRig } from './rig.ts';

/**
 * Loads a text with outlines, bones, weights and keyframes; docs/skeleton-text.md has the grammar.
 * @throws AyatoriError `skel-empty`, `option`, `limit` or `encoding`.
 */
export async function loadSkeletonText(
  { path, bytes }: TextStart,
  options: LoadOptions,
  resolved: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<Rig> {
  const { interpolation = 'linear', ...wishes } = options.skeletonText ?? {};
  if (interpolation !== 'linear' && interpolation !== 'step') {
    throw optionError('interpolation', '"linear" or "step"', interpolation);
  }
  checkWishes(wishes);
  const text = await turns.run(readSkeletonText(bytes, path, resolved.limits, log));
  const placement = place({ ...text.placement, ...wishes }, [text.vertices, text.bones.flatMap(({ ends }) => ends)]);
  const name = text.name ?? stemOf(path).replace(/\.skel$/i, '');
  const fps = options.fps ?? text.fps ?? resolved.fps;
  const rig = await turns.run(buildRig(text, name, fps, interpolation, placement));
  resolved.onProgress?.({ done: 1, total: 1, file: path });
  return rig;
}
