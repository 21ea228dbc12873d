import type { TopologyNode } from '@rollcall/shared/api/topology.ts'
import { announcedLinks, ownersOf, type UnreadSwitch } from './announced-links.ts'
import { findTowards, forwardingLinks } from './forwarding-links.ts'
import { type End, endKey, type Link } from './links.ts'
import { type Endpoint, locateEndpoints } from './locate-endpoints.ts'
import { withUnmanaged } from './shared-media.ts'
import type { SwitchFacts } from './switch-facts.ts'

/** A layer 2 network, built from the data of its switches. */
export type Layer2Map = {
  switches: readonly SwitchFacts[]
  unread: UnreadSwitch[]
  /** Ids of inferred switches: nothing announces them, but several ports meet through each. */
  unmanaged: string[]
  links: Link[]
  endpoints: Endpoint[]
  isUplink: (end: End) => boolean
  typeOf: (node: string) => TopologyNode['type']
}

export function buildMap(switches: readonly SwitchFacts[]): Layer2Map {
  const announced = announcedLinks(switches)
  const owners = ownersOf(switches)
  const towards = findTowards(switches, owners)
  const derived = forwardingLinks(switches, towards, announced.links)
  const { links, unmanaged } = withUnmanaged([...announced.links, ...derived])
  const unreadMacs = new Set(announced.unread.flatMap(({ macs }) => [...macs]))
  const linked = new Set(links.flatMap(({ a, b }) => [endKey(a), endKey(b)]))
  const leading = portsTowards(switches, (mac) => owners.has(mac) || unreadMacs.has(mac))
  const endpoints = locateEndpoints({
    switches,
    links,
    isTowardsSwitch: (end) => leading.has(endKey(end)),
    isOfSwitch: (mac) => owners.has(mac) || unreadMacs.has(mac),
    announced: announced.endpoints,
  })
  const isUplink = (end: End) => linked.has(endKey(end)) || leading.has(endKey(end))
  const radios = new Set(switches.filter(({ hasRadio }) => hasRadio).map(({ device }) => device.id))
  const typeOf = (node: string) => typeBy(announced.capabilities.get(node) ?? new Set(), radios.has(node))
  return { switches, unread: announced.unread, unmanaged, links, endpoints, isUplink, typeOf }
}

/** Tells access points and routers from switches. A switch that also routes is a switch. */
function typeBy(capabilities: ReadonlySet<string>, hasRadio: boolean): TopologyNode['type'] {
  if (hasRadio || capabilities.has('wlanAccessPoint')) return 'access-point'
  return capabilities.has('router') && !capabilities.has('bridge') ? 'router' : 'switch'
}

function portsTowards(switches: readonly SwitchFacts[], isOfSwitch: (mac: string) => boolean): Set<string> {
  const found = new Set<string>()
  for (const { device, forwarding, ownMacs } of switches) {
    for (const [port, macs] of forwarding) {
      for (const mac of macs.keys()) {
        if (!isOfSwitch(mac) || ownMacs.has(mac)) continue
        found.add(endKey({ node: device.id, port }))
        break
      }
    }
  }
  return found
}
