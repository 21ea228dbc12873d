import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import type { GlpiContent, GlpiItem } from './glpi-schema.ts'
import { interfaceTypeOf, natural, prefixLengthOf } from './glpi-values.ts'

const isPresent = <T>(value: T | undefined): value is T => value !== undefined

/** Converts the network of a document. undefined if it has no section about it. */
export function networkOf(content: GlpiContent): Network | undefined {
  if (content.network_device || content.network_ports) return ofDevice(content)
  return content.networks ? ofComputer(content) : undefined
}

function ofDevice({ network_device: device, network_ports: ports = [] }: GlpiContent): Network {
  const ips = (device?.ips ?? []).filter(isPresent)
  const interfaces = ports.map(portOf)
  return {
    hostname: device?.name,
    ipAddress: ips.find((ip) => ip !== '127.0.0.1') ?? ips[0],
    macAddress: device?.mac,
    interfaces,
    neighbors: ports.flatMap((port, index) => neighborsOf(port, interfaces[index]?.name ?? '')),
    services: [],
  }
}

type Port = GlpiItem<'network_ports'>

/** Interface states of IF-MIB (RFC 2863), by number. */
const statuses = ['up', 'down', 'testing', 'unknown', 'dormant', 'notPresent', 'lowerLayerDown'] as const
const adminStatuses = ['up', 'down', 'testing'] as const

function portOf(port: Port, index: number): NetworkInterface {
  return {
    name: port.ifname ?? port.ifdescr ?? `port ${port.ifnumber ?? index + 1}`,
    index: natural(port.ifnumber),
    description: port.ifdescr,
    alias: port.ifalias,
    type: interfaceTypeOf(port.iftype),
    macAddress: port.mac,
    mtu: natural(port.ifmtu),
    speedBps: natural(port.ifspeed),
    adminStatus: adminStatuses[(port.ifinternalstatus ?? 0) - 1],
    operStatus: statuses[(port.ifstatus ?? 0) - 1],
    addresses: (port.ips ?? []).filter(isPresent).map((address) => ({ address })),
  }
}

/**
 * Converts the neighbors of a port. A neighbor from LLDP or CDP has a name or a port; a bare MAC is from the forwarding
 * table.
 */
function neighborsOf({ connections = [], lldp }: Port, port: string): Neighbor[] {
  return connections.map((other) => {
    const isAnnounced = lldp === true || other.sysname !== undefined || other.ifdescr !== undefined
    return {
      port,
      protocol: isAnnounced ? ('lldp' as const) : ('forwarding' as const),
      name: other.sysname,
      macAddress: other.sysmac ?? other.mac,
      ipAddress: other.ip,
      remotePort: other.ifdescr,
    }
  })
}

type Row = GlpiItem<'networks'>

function ofComputer({ networks = [], hardware, operatingsystem: os }: GlpiContent): Network {
  const main = networks.find(({ ipgateway, ipaddress }) => ipgateway !== undefined && ipaddress !== undefined)
  const gateways = [normaliseIp(hardware?.defaultgateway ?? ''), ...networks.map(({ ipgateway }) => ipgateway)]
  const dnsServers = (hardware?.dns ?? '').split(/[/,;\s]+/).map(normaliseIp)
  return {
    hostname: hardware?.name,
    domain: os?.dns_domain ?? hardware?.workgroup,
    ipAddress: main?.ipaddress,
    macAddress: main?.mac,
    defaultGateways: [...new Set(gateways.filter(isPresent))].slice(0, 16),
    dnsServers: [...new Set(dnsServers.filter(isPresent))].slice(0, 16),
    interfaces: [...Map.groupBy(networks, interfaceKey).values()].map(interfaceOf),
    services: [],
  }
}

/** Key of an interface: an agent writes a row for each of its addresses. */
const interfaceKey = ({ description, mac }: Row): string => `${description ?? ''} ${mac ?? ''}`

function interfaceOf(rows: readonly Row[]): NetworkInterface {
  const [first = rows[0]] = rows
  const speed = rows.find((row) => row.speed !== undefined)?.speed
  return {
    name: first?.description ?? first?.mac ?? 'unknown',
    type: first?.type,
    macAddress: first?.mac,
    mtu: natural(first?.mtu),
    // The document gives Mbit/s.
    speedBps: speed === undefined || speed < 0 ? undefined : speed * 1_000_000,
    operStatus: first?.status?.toLowerCase() === 'up' ? 'up' : first?.status === undefined ? undefined : 'down',
    virtual: first?.virtualdev,
    addresses: rows.flatMap((row) => [
      ...(row.ipaddress === undefined ? [] : [{ address: row.ipaddress, prefixLength: prefixLengthOf(row.ipmask) }]),
      ...(row.ipaddress6 === undefined ? [] : [{ address: row.ipaddress6, prefixLength: prefixLengthOf(row.ipmask6) }]),
    ]),
  }
}
