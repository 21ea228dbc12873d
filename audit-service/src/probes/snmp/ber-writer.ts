import { BerError, messageBytesMax } from './ber.ts'
import type { Oid } from './oid.ts'
import type { OidSpan } from './oid-span.ts'

/**
 * Writes BER from back to front, so every length is known when its header is written and nothing is moved. Content is
 * written in reverse order: the last element first.
 */
export class BerWriter {
  #bytes: Buffer
  /** Bytes written so far: a mark for `wrap`, and the distance of an element from the end of the message. */
  written = 0

  constructor(bytesStart = 512) {
    this.#bytes = Buffer.allocUnsafe(bytesStart)
  }

  /** Writes a header before everything written since `mark`. */
  wrap(tag: number, mark: number): void {
    const length = this.written - mark
    if (length < 0x80) this.#byte(length)
    else {
      let size = 0
      for (let rest = length; rest > 0; rest >>>= 8) {
        this.#byte(rest & 0xff)
        size += 1
      }
      this.#byte(0x80 | size)
    }
    this.#byte(tag)
  }

  /** Writes an integer of up to 53 bits, signed or not, in its shortest form. */
  integer(value: number, tag = 0x02): void {
    const mark = this.written
    let rest = value
    do {
      this.#byte(((rest % 256) + 256) % 256)
      rest = Math.floor(rest / 256)
    } while (rest !== 0 && rest !== -1)
    this.#signOctet(rest === -1)
    this.wrap(tag, mark)
  }

  unsigned64(value: bigint, tag: number): void {
    const mark = this.written
    for (let rest = BigInt.asUintN(64, value); ; rest >>= 8n) {
      this.#byte(Number(rest & 0xffn))
      if (rest <= 0xffn) break
    }
    this.#signOctet(false)
    this.wrap(tag, mark)
  }

  octets(value: Uint8Array, tag = 0x04): void {
    const mark = this.written
    this.raw(value)
    this.wrap(tag, mark)
  }

  empty(tag: number): void {
    this.wrap(tag, this.written)
  }

  oid(oid: Oid, tag = 0x06): void {
    const mark = this.written
    this.oidContent(oid)
    this.wrap(tag, mark)
  }

  /** Writes the content of an object identifier without its header. */
  oidContent(oid: Oid): void {
    for (let i = oid.length - 1; i >= 2; i -= 1) this.#subIdentifier(oid[i] ?? 0)
    this.#subIdentifier((oid[0] ?? 0) * 40 + (oid[1] ?? 0))
  }

  /** Writes an object identifier that is already BER. */
  span({ octets, oidAt, oidEnd }: OidSpan, tag = 0x06): void {
    const mark = this.written
    this.#reserve(oidEnd - oidAt)
    // For so few octets, copying one by one is fastest.
    for (let i = oidEnd - 1; i >= oidAt; i -= 1) this.#byte(octets[i] ?? 0)
    this.wrap(tag, mark)
  }

  /** Writes bytes that are already BER. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length)
    this.written += value.length
    this.#bytes.set(value, this.#bytes.length - this.written)
  }

  finish(): Buffer {
    return this.#bytes.subarray(this.#bytes.length - this.written)
  }

  #subIdentifier(value: number): void {
    this.#byte(value % 128)
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) this.#byte(0x80 | (rest % 128))
  }

  /** Writes a leading octet if the first octet's high bit, which is the sign, would be wrong. */
  #signOctet(negative: boolean): void {
    const first = this.#bytes[this.#bytes.length - this.written] ?? 0
    if (first >= 0x80 && !negative) this.#byte(0)
    if (first < 0x80 && negative) this.#byte(0xff)
  }

  #byte(value: number): void {
    this.#reserve(1)
    this.written += 1
    this.#bytes[this.#bytes.length - this.written] = value
  }

  #reserve(size: number): void {
    if (this.written + size > messageBytesMax) throw new BerError(`more than ${messageBytesMax} bytes`, this.written)
    if (this.written + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.written + size))
    larger.set(this.finish(), larger.length - this.written)
    this.#bytes = larger
  }
}

/** Longer than most names of columns. */
const nameBytesStart = 24

export function encodeOid(oid: Oid): OidSpan {
  const writer = new BerWriter(nameBytesStart)
  writer.oidContent(oid)
  return { octets: writer.finish(), oidAt: 0, oidEnd: writer.written }
}
