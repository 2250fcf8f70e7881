/**
 * What the core may use beside ECMAScript: the few globals that browsers, workers and Node share.
 * Only tsconfig.core.json knows this file. Add with care; a document or a file system never.
 */

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  decode(input?: ArrayBuffer | ArrayBufferView, options?: { stream?: boolean }): string;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare class URL {
  constructor(url: string, base?: string | URL);
  readonly href: string;
  readonly pathname: string;
  readonly protocol: string;
}

interface Blob {
  readonly size: number;
  stream(): NonNullable<Response['body']>;
}

declare const performance: { now(): number };

declare function setTimeout(callback: () => void, milliseconds?: number): unknown;

/** Node and a few others. */
declare const setImmediate: ((callback: () => void) => unknown) | undefined;

declare class MessageChannel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
}

interface MessagePort {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}

interface RequestInit {
  headers?: unknown;
  signal?: AbortSignal | null;
}

declare class Headers {
  constructor(init?: unknown);
  get(name: string): string | null;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

interface Response {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    cancel(): Promise<void>;
    getReader(options?: { mode: 'byob' }): {
      /** Into the view, where the stream lends rooms. */
      read(view: Uint8Array<ArrayBuffer>): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

declare function fetch(url: string, init?: RequestInit): Promise<Response>;

/** Text of a shader. */
declare module '*?raw' {
  const text: string;
  export default text;
}
