import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AyatoriError } from '../../engine/model/problem.ts';
import { fileTooLarge } from './file-too-large.ts';
import type { Source } from './source.ts';

/** Files of a folder on disk. */
export function diskSource(folder: string): Source {
  const root = resolve(folder);
  return {
    name: basename(root),
    async read(path, { maxBytes, signal }) {
      const file = join(root, path);
      try {
        const found = await stat(file);
        if (found.isDirectory()) return undefined;
        if (!found.isFile()) {
          throw new AyatoriError({ code: 'read-failed', file: path, message: 'this is neither a file nor a folder' });
        }
        if (found.size > maxBytes) throw fileTooLarge(path, found.size, maxBytes);
        return await readFile(file, signal === undefined ? undefined : { signal });
      } catch (cause) {
        if (isMissing(cause)) return undefined;
        throw cause;
      }
    },
    async list(path) {
      try {
        const entries = await readdir(join(root, path), { withFileTypes: true });
        return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
      } catch (cause) {
        if (isMissing(cause)) return undefined;
        throw cause;
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
