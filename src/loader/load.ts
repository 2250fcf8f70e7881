import { vouchFor } from '../engine/model/known-rig.ts';
import { AyatoriError } from '../engine/model/problem.ts';
import type { Action, Rig } from '../engine/model/rig.ts';
import { assembleRig } from './assemble.ts';
import { jsonIn } from './beside.ts';
import { type BoundRig, plainBones } from './bones.ts';
import { Files } from './files.ts';
import { stemOf } from './names.ts';
import { type Opener, openByFetch, openIn } from './open.ts';
import { type LoadOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { fetchPart } from './part.ts';
import { type LoadReport, ProblemLog } from './report.ts';
import type { RigSettings } from './rig-json/rig-settings.ts';
import type { Source } from './sources/source.ts';
import { type Folder, findStart, type Start, type SvgStart } from './start.ts';
import { readPicture } from './svg/picture.ts';
import type { Scene } from './svg/scene.ts';
import { decodeText } from './text.ts';
import { Turns } from './turns.ts';

export interface Loaded {
  readonly rig: Rig;
  readonly report: LoadReport;
}

/**
 * Loads a rig.
 *
 * ```ts
 * const { rig, report } = await load('hero/filelist.csv', { rigFiles: ['hero/bones.json'] });
 * ```
 *
 * `source` is the address or path of a file, read from `options.source` (fetched by default), or a
 * source itself, which is then searched for what it holds ({@link findEntry}). A zip archive is
 * searched the same way. Faults that can be worked around are in
 * the report; an AyatoriError is thrown where there is nothing to show, at a limit, and when
 * aborted. Works in slices of a few milliseconds and lets the event loop go on between them.
 */
export function load(source: string | Source, options: LoadOptions = {}): Promise<Loaded> {
  return loadWith(openByFetch, source, options);
}

/** {@link load}, with another meaning of addresses where no source is given. */
export async function loadWith(open: Opener, source: string | Source, options: LoadOptions): Promise<Loaded> {
  const began = performance.now();
  const resolved = resolveOptions(options);
  const turns = new Turns(resolved.signal);
  try {
    turns.check();
    const log = new ProblemLog();
    const given = typeof source === 'string' ? options.source : source;
    const opener = given === undefined ? open : openIn(given);
    const input = await opener(typeof source === 'string' ? source : '');
    const files = new Files(input.source, resolved.limits, resolved.signal);
    const { rigFiles } = resolved;
    const named = rigFiles === 'beside' || rigFiles.length === 0 ? undefined : rigFiles;
    // What is likely to be needed is on its way while the first files are.
    const likely: (() => Promise<unknown>)[] = named === undefined ? [] : [rigJson, bonesPart];
    if (/(^|\.csv)$/i.test(input.entry ?? '')) likely.push(sequencePart);
    for (const part of likely) part().catch(() => undefined);
    const start = await findStart(input.entry, files, log).catch((error) => {
      throw typeof source === 'string' ? asWritten(error, input.entry, source) : error;
    });
    const settings = await (named === undefined
      ? readBeside(rigFiles === 'beside' ? start.beside : [], log)
      : (await rigJson()).readRigFiles(named, files, opener, log));
    const bakeBones = resolved.bakeBones === 'auto' ? (settings?.flexi.size ?? 0) === 0 : resolved.bakeBones;
    const rig = await readRig(start, settings, options, { ...resolved, bakeBones }, turns, log);
    if (rig.bones.length > 0 && !rig.moho) (await bonesPart()).provideBones();
    turns.check();
    const milliseconds = performance.now() - began;
    vouchFor(rig);
    return { rig, report: { problems: log.list(), ...files.count, milliseconds } };
  } finally {
    turns.close();
  }
}

/** An error that names the entry by the address that was asked for, not only by its place in the source. */
function asWritten(error: unknown, entry: string | undefined, address: string): unknown {
  if (!(error instanceof AyatoriError) || error.problem.file !== entry) return error;
  return new AyatoriError({ ...error.problem, file: address }, { cause: error });
}

async function readRig(
  start: Start,
  settings: RigSettings | undefined,
  options: LoadOptions,
  resolved: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<Rig> {
  if (start.kind === 'binary') {
    // Most pages do without.
    const { loadPathData } = await fetchPart(() => import('./path-data-bin/load.ts'));
    return await loadPathData(start, settings, options, turns, log);
  }
  if (start.kind === 'text') {
    const { loadSkeletonText } = await fetchPart(() => import('./skeleton-text/load.ts'));
    return await loadSkeletonText(start, options, resolved, turns, log);
  }
  if (start.kind === 'moho') {
    const { loadMoho } = await fetchPart(() => import('./moho/load.ts'));
    return await loadMoho(start, options, resolved, turns, log);
  }
  const { name, scene, actions } = await readInput(start, resolved, turns, log);
  const { bound, moved } = await bind(settings, scene, actions, resolved, log);
  return await turns.run(assembleRig(name, resolved.fps, scene, moved, bound));
}

/** What moves bones, so that a stage that is given the rig has it. */
const bonesPart = () => fetchPart(() => import('../bones.ts'));

const sequencePart = () => fetchPart(() => import('./sequence/sequence.ts'));

const rigJson = () => fetchPart(() => import('./rig-json/rig-json.ts'));

/** Undefined where there are no rig files in the folders. */
async function readBeside(folders: readonly Folder[], log: ProblemLog): Promise<RigSettings | undefined> {
  for (const { files, parts } of folders) {
    if ((await jsonIn(parts, files)).length > 0) return await (await rigJson()).readRigFilesIn(folders, log);
  }
  return undefined;
}

/** The bones with what rig files say of them, and the actions with the bones' own motion. */
async function bind(
  settings: RigSettings | undefined,
  scene: Scene,
  actions: readonly Action[],
  options: ResolvedOptions,
  log: ProblemLog,
): Promise<{ bound: BoundRig; moved: readonly Action[] }> {
  if (settings === undefined) return { bound: plainBones(scene, log), moved: actions };
  const { bindRig, withOwnMotion } = await rigJson();
  const bound = bindRig(settings, scene, actions, options, log);
  return { bound, moved: actions.map((action) => withOwnMotion(action, bound.bones)) };
}

interface Input {
  readonly name: string;
  readonly scene: Scene;
  readonly actions: readonly Action[];
}

async function readInput(start: SvgStart, options: ResolvedOptions, turns: Turns, log: ProblemLog): Promise<Input> {
  const { files } = start;
  if (start.kind === 'picture') {
    const { path, bytes } = start;
    const scene = await readPicture(path, bytes, options, turns, log);
    options.onProgress?.({ done: 1, total: 1, file: path });
    return { name: stemOf(path), scene, actions: [baseAction] };
  }
  const { planFromFolder, planFromList, readSequence } = await sequencePart();
  if (start.kind === 'frames') {
    const plan = await planFromFolder(start.parts, files, log);
    const name = start.parts.at(-1) ?? files.source.name;
    return { name, ...(await readSequence(plan, files, options, turns, log)) };
  }
  const { path, bytes } = start;
  files.checkList(bytes.length, path);
  const folder = path.split('/').slice(0, -1);
  const plan = await planFromList(decodeText(bytes, path), path, folder, files, log);
  const name = folder.at(-1) ?? (files.source.name === '' ? stemOf(path) : files.source.name);
  return { name, ...(await readSequence(plan, files, options, turns, log)) };
}

const baseAction: Action = {
  name: 'base',
  kind: 'base',
  frames: 0,
  morphs: [],
  styles: [],
  visibility: [],
  orders: [],
  bones: [],
};
