import { BerError, type BerReader } from './ber.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import { Tag } from './varbind.ts'
import { VarbindCursor } from './varbind-cursor.ts'

/** The variable bindings of one message: checked on arrival, and decoded on access. */
export class VarbindList {
  readonly octets: Buffer
  length = 0
  private readonly start: number
  private readonly end: number

  /** Reads the rest of the reader's current element. */
  constructor(reader: BerReader) {
    this.octets = reader.bytes
    this.start = reader.offset
    this.end = reader.limit
    for (; !reader.atEnd; this.length += 1) {
      const outer = reader.enter(0x30)
      reader.skipOid()
      checkValue(reader, reader.peekTag())
      reader.leave(outer)
    }
  }

  get bytes(): number {
    return this.end - this.start
  }

  cursor(): VarbindCursor {
    return new VarbindCursor(this.octets, this.start, this.end)
  }

  all(): ReceivedVarbind[] {
    const varbinds: ReceivedVarbind[] = []
    for (const cursor = this.cursor(); cursor.next(); ) varbinds.push(cursor.varbind())
    return varbinds
  }
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
