import { expect, test, vi } from 'vitest';
import { seeded } from '../support/random.ts';

/** As in Node, and as in a page, where texts are decoded in larger parts. */
async function decoders() {
  const inNode = await import('../../src/loader/text.ts');
  vi.resetModules();
  vi.stubGlobal('setImmediate', undefined);
  const inPage = await import('../../src/loader/text.ts');
  vi.unstubAllGlobals();
  return { inNode, inPage };
}

type Decoder = Awaited<ReturnType<typeof decoders>>['inNode'];

/** What is decoded, or `fault`. */
function decoded({ decodeChunks }: Decoder, bytes: Uint8Array): string {
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

test('UTF-8 is decoded as by a TextDecoder, whatever it is mixed of and wherever chunks end', async () => {
  const { inNode, inPage } = await decoders();
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
    expect(decoded(inNode, part)).toBe(wanted);
    expect(decoded(inPage, part)).toBe(wanted);
  }
  expect(valid).toBeGreaterThan(250);
  expect(valid).toBeLessThan(390);
});

test.each([
  ['inNode', 14],
  ['inPage', 20],
] as const)('%s characters on the edge of two parts are whole, and broken ones are told', async (where, bits) => {
  const decoder = (await decoders())[where];
  const edge = 'x'.repeat((1 << bits) - 1);
  for (const sign of ['é', 'き', '🧶']) {
    const bytes = new TextEncoder().encode(`${edge}${sign}y`);
    expect(decoded(decoder, bytes)).toBe(`${edge}${sign}y`);
    expect(decoded(decoder, bytes.subarray(0, edge.length + 1))).toBe('fault');
    const broken = bytes.slice();
    broken[edge.length + 1] = 0x79;
    expect(decoded(decoder, broken)).toBe('fault');
  }
  expect(decoded(decoder, new TextEncoder().encode(`a\ufeffb`))).toBe('a\ufeffb');
});

test('a page decodes a file of usual size by one call, since it pays dearly for many', async () => {
  const { decodeChunks } = (await decoders()).inPage;
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const chunks = [...decodeChunks(new TextEncoder().encode('é<a/>'.repeat(1e5)), 'a')];
  expect(decode).toHaveBeenCalledTimes(1);
  // It is read in pieces all the same.
  expect(chunks.length).toBeGreaterThan(20);
  decode.mockRestore();
});
