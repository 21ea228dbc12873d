import { createHash } from 'node:crypto'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import type { MapDevice } from '../devices/neighbors/neighbor-devices.ts'
import { confidence, type Link } from './links.ts'
import { type Announcement, portOfNeighbor, type SwitchFacts } from './switch-facts.ts'

/** A switch that others announce and that no scan has read. */
export type UnreadSwitch = { id: string; device: MapDevice | undefined; name: string | undefined; macs: Set<string> }

/** A device that announces itself and is not a switch. It is connected to exactly this port. */
export type AnnouncedEndpoint = { node: string; announcement: Announcement }

/** One end of a link: the neighbor at a port, and the neighbor's own port. */
type Meeting = {
  from: string
  /** Empty if the neighbor is behind another switch. */
  port: string
  to: string
  toPort: string | undefined
  protocol: Neighbor['protocol']
  passedOn?: true
}

/** Capabilities that the neighbors of a node report. */
type Capabilities = ReadonlySet<string>

type Announced = {
  links: Link[]
  unread: UnreadSwitch[]
  endpoints: AnnouncedEndpoint[]
  capabilities: ReadonlyMap<string, Capabilities>
}

/** Builds links from LLDP, CDP and similar announcements. A link announced by both ends is listed once. */
export function announcedLinks(switches: readonly SwitchFacts[]): Announced {
  const byId = new Map(switches.map((each) => [each.device.id, each]))
  const owners = ownersOf(switches)
  const unread = new Map<string, UnreadSwitch>()
  const endpoints: AnnouncedEndpoint[] = []
  const meetings: Meeting[] = []
  const capabilities = new Map<string, Set<string>>()
  for (const { device, announced } of switches) {
    for (const announcement of announced) {
      const { port, neighbor } = announcement
      const to = nodeOf(announcement, owners, unread)
      if (to === undefined) endpoints.push({ node: device.id, announcement })
      else if (to !== device.id) {
        const existing = byId.get(to)
        const toPort = existing ? portOfNeighbor(existing, neighbor) : neighbor.remotePort
        for (const capability of neighbor.capabilities ?? [])
          capabilities.set(to, (capabilities.get(to) ?? new Set()).add(capability))
        meetings.push({ from: device.id, port, to, toPort, protocol: neighbor.protocol })
      }
    }
  }
  return { links: joined(throughOthers(meetings)), unread: [...unread.values()], endpoints, capabilities }
}

/** Returns the switch of each MAC; undefined if several switches have it. */
export function ownersOf(switches: readonly SwitchFacts[]): ReadonlyMap<string, string | undefined> {
  const owners = new Map<string, string | undefined>()
  for (const { device, ownMacs } of switches) {
    for (const mac of ownMacs) owners.set(mac, owners.has(mac) && owners.get(mac) !== device.id ? undefined : device.id)
  }
  return owners
}

const macsOf = ({ chassisId = '', macAddress }: Neighbor): string[] =>
  [normaliseMac(chassisId), macAddress].filter((mac) => mac !== undefined)

/** Returns the node of a neighbor; undefined if it is not a switch. */
function nodeOf(
  { neighbor, device }: Announcement,
  owners: ReadonlyMap<string, string | undefined>,
  unread: Map<string, UnreadSwitch>,
): string | undefined {
  const macs = macsOf(neighbor)
  const owner = macs.map((mac) => owners.get(mac)).find((id) => id !== undefined)
  if (owner !== undefined) return owner
  if (device && device.type !== 'network-device') return undefined
  if (!device && !isSwitch(neighbor)) return undefined
  const id = device?.id ?? unreadSwitchId(neighbor)
  if (id === undefined) return undefined
  const unreadSwitch: UnreadSwitch = unread.get(id) ?? { id, device, name: undefined, macs: new Set() }
  unreadSwitch.name ??= neighbor.name
  for (const mac of macs) unreadSwitch.macs.add(mac)
  unread.set(id, unreadSwitch)
  return id
}

function unreadSwitchId({ chassisId, macAddress, name }: Neighbor): string | undefined {
  const identifier = chassisId ?? macAddress ?? name
  return identifier && `heard-${createHash('sha256').update(identifier).digest('hex').slice(0, 24)}`
}

/**
 * Reports whether a neighbor is a switch or an access point. A phone forwards frames too but counts as an endpoint. Only switches send FDP
 * and EDP.
 */
