import { BerError, BerReader } from './ber.ts'
import type { Oid } from './oid.ts'
import { decodeSpan, type OidSpan } from './oid-span.ts'
import { Tag, type Varbind } from './varbind.ts'

/** A variable binding where it lies in the message that brought it. */
export type ReceivedVarbind = Varbind & OidSpan & { /** Where it ends in the message. */ readonly end: number }

/** Checked as it was received, decoded as far as somebody looks: of a walk most names are only compared. */
class Lying {
  readonly tag: Varbind['tag']
  readonly octets: Buffer
  readonly oidAt: number
  readonly oidEnd: number
  readonly end: number
  private held: Varbind['value'] | undefined

  constructor(
    tag: Varbind['tag'],
    octets: Buffer,
    oidAt: number,
    oidEnd: number,
    end: number,
    held: Varbind['value'] | undefined,
  ) {
    this.tag = tag
    this.octets = octets
    this.oidAt = oidAt
    this.oidEnd = oidEnd
    this.end = end
    this.held = held
  }

  get oid(): Oid {
    return decodeSpan(this)
  }

  get value(): Varbind['value'] {
    if (this.held === undefined) {
      const reader = new BerReader(this.octets, this.oidEnd)
      if (this.tag === Tag.objectIdentifier) this.held = reader.oid()
      else if (this.tag === Tag.counter64) this.held = reader.unsigned64(this.tag)
      else this.held = reader.octets(this.tag)
    }
    return this.held
  }
}

/** Reads one variable binding and checks all of it. Octets are views into the message. */
export function readVarbind(reader: BerReader): ReceivedVarbind {
  const outer = reader.enter(0x30)
  const oidLength = reader.skipOid()
  const oidEnd = reader.offset
  const tag = reader.peekTag()
  const held = checkValue(reader, tag)
  reader.leave(outer)
  // The value is of the type that its tag says, which no class can tell the compiler.
  return new Lying(
    tag as Varbind['tag'],
    reader.bytes,
    oidEnd - oidLength,
    oidEnd,
    reader.offset,
    held,
  ) as ReceivedVarbind
}

/** The value where it is as cheap as a check; undefined for one that is decoded later. */
function checkValue(reader: BerReader, tag: number): number | null | undefined {
  switch (tag) {
    case Tag.integer:
      return reader.integer(tag)
    case Tag.counter32:
    case Tag.gauge32:
    case Tag.timeTicks:
    case Tag.uinteger32:
      return reader.unsigned(tag)
    case Tag.counter64:
      reader.skipUnsigned64(tag)
      return undefined
    case Tag.octetString:
    case Tag.ipAddress:
    case Tag.opaque:
      reader.skip(tag)
      return undefined
    case Tag.objectIdentifier:
      reader.skipOid(tag)
      return undefined
    case Tag.null:
    case Tag.noSuchObject:
    case Tag.noSuchInstance:
    case Tag.endOfMibView:
      reader.empty(tag)
      return null
    default:
      throw new BerError(`a value of unknown type ${tag}`, reader.offset)
  }
}
