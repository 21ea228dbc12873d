import type { OidSpan } from './oid-span.ts'
import { type ReceivedVarbind, receivedVarbind } from './received-varbind.ts'

/**
 * Iterates over checked variable bindings. As an OID span it is the name of the current variable, whose value begins at
 * `oidEnd`.
 */
export class VarbindCursor implements OidSpan {
  readonly octets: Buffer
  oidAt = 0
  oidEnd = 0
  private at: number
  private readonly end: number

  constructor(octets: Buffer, start: number, end: number) {
    this.octets = octets
    this.at = start
    this.end = end
  }

  /** Advances; returns false at the end. */
  next(): boolean {
    if (this.at >= this.end) return false
    const { octets } = this
    const content = contentAt(octets, this.at)
    this.at = content + lengthAt(octets, this.at)
    this.oidAt = contentAt(octets, content)
    this.oidEnd = this.oidAt + lengthAt(octets, content)
    return true
  }

  varbind(): ReceivedVarbind {
    return receivedVarbind(this.octets, this.oidAt, this.oidEnd)
  }
}

/** Returns the start of the content of the element at `at`, after one or more octets of length. */
function contentAt(octets: Buffer, at: number): number {
  const first = octets[at + 1] ?? 0
  return first < 0x80 ? at + 2 : at + 2 + (first & 0x7f)
}

function lengthAt(octets: Buffer, at: number): number {
  const first = octets[at + 1] ?? 0
  return first < 0x80 ? first : octets.readUIntBE(at + 2, first & 0x7f)
}
