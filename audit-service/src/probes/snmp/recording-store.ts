import { encodeOid } from './ber-writer.ts'
import type { Oid } from './oid.ts'
import { compareSpans, isUnder, type OidSpan } from './oid-span.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import { writeName } from './recorded-name.ts'
import { recordedVarbind, vlanPrefix } from './recording-line.ts'

const newline = 0x0a
const carriageReturn = 0x0d
const bar = 0x7c
const zero = 0x30
const nine = 0x39
const hexPrefix = 0x78
const hexFlag = 0x100
/** Fits the largest message as hex; a longer line is no object. */
const lineBytesMax = 256 * 1024
const hash = vlanPrefix.charCodeAt(0)
/** VLANs have numbers of 12 bits (IEEE 802.1Q). */
const vlanMax = 4095

/**
 * Objects of a recording in OID order. Hundreds of thousands fit into a few flat arrays: names (as BER) and values (as
 * written) are stored side by side, and a value is parsed only when it is read.
 */
export class RecordingStore {
  /** Name and value of each object. */
  #octets = Buffer.from(new ArrayBuffer(1 << 12))
  #nameEnds = new Uint32Array(1 << 6)
  #valueEnds = new Uint32Array(1 << 6)
  #tags = new Uint16Array(1 << 6)
  readonly #vlans = new Map<number, RecordingStore>()
  #count = 0
  #inOrder = true
  #order: Uint32Array | undefined
  #rest: Buffer = Buffer.alloc(0)

  get size(): number {
    return this.#order?.length ?? this.#count
  }

