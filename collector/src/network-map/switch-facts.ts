import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { isVirtualRouterMac } from '@rollcall/shared/inventory/virtual-router-macs.ts'
import type { MapDevice } from '../devices/neighbors/neighbor-devices.ts'

/** A port, or an aggregate of several (IEEE 802.3ad), which acts as one port for frames. */
type LogicalPort = {
  name: string
  /** Names of the interfaces of an aggregate; empty for a plain port. */
  members: string[]
  speedBps: number | undefined
  vlan: number | undefined
}

/** A neighbor that announced itself to a switch at one of its ports. */
export type Announcement = { port: string; neighbor: Neighbor; device: MapDevice | undefined }

/** Data of one switch about its links. */
export type SwitchFacts = {
  device: MapDevice
  /** Time of the scan. */
  readAt: string
  ownMacs: ReadonlySet<string>
  ports: ReadonlyMap<string, LogicalPort>
  /** Ports by the names that a neighbor may use for them, in lower case; undefined if several ports share the name. */
  portsByAlias: ReadonlyMap<string, string | undefined>
  /** It has a radio of wireless clients, as access points have. */
  hasRadio: boolean
  /** Physical sockets, for counting: no aggregates and no virtual interfaces. */
  sockets: { total: number; up: number }
  announced: readonly Announcement[]
  /** Forwarding table: the VLAN of each MAC, by port. */
  forwarding: ReadonlyMap<string, ReadonlyMap<string, number | undefined>>
  /** IP addresses of MACs, from its ARP table if it is also a router. */
  addresses: ReadonlyMap<string, string>
}

type SwitchData = { device: MapDevice; readAt: string; network: Partial<Network> }

/** Extracts the data for the map from a network section. The devices of announced neighbors are not resolved yet. */
export function switchFacts({ device, readAt, network }: SwitchData): SwitchFacts {
  const { interfaces = [], neighbors = [], macAddress } = network
  const macs = [macAddress, ...interfaces.map((each) => each.macAddress)].filter((mac) => mac !== undefined)
  const aggregateOf = new Map(
    interfaces.flatMap(({ name, aggregate }) => (aggregate ? [[name, aggregate] as const] : [])),
  )
  const portOf = (name: string) => aggregateOf.get(name) ?? name
  const announced = neighbors.filter(({ protocol }) => protocol !== 'forwarding')
  const sockets = interfaces.filter(isSocket)
  return {
    device,
    readAt,
    ownMacs: new Set(macs),
    ports: logicalPorts(interfaces, portOf),
    portsByAlias: portsByAlias(interfaces, portOf),
    hasRadio: interfaces.some(({ type }) => type === 'ieee80211'),
    sockets: { total: sockets.length, up: sockets.filter(({ operStatus }) => operStatus === 'up').length },
    announced: announced.map((neighbor) => ({ port: portOf(neighbor.port), neighbor, device: undefined })),
    forwarding: forwardingOf(neighbors, portOf),
    addresses: addressesOf(neighbors),
  }
}

const isSocket = ({ type, virtual, connector }: NetworkInterface): boolean =>
  virtual !== true && connector !== false && (type === undefined || type === 'ethernetCsmacd' || connector === true)

function logicalPorts(
  interfaces: readonly NetworkInterface[],
  portOf: (name: string) => string,
): Map<string, LogicalPort> {
  const parts = Map.groupBy(interfaces, ({ name }) => portOf(name))
  return new Map(
    [...parts].map(([name, all]) => {
      const members = all.filter((each) => each.name !== name)
      const own = all.find((each) => each.name === name)
      const sum = members.reduce((total, { speedBps = 0 }) => total + speedBps, 0)
      return [
        name,
        {
          name,
          members: members.map((each) => each.name),
          speedBps: own?.speedBps || sum || undefined,
          vlan: own?.vlan ?? members[0]?.vlan,
        },
      ]
    }),
  )
}

function portsByAlias(
  interfaces: readonly NetworkInterface[],
  portOf: (name: string) => string,
): Map<string, string | undefined> {
  const ports = new Map<string, string | undefined>()
  for (const found of interfaces) {
    const port = portOf(found.name)
    for (const alias of aliasesOf(found))
      ports.set(alias, ports.has(alias) && ports.get(alias) !== port ? undefined : port)
  }
  return ports
}

function aliasesOf({ name, description, alias, macAddress }: NetworkInterface): string[] {
  const whole = [name, description, alias, macAddress].filter((text) => text !== undefined)
  return [...new Set([...whole, ...whole.map(shortened)].map((text) => text.toLowerCase()))]
}

/** Shortens a port name: some neighbors report `GigabitEthernet1/0/1` as `Gi1/0/1`. */
const shortened = (name: string): string => name.replace(/^([a-z]{2})[a-z-]* ?(?=\d)/i, '$1')

/** Finds the port that a neighbor refers to, if it is unambiguous. */
export function portOfNeighbor(
  { portsByAlias }: SwitchFacts,
  { remotePort, remotePortDescription }: Neighbor,
): string | undefined {
  const announced = [remotePort, remotePortDescription].filter((text) => text !== undefined)
  return announced
    .flatMap((text) => [text, shortened(text)])
    .map((text) => portsByAlias.get(text.toLowerCase()))
    .find((port) => port !== undefined)
}

function forwardingOf(neighbors: readonly Neighbor[], portOf: (name: string) => string) {
  const byPort = new Map<string, Map<string, number | undefined>>()
  for (const { protocol, port, macAddress, vlan } of neighbors) {
    if (protocol !== 'forwarding' || macAddress === undefined || !isHost(macAddress)) continue
    const name = portOf(port)
    const macs = byPort.get(name) ?? new Map<string, number | undefined>()
    macs.set(macAddress, vlan)
    byPort.set(name, macs)
  }
  return byPort
}

/** Reports whether a MAC belongs to one host, not to a multicast group or to several routers. */
const isHost = (mac: string): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 && !isVirtualRouterMac(mac)

const addressesOf = (neighbors: readonly Neighbor[]): Map<string, string> =>
  new Map(
    neighbors.flatMap(({ protocol, macAddress, ipAddress }) =>
      protocol === 'forwarding' && macAddress && ipAddress ? [[macAddress, ipAddress] as const] : [],
    ),
  )
