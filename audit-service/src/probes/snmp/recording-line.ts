import { formatOid, type Oid, parseOid } from './oid.ts'
import { decodeSpan, type OidSpan } from './oid-span.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import { isPlain } from './text.ts'
import { Tag, type Varbind } from './varbind.ts'

/**
 * The object of a line of a recording, `OID|TAG|VALUE`: TAG is the ASN.1 type number, `x` behind it means that VALUE is
 * hex. Undefined for a value that does not fit its type: recordings are as odd as the devices they come from.
 */
export function recordedVarbind(name: OidSpan, tag: number, isHex: boolean, raw: Buffer): ReceivedVarbind | undefined {
  const value = parseValue(tag, isHex, raw)
  // The value is of the type that its tag says, which no class can tell the compiler.
  return value === undefined ? undefined : (new Recorded(name, tag, value) as unknown as ReceivedVarbind)
}

/** Its name stays where it lies: of hundreds of thousands next to none is looked at. */
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
      // A copy: the store that holds the line is large and should not live on in a name.
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

/** In front of a line of a VLAN's context. Others that read recordings take such a line for a comment. */
export const vlanPrefix = '#vlan '

/** One line without its end. Text is written as it is where it is printable ASCII, else as hex. */
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
