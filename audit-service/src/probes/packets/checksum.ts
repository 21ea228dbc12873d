/** Internet checksum (RFC 1071); 0 of bytes that hold their own. `sum` is that of what it covers beside them. */
export function checksum(bytes: Buffer, sum = 0): number {
  let total = sum
  for (let index = 0; index + 1 < bytes.length; index += 2) total += bytes.readUInt16BE(index)
  if (bytes.length % 2 === 1) total += bytes.readUInt8(bytes.length - 1) << 8
  while (total > 0xffff) total = (total & 0xffff) + (total >>> 16)
  return ~total & 0xffff
}