function isSwitch({ protocol, capabilities = [] }: Neighbor): boolean {
  if (protocol === 'fdp' || protocol === 'edp') return true
  const has = (...wanted: string[]) => capabilities.some((each) => wanted.includes(each))
  return has('bridge', 'router', 'repeater', 'wlanAccessPoint') && !has('telephone', 'stationOnly')
}

/**
 * Handles announcements that passed through other switches. LLDP goes no further than the next bridge (IEEE 802.1AB,
 * nearest bridge), but switches pass on announcements of protocols they do not support. So a neighbor seen beside an
 * LLDP neighbor on the same port is behind that one.
 */
function throughOthers(meetings: readonly Meeting[]): Meeting[] {
  const nearest = new Map<string, Set<string>>()
  const portKey = ({ from, port }: Meeting) => JSON.stringify([from, port])
  for (const meeting of meetings.filter(({ protocol }) => protocol === 'lldp')) {
    nearest.set(portKey(meeting), (nearest.get(portKey(meeting)) ?? new Set()).add(meeting.to))
  }
  const withPorts = meetings.map((meeting) => {
    const next = nearest.get(portKey(meeting)) ?? new Set()
    const [one] = next
    if (one === undefined || meeting.protocol === 'lldp' || next.has(meeting.to)) return meeting
    return { ...meeting, from: one, port: '', passedOn: true as const }
  })
  // Announcements between the two switches in the middle are more precise.
  const existing = new Set(meetings.map(({ from, to }) => JSON.stringify([from, to])))
  return withPorts.filter(
    (meeting) =>
      !meeting.passedOn ||
      !(
        existing.has(JSON.stringify([meeting.from, meeting.to])) ||
        existing.has(JSON.stringify([meeting.to, meeting.from]))
      ),
  )
}

/** Joins the two announcements of one link. A link that only one end announces stays as it is. */
function joined(meetings: readonly Meeting[]): Link[] {
  const sides = Map.groupBy(meetings, ({ from, to }) => JSON.stringify([from, to]))
  const links: Link[] = []
  for (const [key, side] of sides) {
    const [from = '', to = ''] = JSON.parse(key) as [string, string]
    const back = sides.get(JSON.stringify([to, from]))
    if (back && from > to) continue
    links.push(...pairUp(onePerPort(side), back ? onePerPort(back) : []))
  }
  return links
}

type OnPort = { meeting: Meeting; sources: Neighbor['protocol'][]; toPort: string | undefined }

/**
 * Merges the announcements of a neighbor at one port. With both LLDP and CDP it appears once for each port, or once for
 * each member of an aggregate.
 */
function onePerPort(meetings: readonly Meeting[]): OnPort[] {
  return [...Map.groupBy(meetings, ({ port }) => port).values()].flatMap((same) => {
    const [meeting] = same
    const toPort = same.find((each) => each.toPort !== undefined)?.toPort
    return meeting ? [{ meeting, sources: [...new Set(same.map(({ protocol }) => protocol))], toPort }] : []
  })
}

function pairUp(near: readonly OnPort[], far: readonly OnPort[]): Link[] {
  const open = new Set(far)
  const byPort = Map.groupBy(far, ({ meeting }) => meeting.port)
  const byToPort = Map.groupBy(far, ({ toPort = '' }) => toPort)
  // Ports without a name cannot be distinguished.
  const firstOpen = (all: readonly OnPort[] = []) => all.find((each) => open.has(each))
  const links = near.map((one) => {
    const other =
      (one.toPort ? firstOpen(byPort.get(one.toPort)) : undefined) ??
      (one.meeting.port ? firstOpen(byToPort.get(one.meeting.port)) : undefined)
    if (other) open.delete(other)
    return { one, other }
  })
  // If one link is left on each side and neither names the other's port, the two are one link.
  const alone = links.filter(({ other }) => !other)
  const [last, ...more] = open
  const [only] = alone
  if (last && more.length === 0 && only && alone.length === 1 && !only.one.toPort && !last.toPort) {
    only.other = last
    open.clear()
  }
  return [...links.map(({ one, other }) => linkOf(one, other)), ...[...open].map((one) => linkOf(one, undefined))]
}

function linkOf({ meeting, sources, toPort }: OnPort, other: OnPort | undefined): Link {
  const oneSided = meeting.passedOn ? confidence.passedOn : confidence.oneAnnounced
  return {
    a: { node: meeting.from, port: meeting.port || undefined },
    b: { node: meeting.to, port: other ? other.meeting.port || undefined : toPort },
    sources: [...new Set([...sources, ...(other?.sources ?? [])])],
    confidence: other ? confidence.bothAnnounced : oneSided,
  }
}
