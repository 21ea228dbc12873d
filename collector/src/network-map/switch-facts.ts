import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import type { MapDevice } from '../devices/neighbors/neighbor-devices.ts'

/** A port, or an aggregate of several (IEEE 802.3ad), which for frames is one. */
export type LogicalPort = {
  name: string
  /** Names of the interfaces it is made of; none of a plain port. */
  members: string[]
  isUp: boolean
  speedBps: number | undefined
  vlan: number | undefined
}

/** Who told a switch of itself at one of its ports. */
export type Announcement = { port: string; neighbor: Neighbor; device: MapDevice | undefined }

/** What one switch says of the links around it. */
export type SwitchFacts = {
  device: MapDevice
  /** When it was asked. */
  lookedAt: string
  ownMacs: ReadonlySet<string>
  ports: ReadonlyMap<string, LogicalPort>
  /** Ports by what a neighbour may call them, in lower case; undefined where that is the name of several. */
  portsByAlias: ReadonlyMap<string, string | undefined>
  /** Sockets, for counting: neither aggregates nor what has no hardware. */
  sockets: { total: number; up: number }
  announced: readonly Announcement[]
  /** Its forwarding table: the VLAN of each MAC by port. */
  heard: ReadonlyMap<string, ReadonlyMap<string, number | undefined>>
  /** Addresses of MACs, where it is a router as well and has met them. */
  addresses: ReadonlyMap<string, string>
}

type Told = { device: MapDevice; lookedAt: string; network: Partial<Network> }

/** What of a network section the map is made of. Of those who announced themselves it is not said yet which device they are. */
export function switchFacts({ device, lookedAt, network }: Told): SwitchFacts {
  const { interfaces = [], neighbors = [], macAddress } = network
  const macs = [macAddress, ...interfaces.map((each) => each.macAddress)].filter((mac) => mac !== undefined)
  const aggregateOf = new Map(
    interfaces.flatMap(({ name, aggregate }) => (aggregate ? [[name, aggregate] as const] : [])),
  )
  const portOf = (name: string) => aggregateOf.get(name) ?? name
  const told = neighbors.filter(({ protocol }) => protocol !== 'forwarding')
  const sockets = interfaces.filter(isSocket)
  return {
    device,
    lookedAt,
    ownMacs: new Set(macs),
    ports: logicalPorts(interfaces, portOf),
    portsByAlias: portsByAlias(interfaces, portOf),
    sockets: { total: sockets.length, up: sockets.filter(({ operStatus }) => operStatus === 'up').length },
    announced: told.map((neighbor) => ({ port: portOf(neighbor.port), neighbor, device: undefined })),
    heard: forwardingOf(neighbors, portOf),
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
          isUp: all.some(({ operStatus }) => operStatus === 'up'),
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

/** `GigabitEthernet1/0/1` is `Gi1/0/1` to some that tell of it. */
const shortened = (name: string): string => name.replace(/^([a-z]{2})[a-z-]* ?(?=\d)/i, '$1')

/** The port that a neighbour means, where that is one. */
export function portMeant(
  { portsByAlias }: SwitchFacts,
  { remotePort, remotePortDescription }: Neighbor,
): string | undefined {
  const told = [remotePort, remotePortDescription].filter((text) => text !== undefined)
  return told
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

/** VRRP (RFC 9568) and HSRP: whichever router is in charge of an address has it. */
const sharedByRouters = /^00:00:5e:00:0[12]:|^00:00:0c:07:ac:|^00:00:0c:9f:f/

/** Neither a group's address nor one that several routers share. */
const isHost = (mac: string): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 && !sharedByRouters.test(mac)

const addressesOf = (neighbors: readonly Neighbor[]): Map<string, string> =>
  new Map(
    neighbors.flatMap(({ protocol, macAddress, ipAddress }) =>
      protocol === 'forwarding' && macAddress && ipAddress ? [[macAddress, ipAddress] as const] : [],
    ),
  )
