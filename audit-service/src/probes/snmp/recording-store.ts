import { type Oid, subIdentifierMax, subIdentifiersMax } from './oid.ts'
import { parseValue, vlanMark } from './recording-line.ts'
import type { Varbind } from './varbind.ts'

const newline = 0x0a
const bar = 0x7c
const dot = 0x2e
const hexFlag = 0x100
/** A value as hex, of the largest message there is; a longer line is no object. */
const lineBytesMax = 256 * 1024
const hash = vlanMark.charCodeAt(0)
/** VLANs have numbers of 12 bits (IEEE 802.1Q). */
const vlanMax = 4095

/**
 * Objects of a recording in OID order. A quarter of a million of them fit into a few flat arrays: sub-identifiers and
 * raw values lie side by side, and a value is parsed only when it is read.
 */
export class RecordingStore {
  #subIdentifiers = new Uint32Array(1 << 8)
  #values = Buffer.alloc(1 << 8)
  #tags = new Uint16Array(1 << 6)
  #oidEnds = new Uint32Array(1 << 6)
  #valueEnds = new Uint32Array(1 << 6)
  readonly #vlans = new Map<number, RecordingStore>()
  #count = 0
  #inOrder = true
  #order: Uint32Array | undefined
  #rest: Buffer = Buffer.alloc(0)

  get size(): number {
    return this.#order?.length ?? this.#count
  }

