import type { Files } from '../files.ts';
import { compareNames } from './names.ts';

/** Paths of the JSON files in a folder, `bones.json` first. */
export async function jsonIn(folder: readonly string[], files: Files): Promise<string[]> {
  const entries = [...((await files.list(folder))?.values() ?? [])];
  const rank = (name: string) => (name.toLowerCase() === 'bones.json' ? 0 : 1);
  return entries
    .filter(({ name, isFolder }) => !isFolder && /\.json$/i.test(name))
    .sort((a, b) => rank(a.name) - rank(b.name) || compareNames(a.name, b.name))
    .map(({ path }) => path);
}
