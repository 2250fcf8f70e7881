import { expect, test } from 'vitest';
import { arrange, cellText, columnsOf, countSeverities, SEVERITIES } from '../../examples/open-yours/report-rows.ts';
import type { Problem } from '../../src/index.ts';

const problems: Problem[] = [
  { severity: 'info', code: 'rig-file-used', file: 'bones.json', message: 'used' },
  { severity: 'warning', code: 'frame-missing', action: 'walk', frame: 10, message: 'no file' },
  { severity: 'error', code: 'not-xml', file: 'w_2.svg', line: 3, column: 7, action: 'walk', frame: 2, message: 'bad' },
  { severity: 'warning', code: 'frame-missing', action: 'blink', frame: 9, message: 'no file' },
  { severity: 'error', code: 'zip-damaged', file: 'x.zip', byte: 12, message: 'cut off' },
];
const all = { words: '', severities: new Set(SEVERITIES), sort: 'severity', descending: false } as const;
const codes = (asked: Partial<Parameters<typeof arrange>[1]>) =>
  arrange(problems, { ...all, ...asked }).flatMap((rows) => rows.problems.map(({ code, frame }) => frame ?? code));

test('the gravest come first; equal ones stay in the order met', () => {
  expect(codes({})).toEqual([2, 'zip-damaged', 10, 9, 'rig-file-used']);
});

test('numbers sort by value, empty cells stay last either way', () => {
  expect(codes({ sort: 'frame' })).toEqual([2, 9, 10, 'rig-file-used', 'zip-damaged']);
  expect(codes({ sort: 'frame', descending: true })).toEqual([10, 9, 2, 'rig-file-used', 'zip-damaged']);
  expect(codes({ sort: 'action' })).toEqual([9, 10, 2, 'rig-file-used', 'zip-damaged']);
});

test('all words must be there, in any cell; severities can be left out', () => {
  expect(codes({ words: ' WALK missing ' })).toEqual([10]);
  expect(codes({ words: 'nowhere' })).toEqual([]);
  expect(codes({ severities: new Set(['info']) })).toEqual(['rig-file-used']);
});

test('a place has line, column and byte; only columns with something in them are there', () => {
  expect(problems.map((problem) => cellText(problem, 'file'))).toEqual([
    'bones.json',
    '',
    'w_2.svg:3:7',
    '',
    'x.zip byte 12',
  ]);
  expect(columnsOf(problems)).toEqual(['severity', 'code', 'file', 'action', 'frame', 'message']);
  expect(countSeverities(problems)).toEqual([
    ['error', 2],
    ['warning', 2],
    ['info', 1],
  ]);
});

test('a long report stands in groups by code', () => {
  const long = Array.from({ length: 6 }, () => problems).flat();
  const groups = arrange(long, all);
  expect(groups.map(({ code, problems }) => [code, problems.length])).toEqual([
    ['not-xml', 6],
    ['zip-damaged', 6],
    ['frame-missing', 12],
    ['rig-file-used', 6],
  ]);
  expect(columnsOf(long)).not.toContain('code');
});