  /** Adds the next piece of the file, which may end within a line. */
  add(chunk: Buffer): void {
    let start = 0
    let end = chunk.indexOf(newline)
    if (end >= 0 && this.#rest.length > 0) {
      const line = Buffer.concat([this.#rest, chunk.subarray(0, end)])
      this.#rest = Buffer.alloc(0)
      this.#line(line, 0, line.length)
      start = end + 1
      end = chunk.indexOf(newline, start)
    }
    for (; end >= 0; end = chunk.indexOf(newline, start)) {
      this.#line(chunk, start, end)
      start = end + 1
    }
    const rest = this.#rest.length + chunk.length - start
    this.#rest = rest > lineBytesMax ? Buffer.alloc(0) : Buffer.concat([this.#rest, chunk.subarray(start)], rest)
  }

  /** Sorts the objects after the last piece, if the device or the recorder did not. */
  finish(): void {
    this.#line(this.#rest, 0, this.#rest.length)
    this.#rest = Buffer.alloc(0)
    for (const vlan of this.#vlans.values()) vlan.finish()
    if (this.#inOrder) return
    const order = new Uint32Array(this.#count).map((_, i) => i).sort((a, b) => this.#compare(a, b) || a - b)
    // The first of two equal objects counts, unless it is empty.
    let last = 0
    for (const entry of order.subarray(1)) {
      const previous = order[last] ?? 0
      const isSame = this.#compare(previous, entry) === 0
      if (!isSame) last += 1
      if (!isSame || this.#valueEnds[previous] === this.#nameEnds[previous]) order[last] = entry
    }
    this.#order = order.slice(0, last + 1)
  }

  /** Returns the objects of a VLAN's context; undefined if there are none. */
  inVlan(vlan: number): RecordingStore | undefined {
    return this.#vlans.get(vlan)
  }

  /** Returns the index of the first object at or after `name`. */
  lowerBound(name: OidSpan): number {
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareSpans(this.#nameAt(middle), 0, name, 0) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the index of the first object after `name`. */
  upperBound(name: OidSpan): number {
    const index = this.lowerBound(name)
    return this.#isAt(index, name) ? index + 1 : index
  }

  /** Returns the object with the name; undefined also if its value is malformed. */
  find(oid: Oid): ReceivedVarbind | undefined {
    const name = encodeOid(oid)
    const index = this.lowerBound(name)
    return this.#isAt(index, name) ? this.at(index) : undefined
  }

  /** Returns the object at an index; undefined if its value is malformed. */
  at(index: number): ReceivedVarbind | undefined {
    const entry = this.#entry(index)
    const tag = this.#tags[entry] ?? 0
    const raw = this.#octets.subarray(this.#nameEnds[entry], this.#valueEnds[entry])
    return recordedVarbind(this.#nameAt(index), tag & 0xff, (tag & hexFlag) !== 0, raw)
  }

  /** Returns true if the object at an index is below `root`. */
  isUnder(index: number, root: OidSpan): boolean {
    return index < this.size && isUnder(this.#nameAt(index), root)
  }

  #line(bytes: Buffer, start: number, lineEnd: number): void {
    if (bytes[start] === hash) {
      this.#vlanLine(bytes, start, lineEnd)
      return
    }
    const end = lineEnd > start && bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd
    const textEnd = positionOf(bar, bytes, start, end)
    const tagEnd = positionOf(bar, bytes, textEnd + 1, end)
    if (tagEnd >= end) return
    const tag = readTag(bytes, textEnd + 1, tagEnd)
    if (tag === undefined) return
    const nameAt = this.#endOf(this.#count - 1)
    this.#reserve(nameAt + end - start)
    const nameEnd = writeName(this.#octets, nameAt, bytes, start, textEnd)
    if (nameEnd === undefined) return
    bytes.copy(this.#octets, nameEnd, tagEnd + 1, end)
    this.#tags[this.#count] = tag
    this.#nameEnds[this.#count] = nameEnd
    this.#valueEnds[this.#count] = nameEnd + end - tagEnd - 1
    this.#count += 1
    if (this.#count > 1 && this.#compare(this.#count - 2, this.#count - 1) >= 0) this.#inOrder = false
  }

  /** Parses `#vlan 12|OID|TAG|VALUE`; any other comment is ignored. */
  #vlanLine(bytes: Buffer, start: number, lineEnd: number): void {
    const end = positionOf(bar, bytes, start, lineEnd)
    if (end === lineEnd || end - start > vlanPrefix.length + 4) return
    const text = bytes.toString('latin1', start, end)
    const vlan = text.startsWith(vlanPrefix) ? Number(text.slice(vlanPrefix.length)) : Number.NaN
    if (!Number.isInteger(vlan) || vlan < 1 || vlan > vlanMax || bytes[end + 1] === hash) return
    const store = this.#vlans.get(vlan) ?? new RecordingStore()
    this.#vlans.set(vlan, store)
    store.#line(bytes, end + 1, lineEnd)
  }

  /** Reserves room for one more object, whose name and value end at or before `octets`. */
  #reserve(octets: number): void {
    if (this.#count === this.#tags.length) {
      this.#tags = new Uint16Array(grown(this.#tags))
      this.#nameEnds = new Uint32Array(grown(this.#nameEnds))
      this.#valueEnds = new Uint32Array(grown(this.#valueEnds))
    }
    if (octets > this.#octets.length) this.#octets = Buffer.from(grown(this.#octets, octets))
  }

  #entry(index: number): number {
    return this.#order === undefined ? index : (this.#order[index] ?? 0)
  }

  #endOf(entry: number): number {
    return entry < 0 ? 0 : (this.#valueEnds[entry] ?? 0)
  }

  #nameAt(index: number): OidSpan {
    return this.#nameOf(this.#entry(index))
  }

  #nameOf(entry: number): OidSpan {
    return { octets: this.#octets, oidAt: this.#endOf(entry - 1), oidEnd: this.#nameEnds[entry] ?? 0 }
  }

  #compare(a: number, b: number): number {
    return compareSpans(this.#nameOf(a), 0, this.#nameOf(b), 0)
  }

  #isAt(index: number, name: OidSpan): boolean {
    return index < this.size && compareSpans(this.#nameAt(index), 0, name, 0) === 0
  }
}

function positionOf(byte: number, bytes: Buffer, start: number, end: number): number {
  for (let i = start; i < end; i += 1) if (bytes[i] === byte) return i
  return end
}

/** Parses `4` or `4x`. Longer tags (`67:numeric`) are instructions to a simulator, not values. */
function readTag(bytes: Buffer, start: number, end: number): number | undefined {
  const isHex = end > start && bytes[end - 1] === hexPrefix
  const digitsEnd = isHex ? end - 1 : end
  if (digitsEnd === start || digitsEnd - start > 3) return undefined
  let tag = 0
  for (let i = start; i < digitsEnd; i += 1) {
    const byte = bytes[i] ?? 0
    if (byte < zero || byte > nine) return undefined
    tag = tag * 10 + byte - zero
  }
  if (tag > 0xff) return undefined
  return isHex ? tag | hexFlag : tag
}

/**
 * Returns the content in a buffer of at least twice the size. The old buffer is freed at once, and the rest of the new
 * one takes no memory until it is written, unlike with `transfer`.
 */
function grown({ buffer, byteLength }: ArrayBufferView<ArrayBuffer>, bytesMin = 0): ArrayBuffer {
  const larger = new ArrayBuffer(Math.max(byteLength * 2, bytesMin))
  new Uint8Array(larger).set(new Uint8Array(buffer))
  buffer.transfer(0)
  return larger
}
