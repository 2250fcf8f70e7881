import { describe, expect, test } from 'vitest';
import { checksum, checksumOfTables } from '../../bench/checksum.ts';
import { sample, spreadOf } from '../../bench/sample.ts';
import { addRow, replaceBetweenMarks } from '../../bench/write.mjs';

describe('quartiles', () => {
  test('lie between neighbours', () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({ low: 1.75, median: 2.5, high: 3.25, samples: 4 });
    expect(spreadOf([7])).toEqual({ low: 7, median: 7, high: 7, samples: 1 });
    expect(() => spreadOf([])).toThrow(RangeError);
  });

  test('come of as many runs as were asked for, and faults are not swallowed', async () => {
    const calls: string[] = [];
    const options = { samples: 5, warmup: 2, before: () => void calls.push('before') };
    const { samples } = await sample(() => calls.push('work'), options);
    expect(samples).toBe(5);
    expect(calls.slice(-2)).toEqual(['before', 'work']);
    expect(calls.filter((call) => call === 'work').length).toBeGreaterThanOrEqual(7);
    const faulty = () => {
      throw new Error('broken');
    };
    await expect(sample(faulty, options)).rejects.toThrow('broken');
  });
});

test('checksums tell arrays apart by content and order, and tables not by the order of names', async () => {
  const [a, b] = [new Float32Array([1, 2]), new Float32Array([2, 1])];
  expect(await checksum(new TextEncoder().encode('abc'))).toBe('ba7816bf');
  expect(await checksum(a, b)).not.toBe(await checksum(b, a));
  expect(await checksum(new Float32Array([0, 1, 2]).subarray(1))).toBe(await checksum(a));
  expect(await checksumOfTables({ a, inner: { b } })).toBe(await checksumOfTables({ inner: { b }, a }));
  expect(await checksumOfTables({ a, inner: { b } })).not.toBe(await checksumOfTables({ a, inner: { b: a } }));
});

describe('what is written', () => {
  test('stands between the marks, however often', () => {
    const page = 'before\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n';
    const once = replaceBetweenMarks(page, 'new');
    expect(once).toBe('before\n<!-- bench:begin -->\n\nnew\n\n<!-- bench:end -->\nafter\n');
    expect(replaceBetweenMarks(once, 'new')).toBe(once);
    expect(() => replaceBetweenMarks('no marks', 'new')).toThrow('lacks the marks');
  });

  test('keeps older rows, and finds a column for a figure that is new', () => {
    const rows = addRow(addRow([], { date: 'a', old: 1 }), { date: 'b', new: 2 });
    expect(rows).toEqual([
      ['date', 'old', 'new'],
      ['a', '1', ''],
      ['b', '', '2'],
    ]);
  });
});
