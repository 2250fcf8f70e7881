import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { AyatoriError } from '../engine/model/problem.ts';
import { describeFault, fileError } from './faults.ts';

export interface JsonLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * The lines of a file of JSON lines, as they come; blank ones are left out.
 * @param file `-`: standard input.
 * @throws AyatoriError `file-read`.
 */
export async function* readLines(file: string, stdin: Readable): AsyncGenerator<JsonLine, void> {
  const stream = file === '-' ? stdin : createReadStream(file);
  stream.setEncoding('utf8');
  let line = 0;
  let rest = '';
  // Trimming takes the byte order mark too.
  const numbered = (text: string): JsonLine => ({ line: ++line, text: text.trim() });
  try {
    for await (const chunk of stream) {
      // By hand: readline also breaks at U+2028, which JSON strings may hold.
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() as string;
      for (const part of parts) {
        const found = numbered(part);
        if (found.text !== '') yield found;
      }
    }
  } catch (error) {
    throw fileError('read', file, error);
  }
  const last = numbered(rest);
  if (last.text !== '') yield last;
}

/** @throws AyatoriError `json`. */
export function parseJsonLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AyatoriError({ code: 'json', message: `the line is not JSON: ${describeFault(cause)}` }, { cause });
  }
}

/** How a line is called in messages. */
export const lineName = (file: string, line: number): string => `${file === '-' ? 'standard input' : file}:${line}`;
