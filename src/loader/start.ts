import { AyatoriError } from '../engine/model/problem.ts';
import { findIn, foldersPart } from './entry.ts';
import type { Files } from './files.ts';
import type { ProblemLog } from './report.ts';
import { sniff } from './sniff.ts';
import { zipSource } from './sources/zip.ts';

/** What a load can start from, for messages. */
const supportedInputs =
  'a filelist.csv, a folder of numbered SVG frames or of such folders, an .svg file, a path_data.bin, a text skeleton (.skel.txt), a Moho project, or a .zip archive of one of these';

/** A folder of a source. */
export interface Folder {
  readonly files: Files;
  readonly parts: readonly string[];
}

/** What a load begins with: a file that was read already, or a folder of numbered frames. */
export type Start = SvgStart | BinaryStart | TextStart | MohoStart;

export type SvgStart = StartPlace &
  (
    | { readonly kind: 'list' | 'picture'; readonly path: string; readonly bytes: Uint8Array }
    | { readonly kind: 'frames'; readonly parts: readonly string[] }
  );

/** A text skeleton. */
export type TextStart = StartPlace & { readonly kind: 'text'; readonly path: string; readonly bytes: Uint8Array };

/** The JSON of a Moho project. */
export type MohoStart = StartPlace & { readonly kind: 'moho'; readonly path: string; readonly bytes: Uint8Array };

/** What may be a path_data.bin. */
export type BinaryStart = StartPlace & {
  readonly kind: 'binary';
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What to say where it is none; undefined where its name says that it is one. */
  readonly otherwise: AyatoriError | undefined;
};

interface StartPlace {
  readonly files: Files;
  /** Where rig files may be that were not named; those of a later folder override. */
  readonly beside: readonly Folder[];
}

/** Opens what is at a path: a file, a folder, or what is in an archive. Without a path the source is searched. */
export async function findStart(entry: string | undefined, files: Files, log: ProblemLog): Promise<Start> {
  return await (entry === undefined ? searchStart({ files, parts: [] }, log) : openStart(entry, files, log));
}

async function openStart(path: string, files: Files, log: ProblemLog, inArchive = false): Promise<Start> {
  const parts = path.split('/');
  const bytes = await files.read(path);
  if (bytes === undefined) {
    if ((await files.list(parts)) !== undefined) return await searchStart({ files, parts }, log, inArchive);
    throw new AyatoriError({
      code: 'file-missing',
      file: path,
      message: 'there is no such file',
      expected: supportedInputs,
    });
  }
  const { kind, found } = sniff(bytes, path);
  // An archive in an archive would only hide how much there is to unpack.
  if (kind === 'other' || (kind === 'zip' && inArchive)) throw unsupported(path, found);
  const beside = [{ files, parts: parts.slice(0, -1) }];
  if (kind === 'binary') {
    const otherwise = /\.bin$/i.test(path) ? undefined : unsupported(path, found);
    return { kind, path, bytes, otherwise, files, beside };
  }
  if (kind === 'text' || kind === 'moho') return { kind, path, bytes, files, beside };
  if (kind !== 'zip') return { kind: kind === 'csv' ? 'list' : 'picture', path, bytes, files, beside };
  const inner = files.in(await zipSource(bytes, { name: parts[parts.length - 1], limits: files.limits }));
  const start = await searchStart({ files: inner, parts: [] }, log, true);
  return { ...start, beside: [...start.beside, ...beside] };
}

async function searchStart(folder: Folder, log: ProblemLog, inArchive = false): Promise<Start> {
  const { files, parts } = folder;
  const found = await findIn(parts, files);
  if (found === undefined) {
    const { describeFolder } = await foldersPart();
    throw unsupported(parts.join('/') || files.source.name, await describeFolder(parts, files));
  }
  if (found.others.length > 0) (await foldersPart()).reportOthers(found, log);
  if (found.kind !== 'frames') return await openStart(found.path, files, log, inArchive);
  const top = found.path === '' ? [] : found.path.split('/');
  return { kind: 'frames', parts: top, files, beside: [{ files, parts: top }] };
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
