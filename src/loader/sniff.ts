/** A line of a text skeleton, after comments. */
const skeletonLine =
  /^(?:#[^\n]*\n\s*)*(?:name|fps|picture|outline|fill|stroke|vertex|curve|armature|bone|weight|action|keyframe)[ \t]/;

/** What a file is by its first bytes; its name decides only where these do not. */
export function sniff(
  bytes: Uint8Array,
  path: string,
): { kind: 'svg' | 'csv' | 'zip' | 'binary' | 'text' | 'moho' | 'other'; found: string } {
  // Every second byte is 0 in UTF-16; without them the first characters can be told all the same.
  const head = String.fromCharCode(...bytes.subarray(0, 400).filter((byte) => byte !== 0))
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();
  const extension = /\.([^./]*)$/.exec(path)?.[1].toLowerCase() ?? '';
  const isZip = head.startsWith('PK\u0003') || head.startsWith('PK\u0005');
  const hasZeros = bytes.subarray(0, 400).includes(0);
  // A path_data.bin has no mark of its own: what it begins with can look like any other file.
  if (extension === 'bin' && hasZeros && !isZip) return { kind: 'binary', found: 'a binary file' };
  if (/^<!doctype\s+html|^<html/i.test(head)) return { kind: 'other', found: 'an HTML page (is the address right?)' };
  // Faulty and empty pictures go to the reader of pictures, whose messages say more.
  if (head.startsWith('<') || extension === 'svg') return { kind: 'svg', found: 'a picture' };
  if (isZip) return { kind: 'zip', found: 'a zip archive' };
  if (head[0] === '{' && (/proj$/.test(extension) || head.includes('lm_mohodoc')))
    return { kind: 'moho', found: 'a Moho project' };
  if (/^[{[]/.test(head)) return { kind: 'other', found: 'JSON (give rig files in rigFiles, beside the frames)' };
  if (extension === 'csv' || /^(?:BASE|SMRT|BONE)\s*,/i.test(head)) return { kind: 'csv', found: 'a file list' };
  if (/\.skel(?:\.txt)?$/i.test(path) || skeletonLine.test(head)) return { kind: 'text', found: 'a text skeleton' };
  const text = JSON.stringify(head.slice(0, 20));
  const kind = extension === 'bin' || hasZeros ? 'binary' : 'other';
  return { kind, found: head === '' ? 'an empty file' : `a file that begins with ${text}` };
}
