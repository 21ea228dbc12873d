/**
 * Returns the bytes after the IPv4 header (RFC 791), which a raw socket receives as well; undefined if there is none.
 */
export function afterIpv4Header(packet: Buffer): Buffer | undefined {
  const [first = 0] = packet
  const length = (first & 0x0f) * 4
  return first >>> 4 === 4 && length >= 20 && length <= packet.length ? packet.subarray(length) : undefined
}
