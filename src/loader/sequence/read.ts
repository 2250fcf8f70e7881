import { AyatoriError } from '../../engine/model/problem.ts';
import type { Action } from '../../engine/model/rig.ts';
import type { Files } from '../files.ts';
import { limitError, type ResolvedOptions } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { ActionReader, type Budget } from '../svg/frame.ts';
import { readDocument, readPicture } from '../svg/picture.ts';
import type { Scene } from '../svg/scene.ts';
import { Sheets } from '../svg/sheets.ts';
import type { Turns } from '../turns.ts';
import type { PlannedAction, SequencePlan } from './planned.ts';

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
  const frames = plan.actions.reduce((sum, action) => sum + action.frames, 0);
  if (frames > options.limits.files) throw limitError(options.limits, 'files', 'frames', frames, files.source.name);
  const steps = plan.actions.flatMap((action) => stepsOf(action, options));
  const total = steps.length + 1;
  const sheets = new Sheets(log);
  const { scene, path } = await readBase(plan, files, sheets, options, turns, log);
  options.onProgress?.({ done: 1, total, file: path });

  const finished = new Map<PlannedAction, Action>();
  const budget: Budget = { deltaBytes: options.limits.deltaBytes };
  let reader: ActionReader | undefined;
  let done = 1;
  for await (const { step, bytes, isFirst, isLast } of readAhead(steps, files)) {
    turns.check();
    if (isFirst || reader === undefined) reader = makeReader(scene, step.action, options, budget, log);
    await readFrame(step, bytes, reader, sheets, options, turns, log);
    if (isLast) finished.set(step.action, await turns.run(reader.finish(lastFrame(step.action, options))));
    options.onProgress?.({ done: ++done, total, file: step.path ?? '' });
  }
  return { scene, actions: plan.actions.map((action) => finished.get(action) ?? stillAction(action, options)) };
}

/** The base, or an action without files. */
function stillAction(action: PlannedAction, options: ResolvedOptions): Action {
  const frames = action.kind === 'BASE' ? 0 : lastFrame(action, options);
  return {
    name: action.name,
    kind: kinds[action.kind],
    frames,
    morphs: [],
    styles: [],
    visibility: [],
    orders: [],
    bones: [],
  };
}

const kinds = { BASE: 'base', SMRT: 'morph', BONE: 'bone' } as const;

async function readBase(
  plan: SequencePlan,
  files: Files,
  sheets: Sheets,
  options: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<{ scene: Scene; path: string }> {
  for (const number of plan.base.numbers ?? [1, 0]) {
    const path = plan.base.path(number);
    const bytes = path === undefined ? undefined : await files.read(path);
    if (path !== undefined && bytes !== undefined) {
      return { scene: await readPicture(path, bytes, options, turns, log, sheets), path };
    }
  }
  throw new AyatoriError({ code: 'base-missing', message: 'the file of the rest pose is gone' });
}

function makeReader(
  scene: Scene,
  { name, kind }: PlannedAction,
  { limits, bakeBones }: ResolvedOptions,
  budget: Budget,
  log: ProblemLog,
): ActionReader {
  const keepsPaths = kind !== 'BONE' || bakeBones === true;
  return new ActionReader(scene, { name, kind: kind === 'BONE' ? 'bone' : 'morph', keepsPaths, limits, budget }, log);
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

const fatal = new Set(['limit', 'aborted', 'part-missing']);

async function readFrame(
  { action, frame, path }: Step,
  bytes: Uint8Array | AyatoriError | undefined,
  reader: ActionReader,
  sheets: Sheets,
  options: ResolvedOptions,
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
    const document = await readDocument(bytes, path, options, turns, log);
    await turns.run(reader.read(document, await sheets.of(document), frame));
  } catch (error) {
    // One bad frame does not spoil an action. What goes beyond a limit does, or every frame might.
    if (!(error instanceof AyatoriError) || fatal.has(error.problem.code)) throw error;
    log.add({
      ...error.problem,
      severity: 'warning',
      ...place,
      hint: error.problem.hint ?? 'the frame before is held',
    });
  }
}

interface Read {
  readonly step: Step;
  readonly bytes: Uint8Array | AyatoriError | undefined;
  /** Of its action. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Reads files a few ahead of the one that is handed out. A file that cannot be read comes as its error. */
async function* readAhead(steps: readonly Step[], files: Files): AsyncGenerator<Read, void> {
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
  for (const [i, step] of steps.entries()) {
    while (next < steps.length && pending.length < ahead) pending.push(start(steps[next++]));
    const isFirst = steps[i - 1]?.action !== step.action;
    yield { step, bytes: await pending.shift(), isFirst, isLast: steps[i + 1]?.action !== step.action };
  }
}
