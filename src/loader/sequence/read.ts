import { AyatoriError } from '../../engine/model/problem.ts';
import type { Action } from '../../engine/model/rig.ts';
import type { Files } from '../files.ts';
import type { ResolvedOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { ActionReader } from '../svg/frame.ts';
import { readScene } from '../svg/rest.ts';
import type { Scene } from '../svg/scene.ts';
import { parseSvg } from '../svg/xml.ts';
import type { Turns } from '../turns.ts';
import type { PlannedAction, SequencePlan } from './plan.ts';

export interface Sequence {
  readonly scene: Scene;
  readonly actions: readonly Action[];
}

/** Files asked for before they are needed, so that a network is not waited for one by one. */
const ahead = 6;

interface Step {
  readonly action: PlannedAction;
  readonly frame: number;
  readonly path: string | undefined;
}

/** Reads the rest pose and then every frame of every action. */
export async function readSequence(
  plan: SequencePlan,
  files: Files,
  options: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<Sequence> {
  const steps = plan.actions.flatMap((action) => stepsOf(action, options));
  const total = steps.length + 1;
  const { scene, path } = await readBase(plan, files, options, turns, log);
  options.onProgress?.({ done: 1, total, file: path });

  const readers = new Map(plan.actions.map((action) => [action, makeReader(scene, action, options, log)]));
  let done = 1;
  for await (const { step, bytes } of readAhead(steps, files)) {
    turns.check();
    await readFrame(step, bytes, readers.get(step.action), options, turns, log);
    options.onProgress?.({ done: ++done, total, file: step.path ?? '' });
  }
  const actions = plan.actions.map((action): Action => {
    const { name, kind } = action;
    const reader = readers.get(action);
    const frames = kind === 'BASE' ? 0 : lastFrame(action, options);
    if (reader !== undefined) return reader.finish(frames);
    return { name, kind: 'base', frames, morphs: [], styles: [], visibility: [], orders: [], bones: [] };
  });
  return { scene, actions };
}

/** The rest pose alone, from one file. */
export async function readPicture(
  path: string,
  bytes: Uint8Array,
  options: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<Scene> {
  const document = await turns.run(parseSvg(bytes, path, options.limits, log));
  return await turns.run(readScene(document, options, log));
}

async function readBase(
  plan: SequencePlan,
  files: Files,
  options: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<{ scene: Scene; path: string }> {
  for (const number of plan.base.numbers ?? [1, 0]) {
    const path = plan.base.path(number);
    const bytes = path === undefined ? undefined : await files.read(path);
    if (path !== undefined && bytes !== undefined) {
      return { scene: await readPicture(path, bytes, options, turns, log), path };
    }
  }
  throw new AyatoriError({ code: 'base-missing', message: 'the file of the rest pose is gone' });
}

function makeReader(
  scene: Scene,
  { name, kind }: PlannedAction,
  options: ResolvedOptions,
  log: ProblemLog,
): ActionReader | undefined {
  if (kind === 'BASE') return undefined;
  const isBone = kind === 'BONE';
  const { limits, bakeBones } = options;
  return new ActionReader(
    scene,
    { name, kind: isBone ? 'bone' : 'morph', keepsPaths: !isBone || bakeBones, limits },
    log,
  );
}

/** Frame f is file f, or file f + 1 as the ancestor has it. */
function lastFrame({ frames }: PlannedAction, { numbering }: ResolvedOptions): number {
  return numbering === 'file' ? frames : Math.max(0, frames - 1);
}

function stepsOf(action: PlannedAction, options: ResolvedOptions): Step[] {
  if (action.kind === 'BASE' || action.located.numbers?.length === 0) return [];
  const offset = options.numbering === 'file' ? 0 : 1;
  return Array.from({ length: lastFrame(action, options) }, (_, i) => {
    const frame = i + 1;
    return { action, frame, path: action.located.path(frame + offset) };
  });
}

async function readFrame(
  { action, frame, path }: Step,
  bytes: Uint8Array | AyatoriError | undefined,
  reader: ActionReader | undefined,
  { limits }: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<void> {
  const place = { action: action.name, frame };
  if (bytes === undefined || path === undefined) {
    log.add({
      severity: 'warning',
      code: 'frame-missing',
      ...(path !== undefined && { file: path }),
      ...place,
      message: 'there is no file for this frame; the frame before is held',
    });
    return;
  }
  try {
    if (bytes instanceof AyatoriError) throw bytes;
    const document = await turns.run(parseSvg(bytes, path, limits, log));
    if (reader !== undefined) await turns.run(reader.read(document, frame));
  } catch (error) {
    // One bad frame does not spoil an action. What goes beyond a limit does, or every frame might.
    const isFault = error instanceof AyatoriError && error.problem.code !== 'limit' && error.problem.code !== 'aborted';
    if (!isFault) throw error;
    log.add({ ...error.problem, ...place, hint: error.problem.hint ?? 'the frame before is held' });
  }
}

/** Reads files a few ahead of the one that is handed out. A file that cannot be read comes as its error. */
async function* readAhead(
  steps: readonly Step[],
  files: Files,
): AsyncGenerator<{ step: Step; bytes: Uint8Array | AyatoriError | undefined }, void> {
  const pending: Promise<Uint8Array | AyatoriError | undefined>[] = [];
  let next = 0;
  const start = async ({ path }: Step): Promise<Uint8Array | AyatoriError | undefined> => {
    if (path === undefined) return undefined;
    try {
      return await files.read(path);
    } catch (error) {
      if (error instanceof AyatoriError) return error;
      throw error;
    }
  };
  for (const step of steps) {
    while (next < steps.length && pending.length < ahead) pending.push(start(steps[next++]));
    yield { step, bytes: await pending.shift() };
  }
}
