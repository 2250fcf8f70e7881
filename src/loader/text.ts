import { AyatoriError } from '../engine/model/problem.ts';

/** Characters between two points where the work may be interrupted. */
const chunkSize = 1 << 14;

/**
 * Bytes decoded at once: in a page and its workers nearly all files whole. Each decoded text is a handle there that only a
 * full collection gives back, and those of some hundred files in pieces hold it up for 100 ms. Node has none, and reads
 * faster where no sign beyond Latin-1 makes a whole file twice as long.
 */
const decodedSize = typeof setImmediate === 'undefined' ? 1 << 20 : chunkSize;

/**
 * Decodes a text file chunk by chunk: by its byte order mark, the shape of UTF-16 without one, or
 * the encoding that an XML declaration names; else as UTF-8. The mark is not part of the text.
 */
export function* decodeChunks(bytes: Uint8Array, file: string): Generator<string, void> {
  const encoding = sniffEncoding(bytes);
  const decoder = makeDecoder(encoding, file);
  for (let start = 0; start < bytes.length; start += decodedSize) {
    const end = Math.min(start + decodedSize, bytes.length);
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length });
    } catch (cause) {
      throw new AyatoriError(
        {
          code: 'encoding',
          file,
          message: `the file is not valid ${encoding} text between bytes ${start} and ${end}`,
          hint: 'save the file as UTF-8',
        },
        { cause },
      );
    }
    for (let at = 0; at < text.length; at += chunkSize) yield text.slice(at, at + chunkSize);
  }
}

/** The whole text of a small file. */
export function decodeText(bytes: Uint8Array, file: string): string {
  return [...decodeChunks(bytes, file)].join('');
}

function makeDecoder(encoding: string, file: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    throw new AyatoriError(
      { code: 'encoding', file, message: `unknown encoding "${encoding}"`, hint: 'save the file as UTF-8' },
      { cause },
    );
  }
}

function sniffEncoding(bytes: Uint8Array): string {
  const [a = -1, b = -1] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a > 0 && b === 0) return 'utf-16le';
  if (a === 0 && b > 0) return 'utf-16be';
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1].toLowerCase();
  // A file of single bytes that says it were UTF-16 was converted and kept its old declaration.
  return declared === undefined || declared.startsWith('utf-16') ? 'utf-8' : declared;
}
