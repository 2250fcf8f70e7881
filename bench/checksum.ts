/** The first eight hexadecimal digits of the SHA-256 of some arrays, one behind the other. */
export async function checksum(...parts: readonly ArrayBufferView[]): Promise<string> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** {@link checksum} of all typed arrays that an object holds, itself or in objects it holds, by the order of their names. */
export function checksumOfTables(tables: object): Promise<string> {
  const arrays: ArrayBufferView[] = [];
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) arrays.push(value);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [, part] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) visit(part);
    }
  };
  visit(tables);
  return checksum(...arrays);
}
