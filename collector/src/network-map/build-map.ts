import { announcedLinks, ownersOf, type UnreadSwitch } from './announced-links.ts'
import { findTowards, forwardingLinks } from './forwarding-links.ts'
import { type End, endKey, type Link } from './links.ts'
import { type Endpoint, locateEndpoints } from './locate-endpoints.ts'
import { withUnmanaged } from './shared-media.ts'
import type { SwitchFacts } from './switch-facts.ts'

/** A layer 2 network as its switches tell of it. */
export type Layer2Map = {
  switches: readonly SwitchFacts[]
  heardOf: UnreadSwitch[]
  /** Ids of switches of which all that is known is that others meet through them. */
  unmanaged: string[]
  links: Link[]
  endpoints: Endpoint[]
  isUplink: (end: End) => boolean
}

export function buildMap(switches: readonly SwitchFacts[]): Layer2Map {
  const announced = announcedLinks(switches)
  const owners = ownersOf(switches)
  const towards = findTowards(switches, owners)
  const derived = forwardingLinks(switches, towards, announced.links)
  const { links, unmanaged } = withUnmanaged([...announced.links, ...derived])
  const heardMacs = new Set(announced.heardOf.flatMap(({ macs }) => [...macs]))
  const linked = new Set(links.flatMap(({ a, b }) => [endKey(a), endKey(b)]))
  const leading = portsTowards(switches, (mac) => owners.has(mac) || heardMacs.has(mac))
  const endpoints = locateEndpoints({
    switches,
    links,
    isTowardsSwitch: (end) => leading.has(endKey(end)),
    isOfSwitch: (mac) => owners.has(mac) || heardMacs.has(mac),
    told: announced.endpoints,
  })
  const isUplink = (end: End) => linked.has(endKey(end)) || leading.has(endKey(end))
  return { switches, heardOf: announced.heardOf, unmanaged, links, endpoints, isUplink }
}

function portsTowards(switches: readonly SwitchFacts[], isOfSwitch: (mac: string) => boolean): Set<string> {
  const found = new Set<string>()
  for (const { device, heard, ownMacs } of switches) {
    for (const [port, macs] of heard) {
      for (const mac of macs.keys()) {
        if (!isOfSwitch(mac) || ownMacs.has(mac)) continue
        found.add(endKey({ node: device.id, port }))
        break
      }
    }
  }
  return found
}
