import { formatOid, type Oid, parseOid } from './oid.ts'
import { decodeSpan, type OidSpan } from './oid-span.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import { isPlain } from './text.ts'
import { Tag, type Varbind } from './varbind.ts'

/**
 * Parses the object of a recording's line, `OID|TAG|VALUE`: TAG is the ASN.1 type number, with the suffix `x` if VALUE
 * is hex. Returns undefined for a value that does not match its type: recordings are as odd as the devices they come
 * from.
 */
export function recordedVarbind(name: OidSpan, tag: number, isHex: boolean, raw: Buffer): ReceivedVarbind | undefined {
  const value = parseValue(tag, isHex, raw)
  // The value has the type of its tag, which a class cannot express to the compiler.
  return value === undefined ? undefined : (new Recorded(name, tag, value) as unknown as ReceivedVarbind)
}

/** References its name in place: of hundreds of thousands almost none is decoded. */
class Recorded implements OidSpan {
  readonly octets: Uint8Array
  readonly oidAt: number
  readonly oidEnd: number
  readonly tag: number
  readonly value: Varbind['value']

  constructor({ octets, oidAt, oidEnd }: OidSpan, tag: number, value: Varbind['value']) {
    this.octets = octets
    this.oidAt = oidAt
    this.oidEnd = oidEnd
    this.tag = tag
    this.value = value
  }

  get oid(): Oid {
    return decodeSpan(this)
  }
}

function parseValue(tag: number, isHex: boolean, raw: Buffer): Varbind['value'] | undefined {
  const content = isHex ? Buffer.from(raw.toString('latin1'), 'hex') : raw
  switch (tag) {
    case Tag.octetString:
    case Tag.opaque:
      // A copy, because a name must not keep the large store of the line alive.
      return Buffer.from(content)
    case Tag.ipAddress: {
      const value = isHex ? content : Buffer.from(raw.toString('latin1').split('.').map(Number))
      return value.length === 4 ? value : undefined
    }
    case Tag.integer:
    case Tag.counter32:
    case Tag.gauge32:
    case Tag.timeTicks:
    case Tag.uinteger32: {
      const text = raw.toString('latin1').trim()
      return /^-?\d{1,10}$/.test(text) ? Number(text) : undefined
    }
    case Tag.counter64: {
      const text = raw.toString('latin1').trim()
      return /^\d{1,20}$/.test(text) ? BigInt.asUintN(64, BigInt(text)) : undefined
    }
    case Tag.objectIdentifier:
      return parseOid(raw.toString('latin1').trim())
    case Tag.null:
      return null
    default:
      return undefined
  }
}

/** Prefix of a line from a VLAN's context. Other programs treat such a line as a comment. */
export const vlanPrefix = '#vlan '

/** Formats one line without its end. Printable ASCII text is written verbatim, all else as hex. */
export function formatLine({ oid, tag, value }: Varbind, vlan?: number): string {
  const head = `${vlan === undefined ? '' : `${vlanPrefix}${vlan}|`}${formatOid(oid)}|${tag}`
  if (value === null) return `${head}|`
  if (typeof value === 'number' || typeof value === 'bigint') return `${head}|${value}`
  if (!Buffer.isBuffer(value)) return `${head}|${formatOid(value)}`
  if (tag === Tag.ipAddress && value.length === 4) return `${head}|${value.join('.')}`
  return tag === Tag.octetString && isPlain(value)
    ? `${head}|${value.toString('latin1')}`
    : `${head}x|${value.toString('hex')}`
}
