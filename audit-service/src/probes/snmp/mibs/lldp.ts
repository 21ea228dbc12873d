import { type Neighbor, neighborCapabilities } from '@rollcall/shared/inventory/neighbor.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { Oid } from '../oid.ts'
import type { SnmpReader, TableRow } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes } from '../varbind.ts'
import type { BridgePorts } from './bridge-ports.ts'
import { inetAddressAt } from './inet-address.ts'
import { chassisIdOf, portIdOf } from './lldp-ids.ts'
import { hasBit } from './port-list.ts'
import type { PortNames } from './port-names.ts'
import { columnsOf, readTable } from './table.ts'

/** Table positions of one of the two LLDP MIBs. */
type LldpMib = {
  name: string
  /** Chassis id subtype and id, port id subtype and id, port description, name, description, enabled capabilities. */
  remote: Oid[]
  /** Column with the interface of a management address: any column works, because the index contains the address. */
  managementAddresses: Oid[]
  /** Number of sub-identifiers of the index up to the one that counts the neighbors of a port. */
  indexLength: number
}

/** LLDP-MIB (IEEE 802.1AB-2005): index lldpRemTimeMark, lldpRemLocalPortNum, lldpRemIndex. */
const version1: LldpMib = {
  name: 'lldpRemTable',
  remote: columnsOf('1.0.8802.1.1.2.1.4.1.1', 4, 5, 6, 7, 8, 9, 10, 12),
  managementAddresses: columnsOf('1.0.8802.1.1.2.1.4.2.1', 3),
  indexLength: 3,
}
/** LLDP-V2-MIB (IEEE 802.1AB-2009 and later): ports by ifIndex, and lldpV2RemLocalDestMACAddress before lldpV2RemIndex. */
const version2: LldpMib = {
  name: 'lldpV2RemTable',
  remote: columnsOf('1.3.111.2.802.1.1.13.1.4.1.1', 5, 6, 7, 8, 9, 10, 11, 13),
  managementAddresses: columnsOf('1.3.111.2.802.1.1.13.1.4.2.1', 3),
  indexLength: 4,
}

/** lldpLocPortTable: lldpLocPortIdSubtype, lldpLocPortId, lldpLocPortDesc. Index: lldpLocPortNum. */
const localPorts = columnsOf('1.0.8802.1.1.2.1.3.7.1', 2, 3, 4)

/** Reads LLDP neighbors, from the older MIB if it has any. */
export async function readLldp(
  reader: SnmpReader,
  ports: PortNames,
  bridgePorts: BridgePorts,
  truncated: string[],
): Promise<Neighbor[]> {
  const local = () => readLocalPorts(reader, ports, bridgePorts, truncated)
  const found = await readMib(reader, version1, local, truncated)
  return found.length > 0 ? found : readMib(reader, version2, async () => ports.ofIfIndex, truncated)
}

async function readMib(
  reader: SnmpReader,
  mib: LldpMib,
  readPortNames: () => Promise<(number: number) => string>,
  truncated: string[],
): Promise<Neighbor[]> {
  const rows = await readTable(reader, mib.name, mib.remote, truncated)
  if (rows.length === 0) return []
  const addresses = await readManagementAddresses(reader, mib, truncated)
  const portName = await readPortNames()
  // Of a row with several time marks the newest counts.
  const newest = new Map(rows.map((row) => [keyOf(row.index, mib), row]))
  return [...newest].map(([key, { index, cells }]) => {
    const [chassisSubtype, chassis, portSubtype, port, portDescription, name, description, enabled] = cells
    const chassisId = chassisIdOf(chassisSubtype, chassis)
    const portId = portIdOf(portSubtype, port)
    const managementAddresses = addresses.get(key)
    const remotePortDescription = asText(portDescription)
    return {
      port: portName(index[1] ?? 0),
      protocol: 'lldp',
      ...optional({
        name: asText(name),
        description: asText(description),
        chassisId: chassisId?.text,
        macAddress: chassisId?.macAddress ?? portId?.macAddress,
        ipAddress: managementAddresses?.[0],
        managementAddresses,
        // A computer's port has its MAC as id and its name as description.
        remotePort: portId?.macAddress === undefined ? portId?.text : (remotePortDescription ?? portId.text),
        remotePortDescription,
        capabilities: capabilitiesOf(asBytes(enabled)),
      }),
    }
  })
}

function capabilitiesOf(octets: Buffer | undefined): Neighbor['capabilities'] {
  return octets && neighborCapabilities.filter((_, bit) => hasBit(octets, 0, bit))
}

const keyOf = (index: Oid, { indexLength }: LldpMib): string => index.slice(1, indexLength).join('.')

const managementAddressesMax = 16

async function readManagementAddresses(reader: SnmpReader, mib: LldpMib, truncated: string[]) {
  const rows = await readTable(reader, `${mib.name} addresses`, mib.managementAddresses, truncated)
  const byNeighbor = new Map<string, string[]>()
  for (const { index } of rows) {
    // AddressFamilyNumbers uses the same numbers as InetAddressType for IPv4 and IPv6.
    const address = inetAddressAt(index, mib.indexLength)
    if (address === undefined) continue
    const key = keyOf(index, mib)
    const known = byNeighbor.get(key) ?? []
    if (known.length < managementAddressesMax && !known.includes(address)) byNeighbor.set(key, [...known, address])
  }
  return byNeighbor
}

/**
 * Returns the names of local ports by number. The standard equates the number with dot1dBasePort on a bridge and with
 * ifIndex otherwise, but agents deviate, so lldpLocPortTable has priority.
 */
async function readLocalPorts(
  reader: SnmpReader,
  ports: PortNames,
  bridgePorts: BridgePorts,
  truncated: string[],
): Promise<(number: number) => string> {
  const rows = await readTable(reader, 'lldpLocPortTable', localPorts, truncated)
  const byNumber = new Map(rows.map((row) => [row.index[0], row]))
  return (number: number): string => {
    const announced = localPort(byNumber.get(number))
    const named = announced.map(ports.ofText).find((name) => name !== undefined)
    const numbered =
      ports.ofBridgePort(bridgePorts)(number) ?? (ports.has(number) ? ports.ofIfIndex(number) : undefined)
    return named ?? numbered ?? announced[0] ?? `port ${number}`
  }
}

function localPort(row: TableRow | undefined): string[] {
  const [subtype, id, description] = row?.cells ?? []
  return [portIdOf(subtype, id)?.text, asText(description)].filter((text) => text !== undefined)
}
