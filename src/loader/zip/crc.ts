/** CRC-32 with the reversed polynomial 0xedb88320 (ISO 3309), which zip archives hold for each file. */
const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The checksum of bytes that follow those of checksum `crc` (0: none before). */
export function crc32(bytes: Uint8Array, crc = 0): number {
  let value = ~crc;
  for (let i = 0; i < bytes.length; i++) value = table[(value ^ bytes[i]) & 0xff] ^ (value >>> 8);
  return ~value >>> 0;
}
