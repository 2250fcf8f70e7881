import { AyatoriError } from '../engine/model/problem.ts';

/**
 * Bytes decoded at once in a page. More than this are slow to pass as arguments.
 *
 * A page keeps each text of a decoder until a full collection, which some hundred of them hold up for 25 to 100 ms. In
 * parts of this size none comes of a decoder but short ones, that most files share.
 */
export const pageSize = 1 << 12;

/** Node keeps none, and reads a seventh faster in parts of this size, each of a decoder. */
const usualSize = typeof setImmediate === 'undefined' ? pageSize : 1 << 14;

/**
 * Decodes a text file chunk by chunk: by its byte order mark, the shape of UTF-16 without one, or
 * the encoding that an XML declaration names; else as UTF-8. The mark is not part of the text.
 * Between two chunks, of `size` bytes, the work may be interrupted.
 */
export function* decodeChunks(bytes: Uint8Array, file: string, size = usualSize): Generator<string, void> {
  const decoder = makeDecoder(sniffEncoding(bytes), file);
  const { encoding } = decoder;
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = Math.min(start + size, bytes.length);
    // No character of UTF-8 is cut in two; they have up to three bytes like this behind the first.
    for (let back = 3; back-- > 0 && (bytes[end] & 0xc0) === 0x80; ) end--;
    const part = bytes.subarray(start, end);
    let text: string;
    try {
      text =
        encoding === 'utf-8' && size === pageSize
          ? latin1(part).replace(beyondAscii, (run, at) => decoder.decode(part.subarray(at, at + run.length)))
          : decoder.decode(part, { stream: end < bytes.length });
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
    yield start === 0 ? text.replace(/^\ufeff/, '') : text;
  }
}

/** Bytes beyond ASCII that are near to one another: each run takes a call. */
const beyondAscii = /[\x80-\xff](?:.{0,16}[\x80-\xff])*/gs;

function latin1(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, null, bytes);
}

/** The whole text of a file that is read in one go, of which there are few. */
export function decodeText(bytes: Uint8Array, file: string): string {
  return [...decodeChunks(bytes, file, bytes.length)].join('');
}

function makeDecoder(encoding: string, file: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch (cause) {
    throw new AyatoriError(
      { code: 'encoding', file, message: `unknown encoding "${encoding}"`, hint: 'save the file as UTF-8' },
      { cause },
    );
  }
}

function sniffEncoding(bytes: Uint8Array): string {
  const [a = -1, b = -1] = bytes;
  if ((a === 0xff && b === 0xfe) || (a > 0 && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b > 0)) return 'utf-16be';
  const head = latin1(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1].toLowerCase();
  // A file of single bytes that says it were UTF-16 was converted and kept its old declaration.
  return declared === undefined || declared.startsWith('utf-16') ? 'utf-8' : declared;
}
