import { AyatoriError } from '../../engine/model/problem.ts';
import { fileTooLarge } from './file-too-large.ts';
import type { Source } from './source.ts';

export interface FetchOptions {
  /** Handed to every request, such as `headers` or `credentials`. */
  readonly init?: RequestInit;
  readonly fetch?: typeof fetch;
}

// A server that answers every unknown address with its page does so for requests that accept HTML.
const accept = 'image/svg+xml, text/csv, application/json, application/octet-stream;q=0.9';

/**
 * Files below an address. `base` is the address of a folder, absolute or relative to the page
 * (to the worker's script in a worker; Node has nothing to be relative to). Cannot list folders.
 */
export function fetchSource(base: string, options: FetchOptions = {}): Source {
  const folder = base === '' || base.endsWith('/') ? base : `${base}/`;
  const request = options.fetch ?? fetch;
  const rooms: Rooms = [];
  return {
    name:
      folder
        .replace(/[?#].*$/, '')
        .split('/')
        .filter(Boolean)
        .at(-1) ?? '',
    async read(path, { maxBytes, signal }) {
      const address = folder + path.split('/').map(encodeURIComponent).join('/');
      let response: Response;
      try {
        response = await request(address, {
          ...options.init,
          headers: { accept, ...Object.fromEntries(new Headers(options.init?.headers)) },
          signal: signal ?? null,
        });
      } catch (cause) {
        throw fetchError(address, 'the request failed', cause);
      }
      if (response.status === 404 || response.status === 410) return discard(response);
      // No loader reads HTML: this is a page that stands in for a missing file.
      if (response.headers.get('content-type')?.startsWith('text/html')) return discard(response);
      if (!response.ok) {
        await discard(response);
        throw fetchError(address, 'the server refused the request', undefined, `status ${response.status}`);
      }
      const announced = Number(response.headers.get('content-length') ?? 0);
      if (announced > maxBytes) {
        await discard(response);
        throw fileTooLarge(address, announced, maxBytes);
      }
      try {
        if (response.body === null) return new Uint8Array();
        return await readBody(response.body, address, maxBytes, rooms);
      } catch (cause) {
        if (cause instanceof AyatoriError) throw cause;
        throw fetchError(address, 'the connection broke while reading', cause);
      }
    },
  };
}

async function discard(response: Response): Promise<undefined> {
  await response.body?.cancel().catch(() => undefined);
  return undefined;
}

type Body = NonNullable<Response['body']>;

interface BodyReader {
  read(room: Uint8Array<ArrayBuffer>): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
}

/** Rooms that bodies come in, each for one body at a time. */
type Rooms = ArrayBuffer[];

const roomSize = 1 << 16;

async function readBody(body: Body, address: string, maxBytes: number, rooms: Rooms): Promise<Uint8Array> {
  // Parts come in one room and are copied: a page sweeps parts with rooms of their own away in blocks of 40 ms.
  let room = rooms.pop() ?? new ArrayBuffer(roomSize);
  const reader = readerOf(body);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(room));
    // It was lent, and comes back.
    if (room.byteLength === 0 && value) room = value.buffer;
    if (done || !value) break;
    size += value.length;
    // A server need not announce a length, nor keep to it.
    if (size > maxBytes) {
      await reader.cancel();
      throw fileTooLarge(address, size, maxBytes);
    }
    chunks.push(value.slice());
  }
  if (room.byteLength > 0) rooms.push(room);
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** A reader that takes its room from us, where the stream is one of bytes: not in older browsers and what is made by hand. */
function readerOf(body: Body): BodyReader {
  try {
    return body.getReader({ mode: 'byob' });
  } catch {
    return body.getReader() as BodyReader;
  }
}

function fetchError(file: string, message: string, cause: unknown, found?: string): AyatoriError {
  const reason = found ?? (cause instanceof Error ? cause.message : undefined);
  return new AyatoriError(
    { code: 'read-failed', file, message, ...(reason !== undefined && { found: reason }) },
    cause === undefined ? undefined : { cause },
  );
}
