/** A name as an archive has it. */
export interface RawName {
  readonly bytes: Uint8Array;
  /** The archive says that it is UTF-8. */
  readonly isUtf8: boolean;
}

/**
 * Decodes the names of one archive. Those that are not marked as UTF-8 come from one program and
 * are taken together: UTF-8 if all are valid as such (macOS, many others), else Shift JIS (Windows
 * in Japan), else Windows-1252, in which nothing is invalid.
 */
export function decodeNames(names: readonly RawName[]): string[] {
  const unmarked = names.filter(({ isUtf8 }) => !isUtf8).map(({ bytes }) => bytes);
  const encoding = ['utf-8', 'shift_jis'].find((each) => areValid(unmarked, each)) ?? 'windows-1252';
  const marked = new TextDecoder();
  const other = new TextDecoder(encoding);
  return names.map(({ bytes, isUtf8 }) => (isUtf8 ? marked : other).decode(bytes));
}

function areValid(names: readonly Uint8Array[], encoding: string): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (const bytes of names) decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
