import { type Oid, subIdentifierMax, subIdentifiersMax } from './oid.ts'
import { decodeSpan } from './oid-span.ts'

/** Largest payload of a UDP datagram over IPv4; longer messages are neither read nor written. */
export const messageBytesMax = 65_507
/** A v3 message nests five levels; deeper nesting is an attack. */
const depthMax = 8

/** The input is not the BER (X.690) of SNMP (RFC 3417, section 8); the message contains the offset of the fault. */
export class BerError extends Error {
  constructor(message: string, offset: number) {
    super(`malformed BER at byte ${offset}: ${message}`)
    this.name = 'BerError'
  }
}

const hex = (tag: number) => `0x${tag.toString(16).padStart(2, '0')}`

/**
 * Reads BER in place, without copying and without an object per element. `enter` narrows the reader to a constructed
 * element and `leave` widens it again, so no element can extend beyond its parent.
 */
export class BerReader {
  readonly bytes: Buffer
  offset: number
  /** End of the current element. */
  limit: number
  #depth = 0

  constructor(bytes: Buffer, offset = 0) {
    if (bytes.length > messageBytesMax) throw new BerError(`${bytes.length} bytes, at most ${messageBytesMax}`, 0)
    this.bytes = bytes
    this.offset = offset
    this.limit = bytes.length
  }

  get atEnd(): boolean {
    return this.offset >= this.limit
  }

  /** Returns the tag of the next element without reading it. */
  peekTag(): number {
    const tag = this.offset < this.limit ? this.bytes[this.offset] : undefined
    if (tag === undefined) throw new BerError('the element ends here, another was expected', this.offset)
    return tag
  }

  /** Reads tag and length and returns the length; the offset is then at the content. */
  header(tag: number): number {
    const found = this.peekTag()
    if (found !== tag) throw new BerError(`tag ${hex(found)}, expected ${hex(tag)}`, this.offset)
    this.offset += 1
    const length = this.#length()
    if (length > this.limit - this.offset) {
      throw new BerError(`length ${length}, but ${this.limit - this.offset} bytes are left`, this.offset)
    }
    return length
  }

  /** Enters a constructed element; pass the result to `leave`. */
  enter(tag: number): number {
    if (this.#depth >= depthMax) throw new BerError(`nested deeper than ${depthMax}`, this.offset)
    const length = this.header(tag)
    const outer = this.limit
    this.limit = this.offset + length
    this.#depth += 1
    return outer
  }

  /** Leaves a constructed element, which must have been read to its end. */
  leave(outer: number): void {
    if (this.offset !== this.limit) throw new BerError(`${this.limit - this.offset} bytes too many`, this.offset)
    this.limit = outer
    this.#depth -= 1
  }

  /** Reads a signed integer of up to 32 bits. */
  integer(tag = 0x02): number {
    const length = this.header(tag)
    const at = this.offset
    if (length < 1 || length > 4) throw new BerError(`an integer of ${length} bytes`, at)
    this.offset += length
    return this.bytes.readIntBE(at, length)
  }

  /** Reads an unsigned integer of up to 32 bits. A missing leading zero octet is accepted. */
  unsigned(tag: number): number {
    const length = this.header(tag)
    const at = this.offset
    if (length < 1 || length > 5 || (length === 5 && this.bytes[at] !== 0)) {
      throw new BerError(`an unsigned 32-bit integer of ${length} bytes`, at)
    }
    this.offset += length
    return length === 5 ? this.bytes.readUInt32BE(at + 1) : this.bytes.readUIntBE(at, length)
  }

  /** Reads an unsigned integer of up to 64 bits (Counter64). */
  unsigned64(tag: number): bigint {
    const length = this.skipUnsigned64(tag)
    const at = this.offset - length
    if (length <= 6) return BigInt(this.bytes.readUIntBE(at, length))
    const low = this.bytes.readUInt32BE(at + length - 4)
    const highLength = Math.min(length - 4, 4)
    return (BigInt(this.bytes.readUIntBE(at + length - 4 - highLength, highLength)) << 32n) | BigInt(low)
  }

  /** Checks a Counter64 and returns its length; the offset is then after it. */
  skipUnsigned64(tag: number): number {
    const length = this.header(tag)
    if (length < 1 || length > 9 || (length === 9 && this.bytes[this.offset] !== 0)) {
      throw new BerError(`an unsigned 64-bit integer of ${length} bytes`, this.offset)
    }
    this.offset += length
    return length
  }

  /** Returns the content of a primitive element as a view into the message. */
  octets(tag = 0x04): Buffer {
    const length = this.skip(tag)
    return this.bytes.subarray(this.offset - length, this.offset)
  }

  /** Skips a primitive element and returns the length of its content. */
  skip(tag: number): number {
    const length = this.header(tag)
    this.offset += length
    return length
  }

  /** Reads an element without content (NULL and the exceptions of RFC 3416). */
  empty(tag: number): void {
    const length = this.header(tag)
    if (length !== 0) throw new BerError(`${length} bytes of content where none belong`, this.offset)
  }

  oid(tag = 0x06): Oid {
    const length = this.skipOid(tag)
    return decodeSpan({ octets: this.bytes, oidAt: this.offset - length, oidEnd: this.offset })
  }

  /** Checks an object identifier and returns the length of its content; the offset is then after it. */
  skipOid(tag = 0x06): number {
    const length = this.header(tag)
    const { bytes } = this
    const end = this.offset + length
    let plain = this.offset
    while (plain < end && (bytes[plain] ?? 0) < 0x80) plain += 1
    // Any octet is a valid sub-identifier of one octet.
    if (plain === end && length < subIdentifiersMax) {
      this.offset = end
      return length
    }
    let count = 1
    let start = this.offset
    for (let at = start; at < end; at += 1) {
      if ((bytes[at] ?? 0) >= 0x80) continue
      count += 1
      if (count > subIdentifiersMax) throw new BerError(`more than ${subIdentifiersMax} sub-identifiers`, start)
      if (at > start) this.#checkSubIdentifier(start, at + 1, count === 2)
      start = at + 1
    }
    if (start !== end) throw new BerError('a sub-identifier that does not end', start)
    this.offset = end
    return length
  }

  #checkSubIdentifier(start: number, end: number, isFirst: boolean): void {
    if (this.bytes[start] === 0x80) throw new BerError('a padded sub-identifier', start)
    let value = 0
    for (let at = start; at < end; at += 1) value = value * 128 + ((this.bytes[at] ?? 0) & 0x7f)
    // The first sub-identifier contains two, with up to 80 more (X.690, section 8.19.4).
    if (value > (isFirst ? subIdentifierMax + 80 : subIdentifierMax)) {
      throw new BerError('a sub-identifier over 2^32-1', start)
    }
  }

  #length(): number {
    const at = this.offset
    const first = at < this.limit ? this.bytes[at] : undefined
    if (first === undefined) throw new BerError('the length is missing', at)
    this.offset += 1
    if (first < 0x80) return first
    const size = first & 0x7f
    // SNMP allows only the definite form; agents pad the long form, so it need not be the shortest.
    if (size === 0) throw new BerError('the indefinite length form', at)
    if (size > 4 || size > this.limit - this.offset) throw new BerError(`a length of ${size} bytes`, at)
    this.offset += size
    return this.bytes.readUIntBE(this.offset - size, size)
  }
}
