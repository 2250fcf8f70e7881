import { type Limits, resolveLimits } from '../options.ts';
import { fetchPart } from '../part.ts';
import type { Source } from './source.ts';

export interface ZipOptions {
  /** The archive's file name, for messages; without its ending it is the name of the source. */
  readonly name?: string;
  /** Of these `files`, `archiveBytes` and `archiveRatio` count. */
  readonly limits?: Partial<Limits>;
}

/**
 * The files of a zip archive. Each is unpacked when it is read, so there is never more in memory
 * than the archive and what is being read. Litter of macOS is passed over by the loaders.
 *
 * What reads archives is fetched by the first call, so that pages without archives do without.
 *
 * @throws AyatoriError `part-missing`, `zip-damaged`, `zip-unsupported` (Zip64, split), `zip-name`, `limit`; when a
 * file is read also `zip-encrypted` and `zip-method`.
 */
export async function zipSource(bytes: Uint8Array, options: ZipOptions = {}): Promise<Source> {
  const { archiveSource } = await fetchPart(() => import('../zip/archive.ts'));
  return archiveSource(bytes, options.name ?? 'archive.zip', resolveLimits(options.limits ?? {}));
}
