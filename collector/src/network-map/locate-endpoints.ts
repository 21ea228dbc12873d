import { dayMs } from '@rollcall/shared/durations.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { MapDevice } from '../devices/neighbors/neighbor-devices.ts'
import { inTurns, type Pause } from '../lib/in-turns.ts'
import type { AnnouncedEndpoint } from './announced-links.ts'
import { type End, endKey, type Link } from './links.ts'
import type { SwitchFacts } from './switch-facts.ts'

/** A host connected to a port; not a switch. */
export type Endpoint = {
  /** The switch and its port; the port is undefined if the endpoint is somewhere behind that switch. */
  at: End
  mac: string | undefined
  vlan: number | undefined
  /** Its own announcement, if there is one. */
  announced: Neighbor | undefined
  device: MapDevice | undefined
}

/** A port of a switch, with the number of MACs of non-switches that it forwards to. */
type Spot = { switchIndex: number; end: End; macs: number; isUplink: boolean; readAtMs: number }

/** A port with more MACs than this leads to other switches, even if none of them is in the map. */
const manyMacs = 64
/** Age difference from which a forwarding table is stale: the machine may have been elsewhere then. */
const staleMs = dayMs

type Given = {
  switches: readonly SwitchFacts[]
  links: readonly Link[]
  /** Reports whether a port has the MAC of another switch. */
  isTowardsSwitch: (end: End) => boolean
  isOfSwitch: (mac: string) => boolean
  announced: readonly AnnouncedEndpoint[]
  pause: Pause
}

/**
 * Locates each MAC at one port: the port of its own announcement, or else the nearest access port. The other switches
 * on the path have the MAC at an uplink, and the nearest port has the fewest other MACs.
 */
export async function locateEndpoints(given: Given): Promise<Endpoint[]> {
  const { switches, links, announced, pause } = given
  const otherEnd = new Map(links.flatMap(({ a, b }) => [[endKey(a), b] as const, [endKey(b), a] as const]))
  const spots = await spotsOf(given, otherEnd)
  const announcedMacs = new Set(announced.map(({ announcement }) => announcement.neighbor.macAddress))
  const vlanAt = (mac: string, { switchIndex, end }: Pick<Spot, 'switchIndex' | 'end'>): number | undefined => {
    const { forwarding, ports } = switches[switchIndex] as SwitchFacts
    return forwarding.get(end.port ?? '')?.get(mac) ?? ports.get(end.port ?? '')?.vlan
  }
  const indexOf = new Map(switches.map(({ device }, switchIndex) => [device.id, switchIndex]))
  const located = announced.map(({ node, announcement: { port, neighbor, device } }): Endpoint => {
    const mac = neighbor.macAddress
    const end = { node, port }
    const vlan = mac === undefined ? undefined : vlanAt(mac, { switchIndex: indexOf.get(node) ?? 0, end })
    return { at: end, mac, vlan: vlan ?? neighbor.vlan, announced: neighbor, device }
  })
  const locate = ([mac, seen]: [string, [Spot, ...Spot[]]]) => {
    if (announcedMacs.has(mac)) return
    const best = nearest(seen)
    // No access port has the MAC: it is behind the switch at the other end of this port, whose table does not list it.
    const behind = best.isUplink ? otherEnd.get(endKey(best.end)) : undefined
    const isBehind = behind && !seen.some(({ end }) => end.node === behind.node)
    const at = isBehind ? { node: behind.node, port: undefined } : best.end
    located.push({ at, mac, vlan: vlanAt(mac, best), announced: undefined, device: undefined })
  }
  await inTurns([...spots], locate, pause)
  return located
}

/** Lists the ports that have each MAC. */
async function spotsOf({ switches, isOfSwitch, isTowardsSwitch, pause }: Given, linked: ReadonlyMap<string, End>) {
  const found = new Map<string, [Spot, ...Spot[]]>()
  for (const [switchIndex, { device, forwarding, readAt }] of switches.entries()) {
    await pause()
    for (const [port, macs] of forwarding) {
      const end = { node: device.id, port }
      const spot = { switchIndex, end, macs: 0, isUplink: false, readAtMs: Date.parse(readAt) }
      for (const mac of macs.keys()) {
        if (isOfSwitch(mac)) continue
        spot.macs++
        const existing = found.get(mac)
        if (existing) existing.push(spot)
        else found.set(mac, [spot])
      }
      spot.isUplink = linked.has(endKey(end)) || isTowardsSwitch(end) || spot.macs > manyMacs
    }
  }
  return found
}

function nearest(seen: readonly [Spot, ...Spot[]]): Spot {
  const newest = seen.reduce((time, { readAtMs }) => Math.max(time, readAtMs), 0)
  const isStale = ({ readAtMs }: Spot) => newest - readAtMs > staleMs
  return seen.reduce((best, spot) => (compare(spot, best, isStale) < 0 ? spot : best))
}

const compare = (one: Spot, other: Spot, isStale: (spot: Spot) => boolean): number =>
  Number(isStale(one)) - Number(isStale(other)) ||
  Number(one.isUplink) - Number(other.isUplink) ||
  one.macs - other.macs ||
  other.readAtMs - one.readAtMs ||
  one.switchIndex - other.switchIndex
