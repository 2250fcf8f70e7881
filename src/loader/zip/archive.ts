import { AyatoriError } from '../../engine/model/problem.ts';
import { type Limits, limitError } from '../options.ts';
import { fileTooLarge } from '../sources/file-too-large.ts';
import type { Source } from '../sources/source.ts';
import { folderTree } from '../sources/tree.ts';
import { Turns } from '../turns.ts';
import { readDirectory, type ZipEntry } from './directory.ts';
import { unpack } from './unpack.ts';

/** A file of so many bytes may be as simple as it likes. */
const freeBytes = 2 ** 20;

/** The files of an archive; each is unpacked when it is read. */
export function archiveSource(bytes: Uint8Array, name: string, limits: Limits): Source {
  const files = readDirectory(bytes, name, (count) => {
    if (count > limits.files) throw limitError(limits, 'files', 'files in an archive', count, name);
  });
  const folders = folderTree(files.keys());
  const opened = new Set<ZipEntry>();
  let unpacked = 0;
  return {
    name: name.replace(/\.[^.]*$/, ''),
    async read(path, { maxBytes, signal }) {
      const entry = files.get(path);
      if (entry === undefined) return undefined;
      checkKind(entry);
      if (entry.size > maxBytes) throw fileTooLarge(path, entry.size, maxBytes);
      checkRatio(entry, limits);
      if (!opened.has(entry)) unpacked += entry.size;
      opened.add(entry);
      // What a file says of its size is held when it is unpacked, so this bounds what is done.
      if (unpacked > limits.archiveBytes) {
        throw limitError(limits, 'archiveBytes', 'bytes unpacked from one archive', unpacked, name);
      }
      const turns = new Turns(signal);
      try {
        return await turns.run(unpack(bytes, entry));
      } finally {
        turns.close();
      }
    },
    async list(folder) {
      return folders.get(folder);
    },
  };
}

const methods: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};

function checkKind({ path, encrypted, method }: ZipEntry): void {
  if (encrypted || method === 99) {
    throw new AyatoriError({
      code: 'zip-encrypted',
      file: path,
      message: 'the file is encrypted',
      hint: 'pack the files without a password',
    });
  }
  if (method !== 0 && method !== 8) {
    const known = methods[method];
    throw new AyatoriError({
      code: 'zip-method',
      file: path,
      message: 'the file is packed in a way that is not supported',
      expected: 'stored (0) or Deflate (8)',
      found: known === undefined ? `method ${method}` : `${known} (${method})`,
      hint: 'pack the files as a plain zip',
    });
  }
}

function checkRatio({ path, size, packedSize }: ZipEntry, limits: Limits): void {
  if (size <= freeBytes || size <= limits.archiveRatio * packedSize) return;
  const ratio = packedSize === 0 ? Number.POSITIVE_INFINITY : Math.round(size / packedSize);
  throw limitError(limits, 'archiveRatio', 'bytes from each byte of an archive', ratio, path);
}
