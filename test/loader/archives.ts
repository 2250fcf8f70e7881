import { type Zippable, zipSync } from 'fflate';

const local = 0x04034b50;
const central = 0x02014b50;
const end = 0x06054b50;

/** A zip archive. A file's name may be given as bytes, which are then not marked as UTF-8. */
export function zip(files: Record<string, string | Uint8Array>, level: 0 | 6 = 6): Uint8Array {
  const contents: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    contents[name] = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  }
  return zipSync(contents, { level });
}

/** A header of an archive, to be spoilt: fields by their offset, little-endian. */
export interface Header {
  /** Where it begins. */
  readonly at: number;
  set16(offset: number, value: number): void;
  set32(offset: number, value: number): void;
  get16(offset: number): number;
  get32(offset: number): number;
}

function headers(archive: Uint8Array, signature: number): Header[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const found: Header[] = [];
  for (let at = 0; at + 4 <= archive.length; at++) {
    if (view.getUint32(at, true) !== signature) continue;
    found.push({
      at,
      set16: (offset, value) => view.setUint16(at + offset, value, true),
      set32: (offset, value) => view.setUint32(at + offset, value, true),
      get16: (offset) => view.getUint16(at + offset, true),
      get32: (offset) => view.getUint32(at + offset, true),
    });
  }
  return found;
}

/** The entries of the directory, in the order of the files. */
export const entriesOf = (archive: Uint8Array): Header[] => headers(archive, central);
export const localsOf = (archive: Uint8Array): Header[] => headers(archive, local);
export const endOf = (archive: Uint8Array): Header => headers(archive, end)[0];

/** Writes other bytes over every name that is the text `name`, of the same length, and takes its mark as UTF-8 away. */
export function renameRaw(archive: Uint8Array, name: string, bytes: readonly number[]): void {
  if (name.length !== bytes.length) throw new Error(`"${name}" has not ${bytes.length} bytes.`);
  for (const [list, nameAt, flagsAt, lengthAt] of [
    [entriesOf(archive), 46, 8, 28],
    [localsOf(archive), 30, 6, 26],
  ] as const) {
    for (const header of list) {
      const start = header.at + nameAt;
      const found = String.fromCharCode(...archive.subarray(start, start + header.get16(lengthAt)));
      if (found !== name) continue;
      archive.set(bytes, start);
      header.set16(flagsAt, header.get16(flagsAt) & ~0x800);
    }
  }
}
