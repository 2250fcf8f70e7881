import { AyatoriError } from '../../engine/model/problem.ts';
import { bodyReader } from './body.ts';
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
  const readBody = bodyReader();
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
      const announced = Number(response.headers.get('content-length'));
      if (announced > maxBytes) {
        await discard(response);
        throw fileTooLarge(address, announced, maxBytes);
      }
      try {
        if (response.body === null) return new Uint8Array();
        // A server need not announce a length, nor keep to it.
        return await readBody(response.body, address, maxBytes);
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

function fetchError(file: string, message: string, cause: unknown, found?: string): AyatoriError {
  const reason = found ?? (cause instanceof Error ? cause.message : undefined);
  return new AyatoriError(
    { code: 'read-failed', file, message, ...(reason !== undefined && { found: reason }) },
    cause === undefined ? undefined : { cause },
  );
}
