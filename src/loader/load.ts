import { AyatoriError } from '../engine/model/problem.ts';
import type { Action, Rig } from '../engine/model/rig.ts';
import { assembleRig } from './assemble.ts';
import { Files } from './files.ts';
import { type Opener, openByFetch, openIn } from './open.ts';
import { type LoadOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { type LoadReport, ProblemLog } from './report.ts';
import { bindRig } from './rig-json/bind.ts';
import { readRigFiles } from './rig-json/read.ts';
import { planFromFolder, planFromList } from './sequence/plan.ts';
import { readPicture, readSequence } from './sequence/read.ts';
import { sniff } from './sniff.ts';
import type { Source } from './sources/source.ts';
import type { Scene } from './svg/scene.ts';
import { decodeText } from './text.ts';
import { Turns } from './turns.ts';

export interface Loaded {
  readonly rig: Rig;
  readonly report: LoadReport;
}

/** What a load can start from, for messages. */
export const supportedInputs = 'a filelist.csv, a folder of numbered SVG frames or of such folders, or an .svg file';

/**
 * Loads a rig.
 *
 * ```ts
 * const { rig, report } = await load('hero/filelist.csv', { rigFiles: ['hero/bones.json'] });
 * ```
 *
 * `source` is the address or path of a file, read from `options.source` (fetched by default), or a
 * source itself, which is then searched for what it holds. Faults that can be worked around are in
 * the report; an AyatoriError is thrown where there is nothing to show, at a limit, and when
 * aborted. Works in slices of a few milliseconds and lets the event loop go on between them.
 */
export function load(source: string | Source, options: LoadOptions = {}): Promise<Loaded> {
  return loadWith(openByFetch, source, options);
}

/** {@link load}, with another meaning of addresses where no source is given. */
export async function loadWith(open: Opener, source: string | Source, options: LoadOptions): Promise<Loaded> {
  const start = performance.now();
  const resolved = resolveOptions(options);
  const turns = new Turns(resolved.signal);
  try {
    turns.check();
    const log = new ProblemLog();
    const given = typeof source === 'string' ? options.source : source;
    const opener = given === undefined ? open : openIn(given);
    const input = await opener(typeof source === 'string' ? source : '');
    const files = new Files(input.source, resolved.limits, resolved.signal);
    const settings = await readRigFiles(resolved.rigFiles, files, opener, log);
    const { name, scene, actions } = await readInput(input.entry, files, resolved, turns, log);
    const bound = bindRig(settings, scene, actions, log);
    const rig = await turns.run(assembleRig(name, resolved.fps, scene, actions, bound));
    const milliseconds = performance.now() - start;
    return { rig, report: { problems: log.list(), ...files.count, milliseconds } };
  } finally {
    turns.close();
  }
}

interface Input {
  readonly name: string;
  readonly scene: Scene;
  readonly actions: readonly Action[];
}

async function readInput(
  entry: string | undefined,
  files: Files,
  options: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<Input> {
  const path = entry ?? (await findEntry(files));
  if (path === undefined) {
    const plan = files.canList ? await planFromFolder(files, log) : undefined;
    if (plan === undefined) throw unsupported(files.source.name, await describeFolder(files));
    return { name: files.source.name, ...(await readSequence(plan, files, options, turns, log)) };
  }
  const bytes = await files.read(path);
  if (bytes === undefined) {
    throw new AyatoriError({
      code: 'file-missing',
      file: path,
      message: 'there is no such file',
      expected: supportedInputs,
    });
  }
  const folder = path.split('/').slice(0, -1);
  const { kind, found } = sniff(bytes, path);
  if (kind === 'svg') {
    const scene = await readPicture(path, bytes, options, turns, log);
    options.onProgress?.({ done: 1, total: 1, file: path });
    return { name: stemOf(path), scene, actions: [baseAction] };
  }
  if (kind !== 'csv') throw unsupported(path, found);
  files.checkList(bytes.length, path);
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

/** The file list, or the only picture, of a source that is not told what to read. */
async function findEntry(files: Files): Promise<string | undefined> {
  const listName = 'filelist.csv';
  if (!files.canList) return listName;
  const entries = [...((await files.list([]))?.values() ?? [])].filter(({ isFolder }) => !isFolder);
  const lists = entries.filter(({ name }) => /\.csv$/i.test(name));
  const list = lists.find(({ name }) => name.toLowerCase() === listName) ?? (lists.length === 1 ? lists[0] : undefined);
  if (list !== undefined) return list.path;
  const pictures = entries.filter(({ name }) => /\.svg$/i.test(name));
  const folders = [...((await files.list([]))?.values() ?? [])].filter(({ isFolder }) => isFolder);
  return pictures.length === 1 && folders.length === 0 ? pictures[0].path : undefined;
}

async function describeFolder(files: Files): Promise<string> {
  const names = [...((await files.list([]))?.values() ?? [])].map(({ name, isFolder }) =>
    isFolder ? `${name}/` : name,
  );
  if (names.length === 0) return 'an empty folder';
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
}

function unsupported(file: string, found: string): AyatoriError {
  return new AyatoriError({
    code: 'unsupported-input',
    file,
    message: 'this cannot be loaded',
    expected: supportedInputs,
    found,
  });
}

function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
}
