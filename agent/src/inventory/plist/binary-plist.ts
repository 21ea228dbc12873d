import { BrokenPlistError, type PlistValue, plistDepthMax, plistValuesMax } from './plist-value.ts'

/** The format as CFBinaryPList.c of Apple's CoreFoundation describes it. */
const magic = 'bplist00'
const trailerBytes = 32
/** Dates count from 2001. */
const epochMs = Date.UTC(2001, 0, 1)

export const isBinaryPlist = (bytes: Buffer): boolean => bytes.toString('latin1', 0, magic.length) === magic

/** Parses a binary property list. Each length and reference is checked. */
export function parseBinaryPlist(bytes: Buffer): PlistValue {
  const trailer = bytes.length - trailerBytes
  if (!isBinaryPlist(bytes) || trailer < magic.length) throw new BrokenPlistError('no header or trailer')
  const offsetBytes = bytes.readUInt8(trailer + 6)
  const referenceBytes = bytes.readUInt8(trailer + 7)
  const [objects, top, table] = [8, 16, 24].map((at) => Number(bytes.readBigUInt64BE(trailer + at))) as Three
  const isSize = (size: number) => size >= 1 && size <= 6
  if (!isSize(offsetBytes) || !isSize(referenceBytes)) throw new BrokenPlistError('odd sizes')
  if (table + objects * offsetBytes > trailer) throw new BrokenPlistError('the offset table does not fit')

  let values = 0
  const slice = (from: number, length: number): Buffer => {
    if (from + length > trailer) throw new BrokenPlistError(`${length} bytes at ${from} do not fit`)
    return bytes.subarray(from, from + length)
  }
  const objectAt = (reference: number, depth: number): PlistValue => {
    if (reference >= objects) throw new BrokenPlistError(`object ${reference} of ${objects}`)
    if (depth > plistDepthMax) throw new BrokenPlistError(`deeper than ${plistDepthMax}`)
    if (++values > plistValuesMax) throw new BrokenPlistError(`more than ${plistValuesMax} values`)
    const at = bytes.readUIntBE(table + reference * offsetBytes, offsetBytes)
    const marker = slice(at, 1).readUInt8()
    const [kind, low] = [marker >> 4, marker & 15]
    if (kind === 0) return low === 8 ? false : low === 9 ? true : null
    if (kind === 1) return integer(slice(at + 1, 2 ** low))
    if (kind === 2) return real(slice(at + 1, 2 ** low))
    if (kind === 3) return dateAt(slice(at + 1, 8).readDoubleBE())
    if (kind === 8) return integer(slice(at + 1, low + 1))
    const [length, start] = low < 15 ? [low, at + 1] : longLength(at + 1)
    if (kind === 4) return Buffer.from(slice(start, length))
    if (kind === 5) return slice(start, length).toString('latin1')
    if (kind === 6)
      return Buffer.from(slice(start, length * 2))
        .swap16()
        .toString('utf16le')
        .toWellFormed()
    const referenced = (index: number) => slice(start + index * referenceBytes, referenceBytes)
    const child = (index: number) => objectAt(referenced(index).readUIntBE(0, referenceBytes), depth + 1)
    if (kind === 10 || kind === 12) return Array.from(count(length), (_, index) => child(index))
    if (kind !== 13) throw new BrokenPlistError(`marker ${marker}`)
    return Object.fromEntries(
      Array.from(count(length * 2, length), (_, index) => [`${child(index)}`, child(length + index)]),
    )

    /** Checks the space of the references before an array of their number is made. */
    function count(references: number, items = references) {
      slice(start, references * referenceBytes)
      return { length: items }
    }
  }
  const longLength = (at: number): [length: number, start: number] => {
    const size = 2 ** (slice(at, 1).readUInt8() & 15)
    const length = integer(slice(at + 1, size))
    if (length < 0) throw new BrokenPlistError(`a length of ${length}`)
    return [length, at + 1 + size]
  }
  return objectAt(top, 0)
}

type Three = [number, number, number]

/** Reads an integer: eight bytes have a sign, and sixteen bytes hold a number of eight. */
function integer(bytes: Buffer): number {
  if (bytes.length === 8 || bytes.length === 16) return Number(bytes.readBigInt64BE(bytes.length - 8))
  if (bytes.length > 6) throw new BrokenPlistError(`an integer of ${bytes.length} bytes`)
  return bytes.readUIntBE(0, bytes.length)
}

function real(bytes: Buffer): number {
  if (bytes.length === 4) return bytes.readFloatBE()
  if (bytes.length === 8) return bytes.readDoubleBE()
  throw new BrokenPlistError(`a real number of ${bytes.length} bytes`)
}

/** Returns null for a time that no `Date` can hold. */
function dateAt(seconds: number): Date | null {
  const date = new Date(epochMs + seconds * 1000)
  return Number.isNaN(date.getTime()) ? null : date
}