  /** Takes the next piece of the file; lines may be cut anywhere. */
  add(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      this.#line(bytes, start, end)
      start = end + 1
    }
    this.#rest = bytes.length - start > lineBytesMax ? Buffer.alloc(0) : Buffer.from(bytes.subarray(start))
  }

  /** After the last piece: puts the objects into order, where the device or the recorder did not. */
  finish(): void {
    this.#line(this.#rest, 0, this.#rest.length)
    this.#rest = Buffer.alloc(0)
    for (const vlan of this.#vlans.values()) vlan.finish()
    if (this.#inOrder) return
    const order = Uint32Array.from({ length: this.#count }, (_, i) => i).sort((a, b) => this.#compare(a, b) || a - b)
    // Of an object that is there twice the first counts, unless it is empty.
    const kept: number[] = []
    for (const entry of order) {
      const last = kept.at(-1)
      if (last === undefined || this.#compare(last, entry) !== 0) kept.push(entry)
      else if (this.#valueLength(last) === 0) kept[kept.length - 1] = entry
    }
    this.#order = Uint32Array.from(kept)
  }

  /** What was read in a VLAN's context; undefined when nothing was. */
  inVlan(vlan: number): RecordingStore | undefined {
    return this.#vlans.get(vlan)
  }

  /** The place of the first object at or behind `oid`. */
  lowerBound(oid: Oid): number {
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compareTo(this.#entry(middle), oid) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The object at a place; undefined when its value is malformed. */
  at(place: number): Varbind | undefined {
    const entry = this.#entry(place)
    const tag = this.#tags[entry] ?? 0
    const raw = this.#values.subarray(this.#valueStart(entry), this.#valueEnds[entry])
    return parseValue(this.oidAt(place), tag & 0xff, (tag & hexFlag) !== 0, raw)
  }

  oidAt(place: number): Oid {
    const entry = this.#entry(place)
    return [...this.#subIdentifiers.subarray(this.#oidStart(entry), this.#oidEnds[entry])]
  }

  /** True when the object at a place lies under `root`. */
  isUnder(place: number, root: Oid): boolean {
    if (place >= this.size) return false
    const entry = this.#entry(place)
    const start = this.#oidStart(entry)
    if ((this.#oidEnds[entry] ?? 0) - start < root.length) return false
    for (let i = root.length - 1; i >= 0; i -= 1) if (this.#subIdentifiers[start + i] !== root[i]) return false
    return true
  }

  #line(bytes: Buffer, start: number, lineEnd: number): void {
    const end = lineEnd > start && bytes[lineEnd - 1] === 0x0d ? lineEnd - 1 : lineEnd
    if (bytes[start] === hash) {
      this.#vlanLine(bytes, start, lineEnd)
      return
    }
    const oidEnd = bytes.indexOf(bar, start)
    const tagEnd = oidEnd < 0 ? -1 : bytes.indexOf(bar, oidEnd + 1)
    if (oidEnd < 0 || oidEnd >= end || tagEnd < 0 || tagEnd >= end) return
    // Tags with more behind them (`67:numeric`) are instructions to a simulator, not values.
    const tag = /^(\d{1,3})(x?)$/.exec(bytes.toString('latin1', oidEnd + 1, tagEnd))
    if (tag === null || Number(tag[1]) > 0xff) return
    const subIdentifiersEnd = this.#readOid(bytes, start, oidEnd)
    if (subIdentifiersEnd === undefined) return
    const valueStart = this.#count === 0 ? 0 : (this.#valueEnds[this.#count - 1] ?? 0)
    const valueEnd = valueStart + end - tagEnd - 1
    this.#reserve(valueEnd)
    bytes.copy(this.#values, valueStart, tagEnd + 1, end)
    this.#tags[this.#count] = Number(tag[1]) | (tag[2] === '' ? 0 : hexFlag)
    this.#oidEnds[this.#count] = subIdentifiersEnd
    this.#valueEnds[this.#count] = valueEnd
    this.#count += 1
    if (this.#count > 1 && this.#compare(this.#count - 2, this.#count - 1) >= 0) this.#inOrder = false
  }

  /** `#vlan 12|OID|TAG|VALUE`; any other comment is passed over. */
  #vlanLine(bytes: Buffer, start: number, lineEnd: number): void {
    const end = bytes.indexOf(bar, start)
    if (end < 0 || end >= lineEnd || end - start > vlanMark.length + 4) return
    const text = bytes.toString('latin1', start, end)
    const vlan = text.startsWith(vlanMark) ? Number(text.slice(vlanMark.length)) : Number.NaN
    if (!Number.isInteger(vlan) || vlan < 1 || vlan > vlanMax || bytes[end + 1] === hash) return
    const store = this.#vlans.get(vlan) ?? new RecordingStore()
    this.#vlans.set(vlan, store)
    store.#line(bytes, end + 1, lineEnd)
  }

  /** Writes the sub-identifiers behind those of the last entry; undefined when the text is no OID. */
  #readOid(bytes: Buffer, start: number, end: number): number | undefined {
    const first = this.#count === 0 ? 0 : (this.#oidEnds[this.#count - 1] ?? 0)
    let at = first
    let value = 0
    let digits = 0
    for (let i = bytes[start] === dot ? start + 1 : start; i <= end; i += 1) {
      const byte = i === end ? dot : (bytes[i] ?? 0)
      if (byte === dot) {
        if (digits === 0 || value > subIdentifierMax || at - first >= subIdentifiersMax) return undefined
        if (at === this.#subIdentifiers.length) this.#subIdentifiers = grown(this.#subIdentifiers)
        this.#subIdentifiers[at] = value
        at += 1
        value = 0
        digits = 0
      } else if (byte < 0x30 || byte > 0x39) return undefined
      else {
        value = value * 10 + byte - 0x30
        digits += 1
      }
    }
    return at - first < 2 ? undefined : at
  }

  #reserve(valueBytes: number): void {
    if (this.#count === this.#tags.length) {
      const tags = new Uint16Array(this.#tags.length * 2)
      tags.set(this.#tags)
      this.#tags = tags
      this.#oidEnds = grown(this.#oidEnds)
      this.#valueEnds = grown(this.#valueEnds)
    }
    if (valueBytes > this.#values.length) {
      this.#values = Buffer.concat([this.#values], Math.max(this.#values.length * 2, valueBytes))
    }
  }

  #entry(place: number): number {
    return this.#order === undefined ? place : (this.#order[place] ?? 0)
  }

  #oidStart(entry: number): number {
    return entry === 0 ? 0 : (this.#oidEnds[entry - 1] ?? 0)
  }

  #valueStart(entry: number): number {
    return entry === 0 ? 0 : (this.#valueEnds[entry - 1] ?? 0)
  }

  #valueLength(entry: number): number {
    return (this.#valueEnds[entry] ?? 0) - this.#valueStart(entry)
  }

  #compare(a: number, b: number): number {
    const aStart = this.#oidStart(a)
    const bStart = this.#oidStart(b)
    const aLength = (this.#oidEnds[a] ?? 0) - aStart
    const bLength = (this.#oidEnds[b] ?? 0) - bStart
    for (let i = 0; i < aLength && i < bLength; i += 1) {
      const difference = (this.#subIdentifiers[aStart + i] ?? 0) - (this.#subIdentifiers[bStart + i] ?? 0)
      if (difference !== 0) return difference
    }
    return aLength - bLength
  }

  #compareTo(entry: number, oid: Oid): number {
    const start = this.#oidStart(entry)
    const length = (this.#oidEnds[entry] ?? 0) - start
    for (let i = 0; i < length && i < oid.length; i += 1) {
      const difference = (this.#subIdentifiers[start + i] ?? 0) - (oid[i] ?? 0)
      if (difference !== 0) return difference
    }
    return length - oid.length
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
