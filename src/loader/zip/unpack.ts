import { Inflate } from 'fflate';
import { AyatoriError } from '../../engine/model/problem.ts';
import { crc32 } from './crc.ts';
import { damaged, type ZipEntry } from './directory.ts';

const localSignature = 0x04034b50;
const localSize = 30;
/** Packed bytes between two points where the work may be interrupted. */
const chunkSize = 1 << 14;

/** The bytes of a file, checked against the size and the checksum that the archive has for it. */
export function* unpack(archive: Uint8Array, entry: ZipEntry): Generator<void, Uint8Array> {
  const { path, size, method } = entry;
  const packed = packedBytes(archive, entry);
  const bytes = new Uint8Array(size);
  let done = 0;
  let crc = 0;
  const take = (chunk: Uint8Array) => {
    if (done + chunk.length > size) throw damaged(path, undefined, `the file is larger than its ${size} bytes`);
    bytes.set(chunk, done);
    done += chunk.length;
    crc = crc32(chunk, crc);
  };
  const inflate = method === 8 ? new Inflate(take) : undefined;
  for (let at = 0; at < packed.length; at += chunkSize) {
    const chunk = packed.subarray(at, at + chunkSize);
    if (inflate === undefined) take(chunk);
    else inflateChunk(inflate, chunk, at + chunkSize >= packed.length, path);
    yield;
  }
  if (done < size) throw damaged(path, undefined, `the file breaks off after ${done} of ${size} bytes`);
  if (crc !== entry.crc) throw damaged(path, undefined, 'the checksum of the file does not fit');
  return bytes;
}

function inflateChunk(inflate: Inflate, chunk: Uint8Array, isLast: boolean, path: string): void {
  try {
    inflate.push(chunk, isLast);
  } catch (cause) {
    if (cause instanceof AyatoriError) throw cause;
    throw damaged(path, undefined, 'the file cannot be unpacked', cause);
  }
}

/** The local header repeats the name, and its extra field may be longer than that of the directory. */
function packedBytes(archive: Uint8Array, { path, offset, packedSize }: ZipEntry): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (offset + localSize > archive.length || view.getUint32(offset, true) !== localSignature) {
    throw damaged(path, undefined, 'the file is not where the directory says');
  }
  const start = offset + localSize + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > archive.length) throw damaged(path, undefined, 'the file breaks off');
  return archive.subarray(start, start + packedSize);
}
