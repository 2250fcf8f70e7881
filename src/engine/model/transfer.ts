import { AyatoriError } from './problem.ts';
import type { Rig } from './rig.ts';

/**
 * A rig as bytes, for another process or page on the same machine: everything that is plain stands
 * in JSON, typed arrays side by side behind it.
 *
 *     magic, version, bytes of the JSON   three 32-bit numbers
 *     JSON                                UTF-8
 *     typed arrays                        each at a multiple of 8, in the machine's own byte order
 *
 * What JSON cannot say is an object with the one key `$`: `{"$":["Float32Array", offset, length]}`
 * for a typed array, `{"$":"NaN"}` and the like for values. No part of a rig has such a key.
 */

const MAGIC = 0x52415941; // "AYAR"
const VERSION = 1;
const HEADER_BYTES = 12;

const arrayTypes = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint8Array } as const;
type ArrayName = keyof typeof arrayTypes;
type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

const align = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** All of a rig, without loss; {@link decodeRig} gives it back. */
export function encodeRig(rig: Rig): Uint8Array<ArrayBuffer> {
  const arrays: { array: NumberArray; offset: number }[] = [];
  let arrayBytes = 0;
  const pack = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) return value.map(pack);
      if (ArrayBuffer.isView(value)) {
        const array = value as NumberArray;
        const name = (Object.keys(arrayTypes) as ArrayName[]).find((key) => array instanceof arrayTypes[key]);
        if (name === undefined) throw new TypeError('a rig holds no other typed arrays than these');
        const offset = arrayBytes;
        arrays.push({ array, offset });
        arrayBytes = align(offset + array.byteLength);
        return { $: [name, offset, array.length] };
      }
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, pack(part)]));
    }
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
      return { $: Object.is(value, -0) ? '-0' : String(value) };
    }
    return value;
  };
  const json = new TextEncoder().encode(JSON.stringify(pack(rig)));
  const first = align(HEADER_BYTES + json.length);
  const bytes = new Uint8Array(first + arrayBytes);
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, VERSION, json.length]);
  bytes.set(json, HEADER_BYTES);
  for (const { array, offset } of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), first + offset);
  }
  return bytes;
}

/**
 * Undoes {@link encodeRig}. The rig's typed arrays lie in one common buffer.
 * @throws AyatoriError `rig-bytes` when the bytes are not of this form.
 */
export function decodeRig(bytes: Uint8Array): Rig {
  // A copy starts at 0, as the views on it need.
  const { buffer } = Uint8Array.from(bytes);
  try {
    const [magic, version, jsonBytes] = new Uint32Array(buffer, 0, 3);
    if (magic !== MAGIC || version !== VERSION) throw new RangeError('no rig of this version');
    const first = align(HEADER_BYTES + jsonBytes);
    const json = new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(buffer, HEADER_BYTES, jsonBytes));
    return unpack(JSON.parse(json), buffer, first) as Rig;
  } catch (cause) {
    throw new AyatoriError({ code: 'rig-bytes', message: 'these bytes are not an encoded rig' }, { cause });
  }
}

const values: Readonly<Record<string, number | undefined>> = {
  undefined: undefined,
  '-0': -0,
  NaN: NaN,
  Infinity: Infinity,
  '-Infinity': -Infinity,
};

function unpack(value: unknown, buffer: ArrayBuffer, first: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => unpack(part, buffer, first));
  if ('$' in value) {
    if (typeof value.$ === 'string') return values[value.$];
    const [name, offset, length] = value.$ as [ArrayName, number, number];
    return new arrayTypes[name](buffer, first + offset, length);
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unpack(part, buffer, first)]));
}
