/**
 * The directory of a zip archive, after APPNOTE.TXT of PKWARE (4.3.12 and 4.3.16). The local
 * headers before each file say the same and are not asked: they may lack the sizes.
 */
import { AyatoriError } from '../../engine/model/problem.ts';
import { decodeNames, type RawName } from './names.ts';

export interface ZipEntry {
  /** With `/` between its parts, and none of them `.` or `..`. */
  readonly path: string;
  readonly encrypted: boolean;
  /** 0: stored, 8: deflate. */
  readonly method: number;
  readonly crc: number;
  /** Bytes in the archive. */
  readonly packedSize: number;
  /** Bytes once unpacked, as the archive says. */
  readonly size: number;
  /** Of the local header. */
  readonly offset: number;
}

const endSignature = 0x06054b50;
const endSize = 22;
const entrySignature = 0x02014b50;
const entrySize = 46;
const longestComment = 0xffff;
/** Folders in one another: names are data of a stranger. */
const deepest = 64;

/**
 * The files of an archive by their path; folders are not kept, of two files of one path the last.
 *
 * @param archive The name of the archive, for errors.
 * @param checkCount Throws when there are too many files.
 */
export function readDirectory(
  bytes: Uint8Array,
  archive: string,
  checkCount: (files: number) => void,
): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view, archive);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    throw new AyatoriError({
      code: 'zip-unsupported',
      file: archive,
      message: 'this archive is too large for the plain zip format (it is a Zip64)',
      expected: 'at most 65534 files and 4 GiB',
      hint: 'unpack it and open the folder',
    });
  }
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count) {
    throw new AyatoriError({
      code: 'zip-unsupported',
      file: archive,
      message: 'this is one part of an archive that was split',
      hint: 'join the parts, or unpack them and open the folder',
    });
  }
  checkCount(count);
  if (start + size > end) throw damaged(archive, start + size, 'its directory does not fit into it');

  const names: RawName[] = [];
  const entries: Omit<ZipEntry, 'path'>[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + entrySize > end || view.getUint32(at, true) !== entrySignature) {
      throw damaged(archive, at, `its directory breaks off after ${i} of ${count} files`);
    }
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const nameEnd = at + entrySize + nameLength;
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw damaged(archive, at, `its directory breaks off after ${i} of ${count} files`);
    names.push({ bytes: bytes.subarray(nameEnd - nameLength, nameEnd), isUtf8: (flags & 0x800) !== 0 });
    entries.push({
      encrypted: (flags & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at = next;
  }
  const files = new Map<string, ZipEntry>();
  decodeNames(names).forEach((name, i) => {
    const path = pathOf(name, archive);
    if (path !== undefined) files.set(path, { path, ...entries[i] });
  });
  return files;
}

/** Where the last record of the archive begins. A comment may follow it, and may look like one. */
function findEnd(view: DataView, archive: string): number {
  const last = view.byteLength - endSize;
  let found: number | undefined;
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (view.getUint32(at, true) !== endSignature) continue;
    found ??= at;
    if (at + endSize + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  if (found !== undefined) return found;
  throw damaged(archive, undefined, 'it has no directory at its end, so it was cut off or is no zip archive');
}

/** Undefined for a folder. */
function pathOf(name: string, archive: string): string | undefined {
  const parts = name.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  // No path ever reaches a disk here, but a name of this kind is made to do harm.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  if (parts.includes('..') || parts.length > deepest || /[\0-\x1f]/.test(name)) {
    throw new AyatoriError({
      code: 'zip-name',
      file: archive,
      message: 'a file in the archive has a name that is not safe',
      expected: `names without "..", control characters and more than ${deepest} folders`,
      found: JSON.stringify(name.slice(0, 100)),
      hint: 'pack the files anew',
    });
  }
  return /[/\\]$/.test(name) || parts.length === 0 ? undefined : parts.join('/');
}

/** The error for an archive that contradicts itself or breaks off. */
export function damaged(file: string, byte: number | undefined, what: string, cause?: unknown): AyatoriError {
  return new AyatoriError(
    {
      code: 'zip-damaged',
      file,
      ...(byte !== undefined && { byte }),
      message: `the archive is damaged: ${what}`,
      hint: 'download or pack it again',
    },
    cause === undefined ? undefined : { cause },
  );
}
