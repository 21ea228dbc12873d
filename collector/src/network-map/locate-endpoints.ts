import { dayMs } from '@rollcall/shared/durations.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { MapDevice } from '../devices/neighbors/neighbor-devices.ts'
import type { AnnouncedEndpoint } from './announced-links.ts'
import { type End, endKey, type Link } from './links.ts'
import type { SwitchFacts } from './switch-facts.ts'

/** What hangs at a port and is no switch. */
export type Endpoint = {
  /** The switch and its port; the port is undefined where it is somewhere behind that switch. */
  at: End
  mac: string | undefined
  vlan: number | undefined
  /** What it told of itself, where it did. */
  told: Neighbor | undefined
  device: MapDevice | undefined
}

/** A port of a switch, and how many MACs that are no switch's it forwards to. */
type Spot = { place: number; end: End; macs: number; isUplink: boolean; lookedAtMs: number }

/** A port with more MACs than this leads to other switches, though none of them is known. */
const manyMacs = 64
/** A look that is this much older than another's is of a time when the machine may have been elsewhere. */
const staleMs = dayMs

type Given = {
  switches: readonly SwitchFacts[]
  links: readonly Link[]
  /** Ports at which some other switch's MAC is heard. */
  isTowardsSwitch: (end: End) => boolean
  isOfSwitch: (mac: string) => boolean
  told: readonly AnnouncedEndpoint[]
}

/**
 * Every MAC at one port: that which it told of itself at, or else the access port that is nearest to it. All switches on
 * the way have it at an uplink, and what is nearest to it has the fewest others there.
 */
export function locateEndpoints(given: Given): Endpoint[] {
  const { switches, links, told } = given
  const otherEnd = new Map(links.flatMap(({ a, b }) => [[endKey(a), b] as const, [endKey(b), a] as const]))
  const spots = spotsOf(given, otherEnd)
  const toldMacs = new Set(told.map(({ announcement }) => announcement.neighbor.macAddress))
  const vlanAt = (mac: string, { place, end }: Pick<Spot, 'place' | 'end'>): number | undefined => {
    const { heard, ports } = switches[place] as SwitchFacts
    return heard.get(end.port ?? '')?.get(mac) ?? ports.get(end.port ?? '')?.vlan
  }
  const placeOf = new Map(switches.map(({ device }, place) => [device.id, place]))
  const placed = told.map(({ node, announcement: { port, neighbor, device } }): Endpoint => {
    const mac = neighbor.macAddress
    const end = { node, port }
    const vlan = mac === undefined ? undefined : vlanAt(mac, { place: placeOf.get(node) ?? 0, end })
    return { at: end, mac, vlan: vlan ?? neighbor.vlan, told: neighbor, device }
  })
  for (const [mac, seen] of spots) {
    if (toldMacs.has(mac)) continue
    const best = nearest(seen)
    // Nobody has it at an access port: it is at what is behind the port, of which no scan has read that it forwards to it.
    const behind = best.isUplink ? otherEnd.get(endKey(best.end)) : undefined
    const isBehind = behind && !seen.some(({ end }) => end.node === behind.node)
    const at = isBehind ? { node: behind.node, port: undefined } : best.end
    placed.push({ at, mac, vlan: vlanAt(mac, best), told: undefined, device: undefined })
  }
  return placed
}

/** Where each MAC is heard. */
function spotsOf({ switches, isOfSwitch, isTowardsSwitch }: Given, linked: ReadonlyMap<string, End>) {
  const found = new Map<string, [Spot, ...Spot[]]>()
  for (const [place, { device, heard, lookedAt }] of switches.entries()) {
    for (const [port, macs] of heard) {
      const end = { node: device.id, port }
      const spot = { place, end, macs: 0, isUplink: false, lookedAtMs: Date.parse(lookedAt) }
      for (const mac of macs.keys()) {
        if (isOfSwitch(mac)) continue
        spot.macs++
        const known = found.get(mac)
        if (known) known.push(spot)
        else found.set(mac, [spot])
      }
      spot.isUplink = linked.has(endKey(end)) || isTowardsSwitch(end) || spot.macs > manyMacs
    }
  }
  return found
}

function nearest(seen: readonly [Spot, ...Spot[]]): Spot {
  const newest = seen.reduce((time, { lookedAtMs }) => Math.max(time, lookedAtMs), 0)
  const isStale = ({ lookedAtMs }: Spot) => newest - lookedAtMs > staleMs
  return seen.reduce((best, spot) => (compare(spot, best, isStale) < 0 ? spot : best))
}

const compare = (one: Spot, other: Spot, isStale: (spot: Spot) => boolean): number =>
  Number(isStale(one)) - Number(isStale(other)) ||
  Number(one.isUplink) - Number(other.isUplink) ||
  one.macs - other.macs ||
  other.lookedAtMs - one.lookedAtMs ||
  one.place - other.place
