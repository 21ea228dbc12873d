import type { SnmpReader, TableRow } from '../reader.ts'
import { asBytes, asNumber, asOid } from '../varbind.ts'
import { enterprise } from './enterprises.ts'
import { addressOfOctets, inetAddressAt, octetsOf } from './inet-address.ts'
import { asInteger } from './number.ts'
import { columnsOf, readTable } from './table.ts'

/** An address of an interface, from any of the tables. */
export type SnmpAddress = { ifIndex: number; address: string; prefixLength?: number }

/** ipAddrTable (RFC 4293, deprecated but common): ipAdEntAddr, ipAdEntIfIndex, ipAdEntNetMask. */
const ipAddr = columnsOf('1.3.6.1.2.1.4.20.1', 1, 2, 3)
/** ipAddressTable (RFC 4293): ipAddressIfIndex, ipAddressType, ipAddressPrefix. */
const ipAddress = columnsOf('1.3.6.1.2.1.4.34.1', 3, 4, 5)
/** cIpAddressTable (CISCO-IETF-IP-MIB), an earlier draft of ipAddressTable: the only one with IPv6 on older IOS. */
const cIpAddress = columnsOf('1.3.6.1.4.1.9.10.86.1.1.2.1', 3, 4, 5)
/** ipv6AddrTable (RFC 2465): ipv6AddrPfxLength, ipv6AddrType. */
const ipv6Addr = columnsOf('1.3.6.1.2.1.55.1.8.1', 2, 3)
const ipAddressTypeBroadcast = 3

/**
 * Returns all addresses without duplicates; the first table with an address has priority, and a prefix length comes
 * from any.
 */
export async function readAddresses(
  reader: SnmpReader,
  enterprises: readonly number[],
  truncated: string[],
): Promise<SnmpAddress[]> {
  const found = [
    ...(await readTable(reader, 'ipAddressTable', ipAddress, truncated)).map(fromIpAddressTable),
    ...(await readTable(reader, 'ipAddrTable', ipAddr, truncated)).map(fromIpAddrTable),
  ].filter((entry) => entry !== undefined)
  const hasIpv6 = () => found.some(({ address }) => address.includes(':'))
  if (!hasIpv6()) {
    const old = await readTable(reader, 'ipv6AddrTable', ipv6Addr, truncated)
    found.push(...old.map(fromIpv6AddrTable).filter((entry) => entry !== undefined))
  }
  if (!hasIpv6() && enterprises.includes(enterprise.cisco)) {
    const draft = await readTable(reader, 'cIpAddressTable', cIpAddress, truncated)
    found.push(...draft.map(fromIpAddressTable).filter((entry) => entry !== undefined))
  }
  const byKey = new Map<string, SnmpAddress>()
  for (const entry of found) {
    const key = `${entry.ifIndex} ${entry.address}`
    const known = byKey.get(key)
    if (known === undefined || (known.prefixLength === undefined && entry.prefixLength !== undefined))
      byKey.set(key, entry)
  }
  return [...byKey.values()]
}

/** Parses a row. The index is the address; agents that number their rows instead have it in ipAdEntAddr. */
function fromIpAddrTable({ index, cells }: TableRow): SnmpAddress | undefined {
  const [addr, ifIndex, mask] = cells
  const octets = asBytes(addr) ?? (index.length === 4 ? octetsOf(index) : undefined)
  const netmask = asBytes(mask)
  return entryOf(asInteger(ifIndex), addressOfOctets(octets), netmask?.length === 4 ? prefixOfMask(netmask) : undefined)
}

function fromIpAddressTable({ index, cells }: TableRow): SnmpAddress | undefined {
  const [ifIndex, type, prefix] = cells
  if (asNumber(type) === ipAddressTypeBroadcast) return undefined
  // ipAddressPrefix points to a row of ipAddressPrefixTable, whose index ends with the prefix length.
  const pointer = asOid(prefix)
  const length = pointer !== undefined && pointer.length > 10 ? pointer.at(-1) : undefined
  return entryOf(asInteger(ifIndex), inetAddressAt(index, 0), length)
}

function fromIpv6AddrTable({ index, cells }: TableRow): SnmpAddress | undefined {
  return entryOf(index[0], addressOfOctets(octetsOf(index.slice(-16))), asInteger(cells[0]))
}

function entryOf(
  ifIndex: number | undefined,
  address: string | undefined,
  prefix: number | undefined,
): SnmpAddress | undefined {
  if (ifIndex === undefined || address === undefined) return undefined
  const max = address.includes(':') ? 128 : 32
  return prefix !== undefined && prefix >= 0 && prefix <= max
    ? { ifIndex, address, prefixLength: prefix }
    : { ifIndex, address }
}

/** Returns the prefix length of a mask; undefined if the ones are not contiguous. */
function prefixOfMask(mask: Buffer): number | undefined {
  const bits = mask.readUInt32BE(0)
  const length = Math.clz32(~bits)
  return length === 32 || (bits << length) >>> 0 === 0 ? length : undefined
}
