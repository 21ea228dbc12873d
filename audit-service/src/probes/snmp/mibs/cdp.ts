import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { Oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes, asNumber, type Varbind } from '../varbind.ts'
import { addressOfOctets } from './inet-address.ts'
import type { PortNames } from './port-names.ts'
import { columnsOf, readTable } from './table.ts'
import { vlanOf } from './vlan-id.ts'

/**
 * Neighbor caches of CDP (CISCO-CDP-MIB) and of Foundry's FDP (FOUNDRY-SN-SWITCH-GROUP-MIB), which has the same objects
 * in another order. Index: ifIndex, device. Columns: address, version, device id, port, platform; only CDP has the
 * rest: capabilities, native VLAN, name, primary and secondary management address.
 */
const caches = {
  cdp: { name: 'cdpCacheTable', columns: columnsOf('1.3.6.1.4.1.9.9.23.1.2.1.1', 4, 5, 6, 7, 8, 9, 11, 17, 20, 22) },
  fdp: { name: 'snFdpCacheTable', columns: columnsOf('1.3.6.1.4.1.1991.1.1.3.20.1.2.1.1', 5, 6, 3, 7, 8) },
} satisfies Record<string, { name: string; columns: Oid[] }>

/** Bits of cdpCacheCapabilities, mapped to the names of LLDP. */
const capabilityBits = [
  [0x01, 'router'],
  // Transparent bridge, source-route bridge, switch.
  [0x02 | 0x04 | 0x08, 'bridge'],
  [0x10, 'stationOnly'],
  [0x40, 'repeater'],
  [0x80, 'telephone'],
  [0x400, 'twoPortMacRelay'],
] as const

export async function readCdp(
  reader: SnmpReader,
  protocol: keyof typeof caches,
  ports: PortNames,
  truncated: string[],
): Promise<Neighbor[]> {
  const { name, columns } = caches[protocol]
  const rows = await readTable(reader, name, columns, truncated)
  return rows.flatMap(({ index: [ifIndex], cells }): Neighbor[] => {
    const [address, version, deviceId, port, platform, capabilities, nativeVlan, sysName, primary, secondary] = cells
    const chassisId = asText(deviceId)
    const remotePort = asText(port)
    if (ifIndex === undefined || (chassisId === undefined && remotePort === undefined)) return []
    const managementAddresses = addressesOf([address, primary, secondary])
    return [
      {
        port: ports.ofIfIndex(ifIndex),
        protocol,
        ...optional({
          // NX-OS appends its serial number to the name.
          name: asText(sysName) ?? chassisId?.replace(/\([^()]*\)$/, ''),
          description: [asText(platform), asText(version)].filter((text) => text !== undefined).join(', ') || undefined,
          chassisId,
          ipAddress: managementAddresses?.[0],
          managementAddresses,
          remotePort,
          capabilities: capabilitiesOf(capabilities),
          vlan: vlanOf(asNumber(nativeVlan)),
        }),
      },
    ]
  })
}

function addressesOf(cells: (Varbind | undefined)[]): string[] | undefined {
  const found = cells.map((cell) => addressOfOctets(asBytes(cell))).filter((address) => address !== undefined)
  return found.length === 0 ? undefined : [...new Set(found)]
}

function capabilitiesOf(varbind: Varbind | undefined): Neighbor['capabilities'] {
  const octets = asBytes(varbind)
  if (octets?.length !== 4) return undefined
  const bits = octets.readUInt32BE()
  return capabilityBits.flatMap(([mask, name]) => (bits & mask ? [name] : []))
}
