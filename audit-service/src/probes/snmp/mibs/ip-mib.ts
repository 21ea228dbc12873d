import { normaliseIp } from '@rollcall/shared/inventory/primitives.ts'
import { type Oid, oid } from '../oid.ts'
import type { SnmpReader, TableRow } from '../reader.ts'
import { asBytes, asNumber, asOid } from '../varbind.ts'
import { readTable } from './table.ts'

/** An address of an interface: ipAddrTable (RFC 4293, deprecated but common), ipAddressTable (RFC 4293), ipv6AddrTable (RFC 2465). */
export type SnmpAddress = { ifIndex: number; address: string; prefixLength?: number }

/** ipAdEntAddr, ipAdEntIfIndex, ipAdEntNetMask. */
const ipAddr = [1, 2, 3].map((column) => oid(`1.3.6.1.2.1.4.20.1.${column}`))
/** ipAddressIfIndex, ipAddressType, ipAddressPrefix. */
const ipAddress = [3, 4, 5].map((column) => oid(`1.3.6.1.2.1.4.34.1.${column}`))
/** ipv6AddrPfxLength, ipv6AddrType. */
const ipv6Addr = [2, 3].map((column) => oid(`1.3.6.1.2.1.55.1.8.1.${column}`))
const ipAddressTypeBroadcast = 3

/** All addresses, each once; the first table that names an address wins, a prefix length is taken from any. */
export async function readAddresses(reader: SnmpReader, truncated: string[]): Promise<SnmpAddress[]> {
  const found = [
    ...(await readTable(reader, 'ipAddressTable', ipAddress, truncated)).map(fromIpAddressTable),
    ...(await readTable(reader, 'ipAddrTable', ipAddr, truncated)).map(fromIpAddrTable),
  ].filter((entry) => entry !== undefined)
  if (!found.some(({ address }) => address.includes(':'))) {
    const old = await readTable(reader, 'ipv6AddrTable', ipv6Addr, truncated)
    found.push(...old.map(fromIpv6AddrTable).filter((entry) => entry !== undefined))
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

/** The index is the address; agents that number their rows instead still have it in ipAdEntAddr. */
function fromIpAddrTable({ index, cells }: TableRow): SnmpAddress | undefined {
  const [addr, ifIndex, mask] = cells
  const octets = asBytes(addr) ?? (index.length === 4 ? octetsOf(index) : undefined)
  const netmask = asBytes(mask)
  return entryOf(asNumber(ifIndex), octets, netmask?.length === 4 ? prefixOfMask(netmask) : undefined)
}

/** Index: InetAddressType (ipv4 1, ipv6 2, ipv4z 3, ipv6z 4), length, octets. Some agents leave out the length. */
function fromIpAddressTable({ index, cells }: TableRow): SnmpAddress | undefined {
  const [ifIndex, type, prefix] = cells
  if (asNumber(type) === ipAddressTypeBroadcast) return undefined
  const size = index[0] === 1 || index[0] === 3 ? 4 : 16
  const octets = octetsOf(index.slice(index[1] === size || index[1] === size + 4 ? 2 : 1).slice(0, size))
  // ipAddressPrefix points to a row of ipAddressPrefixTable, whose index ends with the prefix length.
  const pointer = asOid(prefix)
  const length = pointer !== undefined && pointer.length > 10 ? pointer.at(-1) : undefined
  return entryOf(asNumber(ifIndex), octets, length)
}

function fromIpv6AddrTable({ index, cells }: TableRow): SnmpAddress | undefined {
  const octets = octetsOf(index.slice(-16))
  return entryOf(index[0], octets, asNumber(cells[0]))
}

function entryOf(
  ifIndex: number | undefined,
  octets: Buffer | undefined,
  prefix: number | undefined,
): SnmpAddress | undefined {
  const address = octets && addressOf(octets)
  if (ifIndex === undefined || address === undefined) return undefined
  const max = address.includes(':') ? 128 : 32
  return prefix !== undefined && prefix >= 0 && prefix <= max
    ? { ifIndex, address, prefixLength: prefix }
    : { ifIndex, address }
}

function octetsOf(subIdentifiers: Oid): Buffer | undefined {
  return subIdentifiers.every((value) => value <= 255) ? Buffer.from(subIdentifiers) : undefined
}

function addressOf(octets: Buffer): string | undefined {
  if (octets.every((octet) => octet === 0)) return undefined
  if (octets.length === 4) return normaliseIp(octets.join('.'))
  if (octets.length !== 16) return undefined
  return normaliseIp(octets.toString('hex').replace(/(....)(?=.)/g, '$1:'))
}

/** Undefined for a mask that is no run of ones. */
function prefixOfMask(mask: Buffer): number | undefined {
  const bits = mask.readUInt32BE(0)
  const length = Math.clz32(~bits)
  return length === 32 || (bits << length) >>> 0 === 0 ? length : undefined
}
