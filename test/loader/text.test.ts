import { expect, test, vi } from 'vitest';
import { decodeChunks, decodeText, pageSize } from '../../src/loader/text.ts';
import { seeded } from '../support/random.ts';

/** What is decoded, or `fault`; as in a page, as in Node, and all at once it must be the same. */
function decoded(bytes: Uint8Array): string {
  const ways = [
    () => [...decodeChunks(bytes, 'a', pageSize)].join(''),
    () => [...decodeChunks(bytes, 'a')].join(''),
    () => decodeText(bytes, 'a'),
  ];
  const [page, node, whole] = ways.map((decode) => {
    try {
      return decode();
    } catch {
      return 'fault';
    }
  });
  expect(node).toBe(page);
  expect(whole).toBe(page);
  return page;
}

function expected(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'fault';
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('UTF-8 is decoded as by a TextDecoder, whatever it is mixed of and wherever chunks end', () => {
  const next = seeded(7);
  const signs = ['a', '<', '\n', 'é', 'き', '🧶', '\ufeff', 'plain text '];
  let valid = 0;
  for (let round = 0; round < 1000; round++) {
    const dense = next();
    let text = round % 3 === 0 ? '\ufeff' : '';
    const length = round % 4 === 0 ? 20_000 : next() * 50;
    while (text.length < length) {
      const isPlain = next() > dense * dense;
      text += isPlain ? 'x'.repeat(next() * 300) : signs[Math.floor(next() * signs.length)];
    }
    const bytes = bytesOf(text);
    if (round % 5 === 1 && bytes.length > 0) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
    // A character may be cut off at the end.
    const part = round % 7 === 2 ? bytes.subarray(0, Math.floor(next() * bytes.length)) : bytes;
    // What reads like UTF-16 or names an encoding is another matter.
    if (part[0] === 0 || part[1] === 0 || part[0] >= 0xfe) continue;
    const wanted = expected(part);
    if (wanted !== 'fault') valid++;
    expect(decoded(part)).toBe(wanted);
  }
  expect(valid).toBeGreaterThan(700);
  expect(valid).toBeLessThan(970);
});

test('characters on the edge of two parts are whole, and broken ones are told', () => {
  const signs = ['é', 'き', '🧶'];
  for (const [edge, sign] of [pageSize, 1 << 14].flatMap((size) => signs.map((each) => [size, each] as const))) {
    const own = bytesOf(sign);
    for (let before = edge - own.length - 1; before <= edge + 1; before++) {
      const plain = 'x'.repeat(before);
      const bytes = bytesOf(`${plain}${sign}y`);
      expect(decoded(bytes)).toBe(`${plain}${sign}y`);
      for (let cut = 1; cut < own.length; cut++) {
        expect(decoded(bytes.subarray(0, before + cut))).toBe('fault');
        const broken = bytes.slice();
        broken[before + cut] = 0x79;
        expect(decoded(broken)).toBe('fault');
      }
    }
  }
  // Nothing but bytes that go on with a character, and as many behind one that has begun.
  expect(decoded(new Uint8Array(9000).fill(0x80))).toBe('fault');
  expect(decoded(new Uint8Array(9000).fill(0x80).fill(0xf0, 0, 1))).toBe('fault');
});

test('the mark at the start is no part of the text, one inside is', () => {
  const text = '\ufeffa\ufeffb';
  const utf16 = new Uint8Array(new Uint16Array([...text].map((sign) => sign.charCodeAt(0))).buffer);
  expect(decoded(bytesOf(text))).toBe('a\ufeffb');
  expect(decoded(utf16)).toBe('a\ufeffb');
  expect(decoded(utf16.map((_, i) => utf16[i ^ 1]))).toBe('a\ufeffb');
  expect(decoded(bytesOf('\ufeff'))).toBe('');
});

test('in a page no text comes of a decoder but what is not ASCII: it keeps each until a full collection', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const decoded = (bytes: Uint8Array) => [...decodeChunks(bytes, 'a', pageSize)].join('');
  const plain = '<path d="M 1 2 C 3 4 5 6 7 8"/>\n'.repeat(5000);
  expect(decoded(bytesOf(plain))).toBe(plain);
  expect(decode).not.toHaveBeenCalled();
  const named = `<g id="右腕" name="左腕">${plain}</g><g id="頭"/>${plain}`;
  expect(decoded(bytesOf(named))).toBe(named);
  expect(decode.mock.results.map(({ value }) => value)).toEqual(['右腕" name="左腕', '頭']);
  decode.mockClear();
  // A call for each of these would take twenty times as long.
  const dense = 'éa'.repeat(30_000);
  expect(decoded(bytesOf(dense))).toBe(dense);
  expect(decode.mock.calls.length).toBeLessThan(30);
  decode.mockRestore();
});
