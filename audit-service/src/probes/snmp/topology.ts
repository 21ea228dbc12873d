import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { LinkAddress, Vlan } from '@rollcall/shared/inventory/network.ts'
import { type Layer2, readLayer2, type SectionReader } from './layer2.ts'
import { type BridgePorts, readBridgePorts } from './mibs/bridge-ports.ts'
import { readCdp } from './mibs/cdp.ts'
import { readEdp } from './mibs/edp.ts'
import { enterprise } from './mibs/enterprises.ts'
import type { SnmpInterface } from './mibs/if-mib.ts'
import { readLinkAddresses } from './mibs/link-addresses.ts'
import { readLldp } from './mibs/lldp.ts'
import { createPortNames } from './mibs/port-names.ts'
import type { SnmpReader } from './reader.ts'

/** A device's data about the network around it. */
export type Topology = {
  /** Announced neighbors first, then those of the forwarding table. */
  neighbors: Neighbor[]
  linkAddresses: LinkAddress[]
  /** Set for a bridge. */
  vlans?: Vlan[]
  portVlans: Layer2['portVlans']
}

const noLayer2 = { forwarding: [], portVlans: new Map() }

type DeviceFacts = { interfaces: readonly SnmpInterface[]; enterprises: readonly number[]; isBridge: boolean }

/** Reads neighbor protocols, and for a bridge its VLANs and forwarding table; each section may fail on its own. */
export async function readTopology(
  reader: SnmpReader,
  { interfaces, enterprises, isBridge }: DeviceFacts,
  part: SectionReader,
  truncated: string[],
): Promise<Topology> {
  const bridgePorts: BridgePorts = isBridge
    ? await part('dot1dBasePortTable', () => readBridgePorts(reader, truncated), new Map())
    : new Map()
  const ports = createPortNames(interfaces)
  const isOf = (manufacturer: keyof typeof enterprise) => enterprises.includes(enterprise[manufacturer])
  const announced = [
    ...(await part('lldpRemTable', () => readLldp(reader, ports, bridgePorts, truncated), [])),
    ...(isOf('cisco') ? await part('cdpCacheTable', () => readCdp(reader, 'cdp', ports, truncated), []) : []),
    ...(isOf('foundry') ? await part('snFdpCacheTable', () => readCdp(reader, 'fdp', ports, truncated), []) : []),
    ...(isOf('extreme') ? await part('extremeEdpTable', () => readEdp(reader, ports, truncated), []) : []),
  ]
  const met = await part('ipNetToMediaTable', () => readLinkAddresses(reader, enterprises, truncated), [])
  const linkAddresses = met.map(({ ifIndex, ...addresses }) => ({ port: ports.ofIfIndex(ifIndex), ...addresses }))
  const device = { ports, bridgePorts, isCisco: isOf('cisco') }
  const { forwarding, ...layer2 } = isBridge ? await readLayer2(reader, device, part, truncated) : noLayer2
  return { ...layer2, neighbors: [...announced, ...withAddresses(forwarding, linkAddresses)], linkAddresses }
}

/** Adds the IP address of a MAC if the device has exactly one for it. */
function withAddresses(forwarding: readonly Neighbor[], met: readonly LinkAddress[]): Neighbor[] {
  const byMac = Map.groupBy(met, ({ macAddress }) => macAddress)
  return forwarding.map((neighbor) => {
    const [one, ...others] = byMac.get(neighbor.macAddress ?? '') ?? []
    return one === undefined || others.length > 0 ? neighbor : { ...neighbor, ipAddress: one.ipAddress }
  })
}
