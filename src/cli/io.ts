import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Where the command reads and writes. */
export interface Io {
  readonly stdin: Readable;
  /** Results; settles when more may be written. */
  out(text: string): Promise<void>;
  /** What is not a result. */
  err(text: string): void;
}

export function standardIo(): Io {
  const { stdin, stdout, stderr } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads has had enough, as `head` does.
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  return {
    stdin,
    out: async (text) => {
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    err: (text) => {
      stderr.write(text);
    },
  };
}
