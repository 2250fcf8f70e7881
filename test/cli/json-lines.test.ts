import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { lineName, parseJsonLine, readLines } from '../../src/cli/json-lines.ts';
import { temporaryFolder, write } from './support.ts';

const folder = temporaryFolder();

async function linesOf(file: string, stdin: Readable = Readable.from([])) {
  const lines: [number, string][] = [];
  for await (const { line, text } of readLines(file, stdin)) lines.push([line, text]);
  return lines;
}

test('lines are numbered as an editor does; blank ones are left out', async () => {
  const file = write(folder, 'lines.jsonl', '\uFEFF{"a":1}\r\n\r\n  \n{"b":"\u2028"}\n{"c":3}');
  expect(await linesOf(file)).toEqual([
    [1, '{"a":1}'],
    [4, '{"b":"\u2028"}'],
    [5, '{"c":3}'],
  ]);
});

test('lines come whole however the input is cut', async () => {
  const bytes = Buffer.from('{"顔":1}\n{"瞼":2}\n');
  const pieces = Readable.from([...bytes].map((byte) => Buffer.of(byte)));
  expect(await linesOf('-', pieces)).toEqual([
    [1, '{"顔":1}'],
    [2, '{"瞼":2}'],
  ]);
});

test('the first lines come before the last are there', async () => {
  const endless = new Readable({ read: () => {} });
  endless.push('{"a":1}\n');
  const lines = readLines('-', endless);
  expect(await lines.next()).toEqual({ done: false, value: { line: 1, text: '{"a":1}' } });
  endless.destroy();
});

test('a file that is not there', async () => {
  await expect(linesOf(`${folder}/none.jsonl`)).rejects.toThrow(
    `${folder}/none.jsonl: the file could not be read; found there is no such file or folder`,
  );
  await expect(linesOf(folder)).rejects.toThrow(`${folder}: the file could not be read; found it is a folder`);
});

test('a line that is not JSON', () => {
  expect(() => parseJsonLine('{"a":}')).toThrow(/^the line is not JSON: Unexpected token/);
  expect(lineName('-', 3)).toBe('standard input:3');
});
