/** An element of BER or DER (X.690) with a tag of one byte, as SPNEGO, CredSSP and LDAP use them. */
type Element = { tag: number; content: Buffer }

/** Elements of one constructed element; further ones are ignored. */
const elementsMax = 1_024

/** Returns an element with the parts as its content. */
export function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

/**
 * Returns the length of the element at the beginning of the bytes, with its header. Undefined if the header is not
 * complete, or if the length has an unusual form.
 */
export function elementLength(bytes: Buffer): number | undefined {
  const header = headerOf(bytes)
  return header && header.size + header.length
}

/** Returns the elements that follow one another in the bytes, up to the first malformed one. */
export function elementsOf(bytes: Buffer): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length && elements.length < elementsMax; ) {
    const header = headerOf(bytes.subarray(at))
    const end = header ? at + header.size + header.length : Infinity
    if (header === undefined || end > bytes.length) break
    elements.push({ tag: bytes[at] ?? 0, content: bytes.subarray(at + header.size, end) })
    at = end
  }
  return elements
}

/** Returns the content of the first element with the tag. */
export const contentOf = (bytes: Buffer | undefined, tag: number): Buffer | undefined =>
  bytes && elementsOf(bytes).find((element) => element.tag === tag)?.content

/** Active Directory writes lengths in four bytes. */
const lengthBytesMax = 4

function headerOf(bytes: Buffer): { size: number; length: number } | undefined {
  const first = bytes[1]
  if (first === undefined) return undefined
  if (first < 0x80) return { size: 2, length: first }
  const count = first - 0x80
  if (count < 1 || count > lengthBytesMax || bytes.length < 2 + count) return undefined
  return { size: 2 + count, length: bytes.readUIntBE(2, count) }
}
