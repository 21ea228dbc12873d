import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { Oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes, asNumber } from '../varbind.ts'
import { addressOfOctets, octetsOf } from './inet-address.ts'
import type { PortNames } from './port-names.ts'
import { columnsOf, readTable } from './table.ts'

/** EXTREME-EDP-MIB. Index: ifIndex, then ExtremeDeviceId: two octets and the MAC address. */
const columns = columnsOf('1.3.6.1.4.1.1916.1.13.2.1', 3, 4, 5, 6)
/** extremeEdpNeighborVlanIpAddress: the same index, followed by the name of the VLAN. */
const vlanAddresses = columnsOf('1.3.6.1.4.1.1916.1.13.3.1', 3)
const indexLength = 9
const managementAddressesMax = 16

export async function readEdp(reader: SnmpReader, ports: PortNames, truncated: string[]): Promise<Neighbor[]> {
  const rows = await readTable(reader, 'extremeEdpTable', columns, truncated)
  if (rows.length === 0) return []
  const byNeighbor = Map.groupBy(
    await readTable(reader, 'extremeEdpNeighborTable', vlanAddresses, truncated),
    ({ index }) => keyOf(index),
  )
  return rows.map(({ index, cells }) => {
    const [name, version, slot, port] = cells
    const macAddress = normaliseMac(octetsOf(index.slice(3, indexLength))?.toString('hex') ?? '')
    const found = byNeighbor.get(keyOf(index))?.map((row) => addressOfOctets(asBytes(row.cells[0])))
    const managementAddresses = [...new Set(found?.filter((address) => address !== undefined))]
    const numbers = [slot, port].map(asNumber).filter((number) => number !== undefined && number > 0)
    return {
      port: ports.ofIfIndex(index[0] ?? 0),
      protocol: 'edp',
      ...optional({
        name: asText(name),
        description: asText(version),
        chassisId: macAddress,
        macAddress,
        ipAddress: managementAddresses[0],
        managementAddresses: managementAddresses.slice(0, managementAddressesMax),
        remotePort: numbers.join(':') || undefined,
      }),
    }
  })
}

const keyOf = (index: Oid): string => index.slice(0, indexLength).join('.')
