/** The loader for Node, where an address is a path on disk. */
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Loaded, loadWith } from './load.ts';
import { type Opener, openByFetch } from './open.ts';
import type { LoadOptions } from './options.ts';
import { diskSource } from './sources/disk.ts';
import type { Source } from './sources/source.ts';

export { type FindOptions, type FoundEntry, findEntry } from './entry.ts';
export type { Loaded } from './load.ts';
export type { Limits, LoadOptions, MohoLoadOptions, Progress, RigFile, SkeletonTextOptions } from './options.ts';
export type { LoadReport } from './report.ts';
export { writeSkeletonText } from './skeleton-text/write.ts';
export { diskSource } from './sources/disk.ts';
export { type FetchOptions, fetchSource } from './sources/fetch.ts';
export { memorySource } from './sources/memory.ts';
export type { Entry, ReadOptions, Source } from './sources/source.ts';
export { type ZipOptions, zipSource } from './sources/zip.ts';

/**
 * Loads a rig as `load` of ayatori/loader does, but without `options.source` an address is the path
 * of a file or folder on disk (or a `file:`, `http:` or `https:` address). So are rig files.
 */
export function load(source: string | Source, options: LoadOptions = {}): Promise<Loaded> {
  return loadWith(openOnDisk, source, options);
}

/** @internal */
export const openOnDisk: Opener = async (address) => {
  if (/^https?:/i.test(address)) return openByFetch(address);
  const path = resolve(/^file:/i.test(address) ? fileURLToPath(address) : address);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { source: diskSource(path), entry: undefined };
  return { source: diskSource(dirname(path)), entry: basename(path) };
};
