import { BerError, type BerReader } from './ber.ts'
import type { OidSpan } from './oid-span.ts'
import { type ReceivedVarbind, receivedVarbind } from './received-varbind.ts'
import { Tag } from './varbind.ts'

/**
 * The variable bindings of one message: checked as they came, and kept as where each name lies. A walk of a large table
 * holds hundreds of thousands of them until its end.
 */
export class VarbindList {
  readonly octets: Buffer
  /** Start and end of each name: no message is longer than such a number can say. */
  private readonly places: Uint16Array
  private readonly cursor: { octets: Buffer; oidAt: number; oidEnd: number }

  /** Reads all that are left in the element that the reader is in. */
  constructor(reader: BerReader) {
    this.octets = reader.bytes
    this.cursor = { octets: reader.bytes, oidAt: 0, oidEnd: 0 }
    this.places = new Uint16Array(2 * countVarbinds(reader))
    for (let i = 0; !reader.atEnd; i += 2) {
      const outer = reader.enter(0x30)
      const oidLength = reader.skipOid()
      this.places[i] = reader.offset - oidLength
      this.places[i + 1] = reader.offset
      checkValue(reader, reader.peekTag())
      reader.leave(outer)
    }
  }

  get length(): number {
    return this.places.length / 2
  }

  at(index: number): ReceivedVarbind {
    return receivedVarbind(this.octets, this.places[2 * index] ?? 0, this.places[2 * index + 1] ?? 0)
  }

  all(): ReceivedVarbind[] {
    return Array.from({ length: this.length }, (_, index) => this.at(index))
  }

  /** The name of one, and the place of its value's tag, which is `oidEnd`; the next call gives the same object. */
  spanAt(index: number): OidSpan {
    this.cursor.oidAt = this.places[2 * index] ?? 0
    this.cursor.oidEnd = this.places[2 * index + 1] ?? 0
    return this.cursor
  }
}

/** The reader stays where it is. */
function countVarbinds(reader: BerReader): number {
  const start = reader.offset
  let count = 0
  for (; !reader.atEnd; count += 1) reader.skip(0x30)
  reader.offset = start
  return count
}

function checkValue(reader: BerReader, tag: number): void {
  switch (tag) {
    case Tag.integer:
      reader.integer(tag)
      return
    case Tag.counter32:
    case Tag.gauge32:
    case Tag.timeTicks:
    case Tag.uinteger32:
      reader.unsigned(tag)
      return
    case Tag.counter64:
      reader.skipUnsigned64(tag)
      return
    case Tag.octetString:
    case Tag.ipAddress:
    case Tag.opaque:
      reader.skip(tag)
      return
    case Tag.objectIdentifier:
      reader.skipOid(tag)
      return
    case Tag.null:
    case Tag.noSuchObject:
    case Tag.noSuchInstance:
    case Tag.endOfMibView:
      reader.empty(tag)
      return
    default:
      throw new BerError(`a value of unknown type ${tag}`, reader.offset)
  }
}
