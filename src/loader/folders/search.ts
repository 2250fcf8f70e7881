import type { Files } from '../files.ts';
import { listName } from '../names.ts';
import { limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { jsonIn } from './beside.ts';
import { compareNames, frameName } from './names.ts';

/** Where a load begins in a source when it is not told. */
export interface FoundEntry {
  /**
   * A file list; a folder of numbered frames or of such folders; the only picture; `path_data.bin`, or
   * the only file with that ending; the only text skeleton; the only Moho project; the only zip archive.
   */
  readonly kind: 'list' | 'frames' | 'picture' | 'binary' | 'text' | 'moho' | 'archive';
  /** Path of the file, or of the folder (`''`: the source's own). */
  readonly path: string;
  /** Paths of the JSON files beside it: `bones.json` first, then the others in alphabetical order. */
  readonly rigFiles: readonly string[];
  /** Where a load could as well begin; the one chosen is the first of them by name. */
  readonly others: readonly string[];
}

const binaryName = 'path_data.bin';
/** Folders in one another that are looked into. */
const deepest = 32;

/** What comes first in a folder and those in it; see `findEntry`. */
export async function searchIn(folder: readonly string[], files: Files): Promise<FoundEntry | undefined> {
  let named: Item[] = [];
  let tables: Item[] = [];
  let framesIn: (readonly string[])[] = [];
  const pictures: Item[] = [];
  const binaries: Item[] = [];
  const texts: Item[] = [];
  const projects: Item[] = [];
  const archives: Item[] = [];
  for await (const level of levels(folder, files)) {
    const lists = level.filter(({ name }) => name.toLowerCase() === listName);
    if (lists.length > 0) return await choose('list', lists, files);
    if (named.length === 0) named = level.filter(({ name }) => name.toLowerCase() === binaryName);
    if (tables.length === 0) tables = level.filter(({ name }) => /\.csv$/i.test(name));
    if (framesIn.length === 0) framesIn = level.filter(({ name }) => frameName(name)).map(({ folder }) => folder);
    for (const item of level) {
      if (/\.svg$/i.test(item.name)) pictures.push(item);
      else if (/\.bin$/i.test(item.name)) binaries.push(item);
      else if (/\.skel(?:\.txt)?$/i.test(item.name)) texts.push(item);
      else if (/\.(?:moho|mohoproj|animeproj)$/i.test(item.name)) projects.push(item);
      else if (/\.zip$/i.test(item.name)) archives.push(item);
    }
  }
  if (named.length > 0) return await choose('binary', named, files);
  if (tables.length === 1) return await choose('list', tables, files);
  if (pictures.length === 1) return await choose('picture', pictures, files);
  if (framesIn.length > 0) return await choose('frames', topsOf(framesIn), files);
  if (binaries.length === 1) return await choose('binary', binaries, files);
  if (texts.length === 1) return await choose('text', texts, files);
  if (projects.length === 1) return await choose('moho', projects, files);
  return archives.length === 1 ? await choose('archive', archives, files) : undefined;
}

/** One folder of frames is it; several are what one folder, or several, have in them. */
function topsOf(framesIn: readonly (readonly string[])[]): Item[] {
  const unique = (folders: readonly (readonly string[])[]) => [
    ...new Map(folders.map((parts) => [parts.join('/'), parts])),
  ];
  const own = unique(framesIn);
  const tops = own.length === 1 ? own : unique(own.map(([, parts]) => parts.slice(0, -1)));
  return tops.map(([path, parts]) => ({ path, name: parts.at(-1) ?? '', folder: parts }));
}

interface Item {
  readonly path: string;
  readonly name: string;
  /** The folder it is in. */
  readonly folder: readonly string[];
}

async function choose(kind: FoundEntry['kind'], items: readonly Item[], files: Files): Promise<FoundEntry> {
  const [first, ...others] = [...items].sort((a, b) => compareNames(a.path, b.path));
  return {
    kind,
    path: first.path,
    rigFiles: await jsonIn(first.folder, files),
    others: others.map(({ path }) => path),
  };
}

/** The files in a folder, then those in all folders in it, and so on. */
async function* levels(folder: readonly string[], files: Files): AsyncGenerator<Item[], void> {
  let folders = [folder];
  let count = 0;
  for (let depth = 0; folders.length > 0 && depth < deepest; depth++) {
    const items: Item[] = [];
    const inside: (readonly string[])[] = [];
    for (const each of folders) {
      files.checkAborted();
      const entries = [...((await files.list(each))?.values() ?? [])];
      count += entries.length;
      if (count > files.limits.files) {
        throw limitError(files.limits, 'files', 'files in the folders', undefined, files.source.name);
      }
      for (const { name, path, isFolder } of entries) {
        if (isFolder) inside.push([...each, name]);
        else items.push({ path, name, folder: each });
      }
    }
    yield items;
    folders = inside;
  }
}

/** Tells of characters that are not loaded. */
export function reportOthers({ path, others }: FoundEntry, log: ProblemLog): void {
  log.add({
    severity: 'info',
    code: 'entry-several',
    file: path,
    message: 'there is more than one character; this one is loaded',
    found: firstFew(others),
    hint: 'open the folder of another one alone to load that',
  });
}

/** Where there is nothing to load in a folder: what is in it. */
export async function describeFolder(parts: readonly string[], files: Files): Promise<string> {
  const entries = [...((await files.list(parts))?.values() ?? [])];
  if (entries.length === 0) return 'an empty folder';
  return firstFew(entries.map(({ name, isFolder }) => (isFolder ? `${name}/` : name)));
}

function firstFew(names: readonly string[]): string {
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
}
