import { expect, test, vi } from 'vitest';
import { decodeChunks } from '../../src/loader/text.ts';
import { seeded } from '../support/random.ts';

/** What is decoded, or `fault`. */
function decoded(bytes: Uint8Array): string {
  try {
    return [...decodeChunks(bytes, 'a')].join('');
  } catch {
    return 'fault';
  }
}

function expected(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'fault';
  }
}

test('UTF-8 is decoded as by a TextDecoder, whatever it is mixed of and wherever chunks end', () => {
  const next = seeded(7);
  const signs = ['a', '<', 'é', 'き', '🧶', '\ufeff', 'plain text '];
  let valid = 0;
  for (let round = 0; round < 400; round++) {
    const dense = next();
    let text = round % 3 === 0 ? '\ufeff' : '';
    // Longer than what is decoded at once, 1,048,576 bytes.
    const length = round % 50 === 0 ? 1_300_000 : next() * 50;
    while (text.length < length) {
      const isPlain = next() > dense * dense;
      text += isPlain ? 'x'.repeat(next() * 300) : signs[Math.floor(next() * signs.length)];
    }
    const bytes = new TextEncoder().encode(text);
    if (round % 5 === 1 && bytes.length > 0) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
    // A character may be cut off at the end.
    const part = round % 7 === 2 ? bytes.subarray(0, Math.floor(next() * bytes.length)) : bytes;
    // What reads like UTF-16 or names an encoding is another matter.
    if (part[0] === 0 || part[1] === 0 || part[0] >= 0xfe) continue;
    const wanted = expected(part);
    if (wanted !== 'fault') valid++;
    expect(decoded(part)).toBe(wanted);
  }
  expect(valid).toBeGreaterThan(250);
  expect(valid).toBeLessThan(390);
});

test('characters on the edge of two chunks are whole, and broken ones are told', () => {
  const edge = 'x'.repeat((1 << 20) - 1);
  for (const sign of ['é', 'き', '🧶']) {
    const bytes = new TextEncoder().encode(`${edge}${sign}y`);
    expect(decoded(bytes)).toBe(`${edge}${sign}y`);
    expect(decoded(bytes.subarray(0, edge.length + 1))).toBe('fault');
    const broken = bytes.slice();
    broken[edge.length + 1] = 0x79;
    expect(decoded(broken)).toBe('fault');
  }
  expect(decoded(new TextEncoder().encode(`a\ufeffb`))).toBe('a\ufeffb');
});

test('a file of usual size is decoded by one call, since a page pays dearly for many', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const chunks = [...decodeChunks(new TextEncoder().encode('é<a/>'.repeat(1e5)), 'a')];
  expect(decode).toHaveBeenCalledTimes(1);
  // It is read in pieces all the same.
  expect(chunks.length).toBeGreaterThan(20);
  decode.mockRestore();
});
