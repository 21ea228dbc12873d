import {
  type Topology,
  type TopologyEndpoint,
  type TopologyLink,
  type TopologyNode,
  type TopologyPort,
  topologyMax,
} from '@rollcall/shared/api/topology.ts'
import type { Layer2Map } from './build-map.ts'
import type { End, Link } from './links.ts'
import type { Endpoint } from './locate-endpoints.ts'
import type { SwitchFacts } from './switch-facts.ts'

/** Converts the map to the API form. */
export function topologyOf(map: Layer2Map, { builtAt, truncated }: Pick<Topology, 'builtAt' | 'truncated'>): Topology {
  const atNode = Map.groupBy(map.endpoints, ({ at }) => at.node)
  const links = map.links.slice(0, topologyMax.links)
  const ends = Map.groupBy(
    links.flatMap(({ a, b }) => [a, b]),
    ({ node }) => node,
  )
  const counted = (id: string) => {
    const hanging = atNode.get(id) ?? []
    return { type: map.typeOf(id), endpoints: hanging.length, ports: portsOf(hanging, ends.get(id) ?? [], map) }
  }
  const byId = new Map(map.switches.map((each) => [each.device.id, each]))
  return {
    nodes: [
      ...map.switches.map((facts) => ({ ...switchNode(facts), ...counted(facts.device.id) })),
      ...map.unread.slice(0, topologyMax.heardOf).map(
        (unreadSwitch): TopologyNode => ({
          ...unread(unreadSwitch.id, 'heard-of'),
          name: unreadSwitch.device?.name ?? unreadSwitch.name ?? null,
          device: unreadSwitch.device ? deviceOf(unreadSwitch.device) : null,
          ...counted(unreadSwitch.id),
        }),
      ),
      ...map.unmanaged.map((id) => ({ ...unread(id, 'unmanaged'), ...counted(id) })),
    ],
    links: links.map((link) => linkOf(link, byId)),
    endpoints: map.endpoints.length,
    truncated,
    builtAt,
  }
}

/** Lists the endpoints in the order of the API. */
export function endpointsOf({ endpoints, switches }: Layer2Map): TopologyEndpoint[] {
  const addressOf = addressesOf(switches)
  return endpoints.map((endpoint) => shown(endpoint, addressOf)).sort(byNodeAndPort)
}

const unread = (id: string, kind: TopologyNode['kind']) => ({
  id,
  kind,
  name: null,
  device: null,
  portsTotal: 0,
  portsUp: 0,
})

function switchNode({ device, sockets }: SwitchFacts) {
  return {
    id: device.id,
    kind: 'switch' as const,
    name: device.name,
    device: deviceOf(device),
    portsTotal: sockets.total,
    portsUp: sockets.up,
  }
}

const deviceOf = ({ id, ipAddress, manufacturer, model, segmentId }: SwitchFacts['device']) => ({
  id,
  ipAddress,
  manufacturer,
  model,
  segmentId,
})

function portsOf(hanging: readonly Endpoint[], ends: readonly End[], map: Layer2Map): TopologyPort[] {
  const byPort = Map.groupBy(hanging, ({ at }) => at.port)
  const linked = new Set(ends.map(({ port }) => port))
  const names = new Set([...byPort.keys(), ...linked])
  return [...names]
    .filter((name) => name !== undefined)
    .sort(inNumbers)
    .map((name) => {
      const at = byPort.get(name) ?? []
      return {
        name,
        role: linked.has(name) || at.some((each) => map.isUplink(each.at)) ? 'uplink' : 'access',
        endpoints: at.length,
        type: most(at.map(({ device }) => device?.type)),
        vlan: most(at.map(({ vlan }) => vlan)),
        segmentId: most(at.map(({ device }) => device?.segmentId)),
      }
    })
}

/** Returns the most frequent value; the first one if several are equally frequent. */
function most<T>(values: readonly (T | null | undefined)[]): T | null {
  const counts = new Map<T, number>()
  for (const value of values) if (value != null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
}

function linkOf({ a, b, sources, confidence }: Link, byId: ReadonlyMap<string, SwitchFacts>): TopologyLink {
  const ports = [a, b].map(({ node, port }) => byId.get(node)?.ports.get(port ?? ''))
  const speeds = ports.flatMap((port) => port?.speedBps ?? [])
  return {
    a: { node: a.node, port: a.port ?? null },
    b: { node: b.node, port: b.port ?? null },
    speedBps: speeds.length > 0 ? Math.min(...speeds) : null,
    cables: Math.max(1, ...ports.map((port) => port?.members.length ?? 0)),
    sources,
    confidence,
  }
}

function addressesOf(switches: readonly SwitchFacts[]): (mac: string | undefined) => string | undefined {
  const routers = switches.filter(({ addresses }) => addresses.size > 0)
  return (mac) => routers.map(({ addresses }) => addresses.get(mac ?? '')).find((address) => address !== undefined)
}

function shown(
  { at, mac, vlan, announced, device }: Endpoint,
  addressOf: (mac: string | undefined) => string | undefined,
): TopologyEndpoint {
  return {
    node: at.node,
    port: at.port ?? null,
    name: device?.name ?? announced?.name ?? null,
    macAddress: mac ?? null,
    ipAddress: device?.ipAddress ?? announced?.ipAddress ?? addressOf(mac) ?? null,
    vlan: vlan ?? null,
    device: device ? { id: device.id, name: device.name, type: device.type, segmentId: device.segmentId } : null,
  }
}

const collator = new Intl.Collator('en', { numeric: true })
/** Sorts `Gi1/0/2` before `Gi1/0/10`. */
const inNumbers = (one: string, other: string): number => collator.compare(one, other)

const byNodeAndPort = (one: TopologyEndpoint, other: TopologyEndpoint): number =>
  inNumbers(one.node, other.node) ||
  inNumbers(one.port ?? '', other.port ?? '') ||
  inNumbers(one.name ?? '', other.name ?? '') ||
  inNumbers(one.macAddress ?? '', other.macAddress ?? '')
