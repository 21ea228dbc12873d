const subAuthoritiesMax = 15

/** Decodes a security identifier ([MS-DTYP] 2.4.2.2) to its text: `S-1-5-21-…`; undefined for anything else. */
export function sidText(bytes: Buffer): string | undefined {
  const count = bytes[1]
  if (bytes[0] !== 1 || count === undefined || count > subAuthoritiesMax || bytes.length < 8 + count * 4)
    return undefined
  const parts = Array.from({ length: count }, (_, index) => bytes.readUInt32LE(8 + index * 4))
  return ['S-1', bytes.readUIntBE(2, 6), ...parts].join('-')
}

/** Encodes the text of a security identifier. */
export function sidBytes(text: string): Buffer {
  const [authority = 0, ...parts] = text.split('-').slice(2).map(Number)
  const bytes = Buffer.alloc(8 + parts.length * 4)
  bytes.writeUInt8(1, 0)
  bytes.writeUInt8(parts.length, 1)
  bytes.writeUIntBE(authority, 2, 6)
  for (const [index, part] of parts.entries()) bytes.writeUInt32LE(part, 8 + index * 4)
  return bytes
}
