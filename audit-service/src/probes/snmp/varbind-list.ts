import { BerError, type BerReader } from './ber.ts'
import type { OidSpan } from './oid-span.ts'
import { type ReceivedVarbind, receivedVarbind } from './received-varbind.ts'
import { Tag } from './varbind.ts'

/** A name has at most 128 sub-identifiers of five octets. */
const oidLengthMax = 1024

/**
 * The variable bindings of one message: checked as they came, and kept as a number each that says where its name lies.
 * A walk of a large table holds hundreds of thousands of them until its end.
 */
export class VarbindList {
  readonly octets: Buffer
  private readonly places: number[] = []
  private readonly cursor: { octets: Buffer; oidAt: number; oidEnd: number }

  /** Reads all that are left in the element that the reader is in. */
  constructor(reader: BerReader) {
    this.octets = reader.bytes
    this.cursor = { octets: reader.bytes, oidAt: 0, oidEnd: 0 }
    while (!reader.atEnd) this.places.push(checkVarbind(reader))
  }

  get length(): number {
    return this.places.length
  }

  at(index: number): ReceivedVarbind {
    const place = this.places[index] ?? 0
    const oidAt = Math.floor(place / oidLengthMax)
    return receivedVarbind(this.octets, oidAt, oidAt + (place % oidLengthMax))
  }

  all(): ReceivedVarbind[] {
    return this.places.map((_, index) => this.at(index))
  }

  /** The name of one, and the place of its value's tag, which is `oidEnd`; the next call gives the same object. */
  spanAt(index: number): OidSpan {
    const place = this.places[index] ?? 0
    this.cursor.oidAt = Math.floor(place / oidLengthMax)
    this.cursor.oidEnd = this.cursor.oidAt + (place % oidLengthMax)
    return this.cursor
  }
}

/** Checks one variable binding to its end. */
function checkVarbind(reader: BerReader): number {
  const outer = reader.enter(0x30)
  const oidLength = reader.skipOid()
  const oidAt = reader.offset - oidLength
  checkValue(reader, reader.peekTag())
  reader.leave(outer)
  return oidAt * oidLengthMax + oidLength
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
