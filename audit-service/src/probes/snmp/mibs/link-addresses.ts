import type { SnmpReader, TableRow } from '../reader.ts'
import { asMac } from '../text.ts'
import { asBytes, asNumber } from '../varbind.ts'
import { enterprise } from './enterprises.ts'
import { addressOfOctets, inetAddressAt, octetsOf } from './inet-address.ts'
import { columnsOf, readTable } from './table.ts'

/** A host on a link: a row of one of the ARP and ND tables. */
type SnmpLinkAddress = { ifIndex: number; ipAddress: string; macAddress: string }

/** ipNetToPhysicalTable (RFC 4293): ipNetToPhysicalPhysAddress, ipNetToPhysicalType. */
const netToPhysical = columnsOf('1.3.6.1.2.1.4.35.1', 4, 6)
/** ipNetToMediaTable (RFC 4293, deprecated but common): PhysAddress, NetAddress, Type. */
const netToMedia = columnsOf('1.3.6.1.2.1.4.22.1', 2, 3, 4)
/** cInetNetToMediaTable (CISCO-IETF-IP-MIB): cInetNetToMediaPhysAddress, cInetNetToMediaType. */
const cInetNetToMedia = columnsOf('1.3.6.1.4.1.9.10.86.1.1.3.1', 3, 5)

const typeInvalid = 2
/** Value of ipNetToPhysicalType: an address of the device itself. */
const typeLocal = 5

/** Returns each pair of addresses on a link once. The older table is read if the newer one has no IPv4. */
export async function readLinkAddresses(
  reader: SnmpReader,
  enterprises: readonly number[],
  truncated: string[],
): Promise<SnmpLinkAddress[]> {
  const found = (await readTable(reader, 'ipNetToPhysicalTable', netToPhysical, truncated)).flatMap(fromPhysical)
  if (!found.some(({ ipAddress }) => ipAddress.includes('.'))) {
    found.push(...(await readTable(reader, 'ipNetToMediaTable', netToMedia, truncated)).flatMap(fromMedia))
  }
  if (enterprises.includes(enterprise.cisco) && !found.some(({ ipAddress }) => ipAddress.includes(':'))) {
    const draft = await readTable(reader, 'cInetNetToMediaTable', cInetNetToMedia, truncated)
    found.push(...draft.flatMap(fromPhysical))
  }
  return [...new Map(found.map((entry) => [Object.values(entry).join(' '), entry])).values()]
}

/** Parses a row with the index ifIndex, address. */
const fromPhysical = ({ index, cells: [mac, type] }: TableRow): SnmpLinkAddress[] =>
  entryOf(index[0], inetAddressAt(index, 1), asMac(mac), asNumber(type))

/** Parses a row with the index ifIndex, four octets; agents that number their rows have the address in the row. */
function fromMedia({ index, cells: [mac, netAddress, type] }: TableRow): SnmpLinkAddress[] {
  const octets = asBytes(netAddress) ?? octetsOf(index.slice(-4))
  return entryOf(index[0], addressOfOctets(octets), asMac(mac), asNumber(type))
}

const nobody = /^(?:00:){5}00$|^.[13579bdf]:/

function entryOf(
  ifIndex: number | undefined,
  ipAddress: string | undefined,
  macAddress: string | undefined,
  type: number | undefined,
): SnmpLinkAddress[] {
  if (ifIndex === undefined || ipAddress === undefined || macAddress === undefined) return []
  // Incomplete entries have a zero address, multicast entries a group address.
  if (type === typeInvalid || type === typeLocal || nobody.test(macAddress)) return []
  return [{ ifIndex, ipAddress, macAddress }]
}
