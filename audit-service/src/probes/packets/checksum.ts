/**
 * Computes the Internet checksum (RFC 1071); 0 for bytes with a valid checksum. `sum` is the sum of further covered
 * data.
 */
export function checksum(bytes: Buffer, sum = 0): number {
  let total = sum
  for (let index = 0; index + 1 < bytes.length; index += 2) total += bytes.readUInt16BE(index)
  if (bytes.length % 2 === 1) total += bytes.readUInt8(bytes.length - 1) << 8
  while (total > 0xffff) total = (total & 0xffff) + (total >>> 16)
  return ~total & 0xffff
}
