import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { LinkAddress, Vlan } from '@rollcall/shared/inventory/network.ts'
import { type Layer2, type PartReader, readLayer2 } from './layer2.ts'
import { type BridgePorts, readBridgePorts } from './mibs/bridge-ports.ts'
import { readCdp } from './mibs/cdp.ts'
import { readEdp } from './mibs/edp.ts'
import { enterprise } from './mibs/enterprises.ts'
import type { SnmpInterface } from './mibs/if-mib.ts'
import { readLinkAddresses } from './mibs/link-addresses.ts'
import { readLldp } from './mibs/lldp.ts'
import { createPortNames } from './mibs/port-names.ts'
import type { SnmpReader } from './reader.ts'

/** What a device knows of the network around it. */
export type Topology = {
  /** Those that tell of themselves first, then what was only heard. */
  neighbors: Neighbor[]
  linkAddresses: LinkAddress[]
  /** Of a bridge. */
  vlans?: Vlan[]
  portVlans: Layer2['portVlans']
}

const noLayer2 = { heard: [], portVlans: new Map() }

type Known = { interfaces: readonly SnmpInterface[]; enterprises: readonly number[]; isBridge: boolean }

/** Reads the protocols of neighbours, and of a bridge its VLANs and what it has learned; each part may fail alone. */
export async function readTopology(
  reader: SnmpReader,
  { interfaces, enterprises, isBridge }: Known,
  part: PartReader,
  truncated: string[],
): Promise<Topology> {
  const bridgePorts: BridgePorts = isBridge
    ? await part('dot1dBasePortTable', () => readBridgePorts(reader, truncated), new Map())
    : new Map()
  const ports = createPortNames(interfaces)
  const isOf = (maker: keyof typeof enterprise) => enterprises.includes(enterprise[maker])
  const told = [
    ...(await part('lldpRemTable', () => readLldp(reader, ports, bridgePorts, truncated), [])),
    ...(isOf('cisco') ? await part('cdpCacheTable', () => readCdp(reader, 'cdp', ports, truncated), []) : []),
    ...(isOf('foundry') ? await part('snFdpCacheTable', () => readCdp(reader, 'fdp', ports, truncated), []) : []),
    ...(isOf('extreme') ? await part('extremeEdpTable', () => readEdp(reader, ports, truncated), []) : []),
  ]
  const met = await part('ipNetToMediaTable', () => readLinkAddresses(reader, enterprises, truncated), [])
  const linkAddresses = met.map(({ ifIndex, ...addresses }) => ({ port: ports.ofIfIndex(ifIndex), ...addresses }))
  const known = { ports, bridgePorts, isCisco: isOf('cisco') }
  const { heard, ...layer2 } = isBridge ? await readLayer2(reader, known, part, truncated) : noLayer2
  return { ...layer2, neighbors: [...told, ...withAddresses(heard, linkAddresses)], linkAddresses }
}

/** The address of a MAC where the device itself has met exactly one for it. */
function withAddresses(heard: readonly Neighbor[], met: readonly LinkAddress[]): Neighbor[] {
  const byMac = Map.groupBy(met, ({ macAddress }) => macAddress)
  return heard.map((neighbor) => {
    const [one, ...others] = byMac.get(neighbor.macAddress ?? '') ?? []
    return one === undefined || others.length > 0 ? neighbor : { ...neighbor, ipAddress: one.ipAddress }
  })
}
