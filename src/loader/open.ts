import { pathParts } from './names.ts';
import { fetchSource } from './sources/fetch.ts';
import type { Source } from './sources/source.ts';

/** A source and the path in it; without a path the source is searched for what it holds. */
export interface Opened {
  readonly source: Source;
  readonly entry: string | undefined;
}

/** Tells what an address means. */
export type Opener = (address: string) => Opened | Promise<Opened>;

/** Addresses are paths in a source. */
export function openIn(source: Source): Opener {
  return (address) => {
    const parts = pathParts(address);
    return { source, entry: parts.length === 0 ? undefined : parts.join('/') };
  };
}

/** Addresses are fetched. */
export const openByFetch: Opener = (address) => {
  const plain = address.replace(/[?#].*$/s, '');
  const folder = plain.slice(0, plain.lastIndexOf('/') + 1);
  const file = plain.slice(folder.length);
  return { source: fetchSource(folder), entry: file === '' ? undefined : decodeName(file) };
};

/** Addresses are escaped, paths in a source are not. */
function decodeName(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}
