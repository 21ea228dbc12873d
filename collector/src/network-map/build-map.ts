import type { TopologyNode } from '@rollcall/shared/api/topology.ts'
import { createPause, type Pause } from '../lib/in-turns.ts'
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

/** Builds the map of a site, in turns with other work. */
export async function buildMap(switches: readonly SwitchFacts[]): Promise<Layer2Map> {
  const pause = createPause()
  const announced = announcedLinks(switches)
  const owners = ownersOf(switches)
  await pause()
  const towards = await findTowards(switches, owners, pause)
  const derived = await forwardingLinks(switches, towards, announced.links, pause)
  const { links, unmanaged } = withUnmanaged([...announced.links, ...derived])
  const unreadMacs = new Set(announced.unread.flatMap(({ macs }) => [...macs]))
  const linked = new Set(links.flatMap(({ a, b }) => [endKey(a), endKey(b)]))
  await pause()
  const leading = await portsTowards(switches, (mac) => owners.has(mac) || unreadMacs.has(mac), pause)
  const endpoints = await locateEndpoints({
    switches,
    links,
    isTowardsSwitch: (end) => leading.has(endKey(end)),
    isOfSwitch: (mac) => owners.has(mac) || unreadMacs.has(mac),
    announced: announced.endpoints,
    pause,
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

async function portsTowards(
  switches: readonly SwitchFacts[],
  isOfSwitch: (mac: string) => boolean,
  pause: Pause,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { device, forwarding, ownMacs } of switches) {
    await pause()
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
