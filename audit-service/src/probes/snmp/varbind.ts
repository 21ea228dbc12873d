import type { BerWriter } from './ber-writer.ts'
import type { Oid } from './oid.ts'

/** ASN.1 tags of SNMP values (RFC 2578, RFC 3416); recordings use the same numbers. */
export const Tag = {
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  ipAddress: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  opaque: 0x44,
  counter64: 0x46,
  /** Unsigned32 of the RFC 1442 drafts; old agents still send it. */
  uinteger32: 0x47,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
} as const

type T = typeof Tag
/** An object and its value. The tag is the type of the value. */
export type Varbind =
  | {
      readonly oid: Oid
      readonly tag: T['integer'] | T['counter32'] | T['gauge32'] | T['timeTicks'] | T['uinteger32']
      readonly value: number
    }
  | { readonly oid: Oid; readonly tag: T['counter64']; readonly value: bigint }
  | { readonly oid: Oid; readonly tag: T['octetString'] | T['ipAddress'] | T['opaque']; readonly value: Buffer }
  | { readonly oid: Oid; readonly tag: T['objectIdentifier']; readonly value: Oid }
  | {
      readonly oid: Oid
      readonly tag: T['null'] | T['noSuchObject'] | T['noSuchInstance'] | T['endOfMibView']
      readonly value: null
    }

export function writeVarbind(writer: BerWriter, varbind: Varbind): void {
  const mark = writer.written
  const { tag, value } = varbind
  if (typeof value === 'number') writer.integer(value, tag)
  else if (typeof value === 'bigint') writer.unsigned64(value, tag)
  else if (value === null) writer.empty(tag)
  else if (Buffer.isBuffer(value)) writer.octets(value, tag)
  else writer.oid(value, tag)
  writer.oid(varbind.oid)
  writer.wrap(0x30, mark)
}

/** Returns true for noSuchObject, noSuchInstance and endOfMibView, which replace a value (RFC 3416, section 3). */
export const isException = (varbind: Varbind): boolean => isExceptionTag(varbind.tag)
export const isExceptionTag = (tag: number): boolean => tag >= Tag.noSuchObject && tag <= Tag.endOfMibView

/**
 * Returns the number of any numeric type, including a float or double in an Opaque; Counter64 loses precision above
 * 2^53.
 */
export function asNumber(varbind: Varbind | undefined): number | undefined {
  if (varbind === undefined) return undefined
  if (typeof varbind.value === 'number') return varbind.value
  if (typeof varbind.value === 'bigint') return Number(varbind.value)
  return varbind.tag === Tag.opaque ? opaqueNumber(varbind.value) : undefined
}

export function asBytes(varbind: Varbind | undefined): Buffer | undefined {
  return varbind !== undefined && Buffer.isBuffer(varbind.value) ? varbind.value : undefined
}

export function asOid(varbind: Varbind | undefined): Oid | undefined {
  return varbind?.tag === Tag.objectIdentifier ? varbind.value : undefined
}

/** Decodes a float (9f 78) or double (9f 79) in an Opaque, as net-snmp and others send them. */
export function opaqueNumber(content: Buffer): number | undefined {
  if (content.length === 7 && content.readUIntBE(0, 3) === 0x9f7804) return content.readFloatBE(3)
  if (content.length === 11 && content.readUIntBE(0, 3) === 0x9f7908) return content.readDoubleBE(3)
  return undefined
}
