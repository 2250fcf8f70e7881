import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../src/engine/compile/compile.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { character } from '../support/bin-character.ts';
import { Outcomes, patience, shareOf } from '../support/fuzz.ts';
import { type BinDescription, encodeBin } from '../support/path-data-bin.ts';

/** Spoilt files end in a rig that can be drawn or in an AyatoriError, within 2 s. */

const whole = encodeBin(character);

type Edit = readonly [kind: 'set' | 'flip' | 'cut' | 'copy' | 'insert' | 'truncate', at: number, bytes: Uint8Array];

/** What tends to upset readers: ends of ranges, counts, infinities. */
const upsetting = [[0], [1], [0, 0], [0, 1], [255], [255, 255], [128, 0], [127, 255], [0x7f, 0x80, 0, 0], [0x7f, 0xc0]];

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.constantFrom('set', 'set', 'flip', 'flip', 'cut', 'copy', 'insert', 'truncate'),
  fc.nat(whole.length - 1),
  fc.oneof(
    fc.constantFrom(...upsetting).map((bytes) => Uint8Array.from(bytes)),
    fc.uint8Array({ minLength: 1, maxLength: 12 }),
  ),
);

function spoil(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  return edits.reduce((before, [kind, at, change]) => {
    const { length } = change;
    if (kind === 'truncate') return before.slice(0, at);
    if (kind === 'cut') return Uint8Array.from([...before.slice(0, at), ...before.slice(at + length)]);
    if (kind === 'insert') return Uint8Array.from([...before.slice(0, at), ...change, ...before.slice(at)]);
    if (kind === 'copy') return Uint8Array.from([...before.slice(0, at + length), ...before.slice(at)]);
    const after = before.slice();
    for (const [i, value] of change.entries()) {
      if (at + i < after.length) after[at + i] = kind === 'set' ? value : after[at + i] ^ (1 << (value & 7));
    }
    return after;
  }, bytes);
}

/** An item of a list, and what becomes of it. */
type Change = readonly [which: number, kind: 'number' | 'drop' | 'copy' | 'empty' | 'swap', value: number];

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.nat(),
  fc.constantFrom('number', 'number', 'number', 'drop', 'copy', 'empty', 'swap'),
  fc.oneof(fc.nat(8), fc.constantFrom(-1, 255, 32_767, 65_535, Number.NaN, Infinity, -1e38), fc.nat(65_535)),
);

/** All that can be changed in a file without the form of it going lost: numbers and items of lists. */
function placesIn(node: unknown, found: [holder: Record<string, unknown> | unknown[], key: string][] = []) {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'number' || Array.isArray(node)) found.push([node as unknown[], key]);
    placesIn(value, found);
  }
  return found;
}

function changed(changes: readonly Change[]): BinDescription {
  const file = structuredClone(character);
  for (const [which, kind, value] of changes) {
    const places = placesIn(file);
    const [holder, key] = places[which % places.length];
    const item = (holder as Record<string, unknown>)[key];
    if (typeof item === 'number') (holder as Record<string, unknown>)[key] = kind === 'swap' ? -item : value;
    else if (Array.isArray(holder) && typeof item !== 'string') {
      const at = Number(key);
      const isList = item === undefined || Array.isArray(item);
      if (kind === 'drop') holder.splice(at, 1);
      else if (kind === 'copy') holder.splice(at, 0, item);
      else if (kind === 'empty' && isList && typeof (item as unknown[])?.[0] !== 'string') holder[at] = undefined;
      else if (kind === 'swap') holder.push(...holder.splice(at, 1));
    }
  }
  return file;
}

async function read(bytes: Uint8Array): Promise<void> {
  const source = memorySource([['path_data.bin', bytes]], 'fuzz');
  const { rig, report } = await load('path_data.bin', { source });
  // Holds it to what the model promises as well.
  compile(rig);
  expect(report.problems.length).toBeLessThan(2000);
  // The load went on, so none of them was an error.
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
}

test('spoilt path_data.bin', { timeout: patience }, async () => {
  const outcomes = new Outcomes();
  const property = fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
    await outcomes.of(() => read(spoil(whole, edits)));
  });
  await fc.assert(property, shareOf(0.5));
  outcomes.tell('spoilt path_data.bin', { results: 0.03, errors: 0.2 });
});

test('path_data.bin that says something else', { timeout: patience }, async () => {
  const outcomes = new Outcomes();
  const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
    await outcomes.of(() => read(encodeBin(changed(changes))));
  });
  await fc.assert(property, shareOf(0.5));
  outcomes.tell('changed path_data.bin', { results: 0.5, errors: -1 });
});

test('bytes of any kind', { timeout: patience }, async () => {
  const outcomes = new Outcomes();
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
    await outcomes.of(() => read(bytes));
  });
  await fc.assert(property, shareOf(0.1));
  outcomes.tell('bytes as path_data.bin', { results: -1, errors: 0.5 });
});
