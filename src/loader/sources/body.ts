import { fileTooLarge } from './file-too-large.ts';

/** A stream of bytes, as bodies of answers and Blobs have them. */
type Stream = NonNullable<Response['body']>;

interface Reader {
  read(room: Uint8Array<ArrayBuffer>): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
}

const roomSize = 1 << 16;

/** Chromium collects a Blob's stream that nobody else holds while it is waited for, and the wait never ends. */
const atWork = new Set<Reader>();

/** All bytes of a file. Throws beyond `maxBytes`, and reads no more then. */
type ReadBody = (stream: Stream, file: string, maxBytes: number) => Promise<Uint8Array>;

/**
 * Reads streams into rooms that are used again and again, and copies what came. A page that lets the
 * browser make a room for each part, or for each file, has them swept away in blocks of 40 to 80 ms.
 */
export function bodyReader(): ReadBody {
  /** For one stream at a time each. */
  const rooms: ArrayBuffer[] = [];
  return async (stream, file, maxBytes) => {
    let room = rooms.pop() ?? new ArrayBuffer(roomSize);
    const reader = readerOf(stream);
    const chunks: Uint8Array[] = [];
    let size = 0;
    atWork.add(reader);
    try {
      for (;;) {
        const { done, value } = await reader.read(new Uint8Array(room));
        // It was lent, and comes back.
        if (room.byteLength === 0 && value) room = value.buffer;
        if (done || !value) break;
        size += value.length;
        if (size > maxBytes) {
          await reader.cancel();
          throw fileTooLarge(file, size, maxBytes);
        }
        chunks.push(value.slice());
      }
    } finally {
      atWork.delete(reader);
    }
    if (room.byteLength > 0) rooms.push(room);
    const bytes = new Uint8Array(size);
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  };
}

/** A reader that takes its room from us, where the stream is one of bytes: not in older browsers and what is made by hand. */
function readerOf(stream: Stream): Reader {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return stream.getReader() as Reader;
  }
}
