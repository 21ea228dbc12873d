import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import type { Layer2Map } from '../build-map.ts'
import type { End, Link } from '../links.ts'
import type { Endpoint } from '../locate-endpoints.ts'

/** A device or a MAC at a port of a switch. */
export type MapConnection = {
  switchId: string | null
  switchName: string | null
  port: string | null
  vlan: number | null
  mac: string
  deviceId: string | null
}

/** Maximum number of stored connections of a site. */
const connectionsMax = 200_000

/** Lists what is connected to each port: the endpoints of the map, and the switches at the ends of its links. */
export function connectionsOf(map: Layer2Map): MapConnection[] {
  const nodes = nodesOf(map)
  const ofLinks = map.links.flatMap(({ a, b }) => [...linkEnd(nodes, a, b), ...linkEnd(nodes, b, a)])
  const ofEndpoints = map.endpoints.flatMap((endpoint) => endpointConnection(nodes, endpoint))
  return [...ofLinks, ...ofEndpoints].slice(0, connectionsMax)
}

/** A node as the switch of a connection, and its MACs if a switch only shows by them. */
type Node = { switchId: string | null; switchName: string | null; macs: readonly string[] }
type Nodes = ReadonlyMap<string, Node>

function nodesOf({ switches, unread, unmanaged }: Layer2Map): Nodes {
  return new Map<string, Node>([
    ...switches.map(({ device: { id } }) => [id, { switchId: id, switchName: null, macs: [] }] as const),
    ...unread.map(
      ({ id, device, name, macs }) =>
        [id, { switchId: device?.id ?? null, switchName: device?.name ?? name ?? null, macs: [...macs] }] as const,
    ),
    ...unmanaged.map((id) => [id, { switchId: null, switchName: null, macs: [] }] as const),
  ])
}

/** The node `to` at the port `from`. A switch without a port is no answer to where something is connected. */
function linkEnd(nodes: Nodes, from: Link['a'], to: Link['b']): MapConnection[] {
  const connected = nodes.get(to.node)
  if (from.port === undefined || !connected) return []
  const macs = connected.macs.length > 0 ? connected.macs : connected.switchId === null ? [] : [undefined]
  return macs.map((mac) => ({ ...portOf(nodes, from), vlan: null, mac: digitsOf(mac), deviceId: connected.switchId }))
}

function endpointConnection(nodes: Nodes, { at, mac, vlan, announced, device }: Endpoint): MapConnection[] {
  const digits = digitsOf(mac ?? normaliseMac(announced?.chassisId ?? ''))
  if (digits === '' && !device) return []
  return [{ ...portOf(nodes, at), vlan: vlan ?? null, mac: digits, deviceId: device?.id ?? null }]
}

function portOf(nodes: Nodes, { node, port }: End): Pick<MapConnection, 'switchId' | 'switchName' | 'port'> {
  const { switchId, switchName } = nodes.get(node) ?? { switchId: null, switchName: null }
  return { switchId, switchName, port: port ?? null }
}

/** Digits of a MAC without separators, the form in which connections are searched. */
export const digitsOf = (mac = ''): string => mac.replaceAll(':', '')
