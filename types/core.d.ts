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

declare const performance: { now(): number };

declare function setTimeout(callback: () => void, milliseconds?: number): unknown;
