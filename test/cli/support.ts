import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { run } from '../../src/cli/run.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command within this process. */
export async function ayatori(args: readonly string[], stdin = ''): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await run(args, {
    stdin: Readable.from([Buffer.from(stdin)]),
    out: async (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    page: pathToFileURL(fromRoot('dist', 'render-page.js')),
    version: '1.2.3',
  });
  return { code, out, err };
}

/** A folder that goes away after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ayatori-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function write(folder: string, name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/**
 * A sequence of 40 × 20 px: a red square at the left and a half transparent blue one at the right,
 * which the action `slide` moves down by 4 px in frame 2 and paints green in frame 3.
 * @returns Its file list.
 */
export function writeSequence(folder: string): string {
  const frame = (top: number, color: string) => `<?xml version="1.0" encoding="utf-8"?>
<svg version="1.1" xmlns="http://www.w3.org/2000/svg" width="40px" height="20px">
<g id="left"><path fill="#ff0000" fill-rule="evenodd" stroke="none" d="M 4 4 L 16 4 L 16 16 L 4 16 Z"/></g>
<g id="right"><path fill="${color}" fill-opacity="0.5" fill-rule="evenodd" stroke="none"
  d="M 24 ${top} L 36 ${top} L 36 ${top + 12} L 24 ${top + 12} Z"/></g>
</svg>
`;
  write(folder, 'base/base_00001.svg', frame(4, '#0000ff'));
  write(folder, 'slide/slide_00001.svg', frame(4, '#0000ff'));
  write(folder, 'slide/slide_00002.svg', frame(8, '#0000ff'));
  write(folder, 'slide/slide_00003.svg', frame(8, '#00ff00'));
  return write(folder, 'filelist.csv', 'BASE, 1, base, ./base/base_\nSMRT, 3, slide, ./slide/slide_\n');
}
