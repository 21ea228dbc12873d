import { BerReader } from './ber.ts'
import type { Oid } from './oid.ts'
import { decodeSpan, type OidSpan } from './oid-span.ts'
import { Tag, type Varbind } from './varbind.ts'

/** A variable binding within its message. */
export type ReceivedVarbind = Varbind & OidSpan

/** Creates a variable binding from checked octets; it is decoded on access. */
export function receivedVarbind(octets: Buffer, oidAt: number, oidEnd: number): ReceivedVarbind {
  // The value has the type of its tag, which a class cannot express to the compiler.
  return new Lying(octets, oidAt, oidEnd) as unknown as ReceivedVarbind
}

class Lying {
  readonly octets: Buffer
  readonly oidAt: number
  readonly oidEnd: number
  private held: Varbind['value'] | undefined

  constructor(octets: Buffer, oidAt: number, oidEnd: number) {
    this.octets = octets
    this.oidAt = oidAt
    this.oidEnd = oidEnd
    this.held = undefined
  }

  get oid(): Oid {
    return decodeSpan(this)
  }

  get tag(): number {
    return this.octets[this.oidEnd] ?? 0
  }

  get value(): Varbind['value'] {
    this.held ??= valueAt(this.octets, this.oidEnd)
    return this.held
  }
}

function valueAt(octets: Buffer, at: number): Varbind['value'] {
  const reader = new BerReader(octets, at)
  const tag = reader.peekTag()
  switch (tag) {
    case Tag.integer:
      return reader.integer(tag)
    case Tag.counter32:
    case Tag.gauge32:
    case Tag.timeTicks:
    case Tag.uinteger32:
      return reader.unsigned(tag)
    case Tag.counter64:
      return reader.unsigned64(tag)
    case Tag.octetString:
    case Tag.ipAddress:
    case Tag.opaque:
      return reader.octets(tag)
    case Tag.objectIdentifier:
      return reader.oid(tag)
    default:
      return null
  }
}
