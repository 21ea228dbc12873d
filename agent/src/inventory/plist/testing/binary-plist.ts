import type { PlistValue } from '../plist-value.ts'

/** Encodes a binary property list, for tests. */
export function binaryPlist(value: PlistValue): Buffer {
  const objects: Buffer[] = []
  const add = (item: PlistValue): number => {
    const index = objects.push(Buffer.alloc(0)) - 1
    objects[index] = encode(item)
    return index
  }
  const references = (items: number[]) => items.flatMap((item) => [item >> 8, item & 255])
  const encode = (item: PlistValue): Buffer => {
    if (item === null) return Buffer.from([0x00])
    if (typeof item === 'boolean') return Buffer.from([item ? 9 : 8])
    if (typeof item === 'number') return number(item)
    if (typeof item === 'string') return text(item)
    if (item instanceof Date) return Buffer.concat([Buffer.from([0x33]), double((item.getTime() - epochMs) / 1000)])
    if (Buffer.isBuffer(item)) return Buffer.concat([marker(0x40, item.length), item])
    if (isList(item)) return Buffer.concat([marker(0xa0, item.length), Buffer.from(references(item.map(add)))])
    const names = Object.keys(item)
    return Buffer.concat([
      marker(0xd0, names.length),
      Buffer.from(references([...names.map(add), ...Object.values(item).map(add)])),
    ])
  }
  add(value)
  const head = Buffer.from('bplist00')
  const table = Buffer.alloc(objects.length * 4)
  let at = head.length
  for (const [index, object] of objects.entries()) {
    table.writeUInt32BE(at, index * 4)
    at += object.length
  }
  const trailer = Buffer.alloc(32)
  trailer[6] = 4
  trailer[7] = 2
  trailer.writeBigUInt64BE(BigInt(objects.length), 8)
  trailer.writeBigUInt64BE(BigInt(at), 24)
  return Buffer.concat([head, ...objects, table, trailer])
}

const epochMs = Date.UTC(2001, 0, 1)
const isList = (item: object): item is readonly PlistValue[] => Array.isArray(item)

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

function number(value: number): Buffer {
  if (!Number.isInteger(value)) return Buffer.concat([Buffer.from([0x23]), double(value)])
  const bytes = Buffer.alloc(9, 0x13)
  bytes.writeBigInt64BE(BigInt(value), 1)
  return bytes
}

function text(value: string): Buffer {
  if (/^[\0-\x7f]*$/.test(value)) return Buffer.concat([marker(0x50, value.length), Buffer.from(value)])
  return Buffer.concat([marker(0x60, value.length), Buffer.from(value, 'utf16le').swap16()])
}

function marker(kind: number, length: number): Buffer {
  return length < 15 ? Buffer.from([kind | length]) : Buffer.from([kind | 15, 0x11, length >> 8, length & 255])
}
