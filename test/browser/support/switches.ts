import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'

type Network = NonNullable<ObservationInput['network']>
type Neighbor = NonNullable<Network['neighbors']>[number]

/** A network like that of a company: a core, switches below it, at their ports computers and some else. */
export type Office = {
  distribution: number
  /** Below each of those. */
  access: number
  /** At each of these. */
  endpoints: number
  /** Prefix of all names. */
  site?: string
}

const octets = (...numbers: number[]) => numbers.map((each) => each.toString(16).padStart(2, '0')).join(':')
const switchMac = (place: number) => `00:1a:a1:${octets(0, place >> 8, place & 255)}`
export const endpointMac = (place: number, number: number) => `00:1b:21:${octets(place >> 8, place & 255, number)}`

/** By the last octet, as ports are. */
const vlanOf = (mac: string) => 10 + (Number.parseInt(mac.slice(-2), 16) % 3) * 10

type Place = { place: number; name: string; parent: Place | undefined; children: Place[] }

/**
 * Returns the observations of such a network by a scan: each switch with its LLDP neighbors and its forwarding table.
 */
export function officeSwitches(office: Office): (Partial<ObservationInput> & { name: string })[] {
  const all: Place[] = []
  const add = (name: string, parent?: Place): Place => {
    const made: Place = { place: all.length + 1, name: `${office.site ?? ''}${name}`, parent, children: [] }
    parent?.children.push(made)
    all.push(made)
    return made
  }
  const core = add('core-1')
  for (let d = 1; d <= office.distribution; d++) {
    const middle = add(`dist-${d}`, core)
    for (let a = 1; a <= office.access; a++) add(`access-${d}-${a}`, middle)
  }
  const macsBelow = new Map<Place, string[]>()
  for (const each of all.toReversed()) {
    const own = each.name.includes('access')
      ? Array.from({ length: office.endpoints }, (_, at) => endpointMac(each.place, at))
      : []
    macsBelow.set(each, [...own, ...each.children.flatMap((child) => macsBelow.get(child) ?? [])])
  }
  return all.map((each) => observed(each, macsBelow, office))
}

const accessPorts = 24
const portTo = (child: Place) => `Te1/1/${child.parent ? child.parent.children.indexOf(child) + 1 : 0}`

function observed(own: Place, macsBelow: ReadonlyMap<Place, string[]>, office: Office) {
  const { place, name, parent, children } = own
  const isAccess = children.length === 0
  const uplink = 'Te1/0/1'
  const lldp = (port: string, to: Place, remotePort: string): Neighbor => ({
    port,
    protocol: 'lldp',
    name: to.name,
    chassisId: switchMac(to.place),
    macAddress: switchMac(to.place),
    remotePort,
    capabilities: ['bridge'],
  })
  const forwarded = (port: string, macs: readonly string[]): Neighbor[] =>
    macs.map((macAddress) => ({ port, protocol: 'forwarding', macAddress, vlan: vlanOf(macAddress) }))
  const up = (port: string, speedBps: number, more = {}) => ({
    name: port,
    type: 'ethernetCsmacd',
    operStatus: 'up' as const,
    speedBps,
    ...more,
  })
  const atPorts = isAccess
    ? (macsBelow.get(own) ?? []).flatMap((mac, at) => forwarded(`Gi1/0/${(at % accessPorts) + 1}`, [mac]))
    : []
  const seenUp = parent
    ? (macsBelow.get(parent) ?? []).filter((mac) => !(macsBelow.get(own) ?? []).includes(mac)).slice(0, 300)
    : []
  const address = `10.20.${place >> 8}.${place & 255}`
  const network: Network = {
    hostname: name,
    ipAddress: address,
    macAddress: switchMac(place),
    interfaces: [
      ...(isAccess
        ? Array.from({ length: accessPorts }, (_, at) =>
            up(`Gi1/0/${at + 1}`, 1e9, {
              vlan: 10 + (at % 3) * 10,
              index: at + 1,
              ...(at >= office.endpoints ? { operStatus: 'down' as const, speedBps: 0 } : {}),
            }),
          )
        : []),
      ...(parent ? [up(uplink, 1e10)] : []),
      ...children.map((child) => up(portTo(child), 1e10)),
    ],
    neighbors: [
      ...(parent ? [lldp(uplink, parent, portTo(own)), ...forwarded(uplink, seenUp)] : []),
      ...children.flatMap((child) => [
        lldp(portTo(child), child, uplink),
        ...forwarded(portTo(child), macsBelow.get(child) ?? []),
      ]),
      ...atPorts,
    ],
  }
  const serialNumber = `FOC${String(place).padStart(8, '0')}`
  return {
    name,
    type: 'network-device' as const,
    identity: {
      hostname: name,
      manufacturer: 'Cisco',
      serialNumber,
      macAddresses: [switchMac(place)],
      ipAddresses: [address],
    },
    hardware: { system: { manufacturer: 'Cisco', model: isAccess ? 'C9200-24T' : 'C9500-40X', serialNumber } },
    network,
  }
}

/** A computer that hangs at a port of an access switch, by the place of that among all. */
export const officeComputer = (
  place: number,
  number: number,
): { name: string; identity: ObservationInput['identity'] } => ({
  name: `pc-${place}-${number}`,
  identity: { hostname: `pc-${place}-${number}`, macAddresses: [endpointMac(place, number)] },
})

/** The observation of a switch with access points at some of its ports, and one wireless client behind each. */
export function withAccessPoints(
  observation: (Partial<ObservationInput> & { name: string }) | undefined,
  names: Record<string, string>,
): Partial<ObservationInput> & { name: string } {
  const neighbors = Object.entries(names).flatMap(([port, name], at): Neighbor[] => {
    const mac = `00:1c:57:00:00:${octets(at)}`
    return [
      { port, name, protocol: 'lldp', chassisId: mac, macAddress: mac, capabilities: ['bridge', 'wlanAccessPoint'] },
      { port, protocol: 'forwarding', macAddress: mac, vlan: 10 },
      { port, protocol: 'forwarding', macAddress: `00:1c:57:00:01:${octets(at)}`, vlan: 30 },
    ]
  })
  const network = { ...observation?.network }
  return { name: '', ...observation, network: { ...network, neighbors: [...(network.neighbors ?? []), ...neighbors] } }
}
