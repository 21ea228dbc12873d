import { createHash } from 'node:crypto'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import { normaliseMac } from '@rollcall/shared/inventory/primitives.ts'
import type { MapDevice } from '../devices/neighbors/neighbor-devices.ts'
import { confidence, type Link } from './links.ts'
import { type Announcement, portMeant, type SwitchFacts } from './switch-facts.ts'

/** A switch of which others tell, and that no scan has read. */
export type UnreadSwitch = { id: string; device: MapDevice | undefined; name: string | undefined; macs: Set<string> }

/** A device that told of itself and is no switch: it hangs at that very port. */
export type AnnouncedEndpoint = { node: string; announcement: Announcement }

/** One end's knowledge of a link: who is met at a port, and at which port of theirs. */
type Meeting = {
  from: string
  /** Empty where it is met behind another switch. */
  port: string
  to: string
  toPort: string | undefined
  protocol: Neighbor['protocol']
  passedOn?: true
}

export type Announced = { links: Link[]; heardOf: UnreadSwitch[]; endpoints: AnnouncedEndpoint[] }

/** Links from what switches were told by LLDP, CDP and their like, each once whoever of the two told of it. */
export function announcedLinks(switches: readonly SwitchFacts[]): Announced {
  const byId = new Map(switches.map((each) => [each.device.id, each]))
  const owners = ownersOf(switches)
  const heardOf = new Map<string, UnreadSwitch>()
  const endpoints: AnnouncedEndpoint[] = []
  const meetings: Meeting[] = []
  for (const { device, announced } of switches) {
    for (const announcement of announced) {
      const { port, neighbor } = announcement
      const to = nodeOf(announcement, owners, heardOf)
      if (to === undefined) endpoints.push({ node: device.id, announcement })
      else if (to !== device.id) {
        const known = byId.get(to)
        const toPort = known ? portMeant(known, neighbor) : neighbor.remotePort
        meetings.push({ from: device.id, port, to, toPort, protocol: neighbor.protocol })
      }
    }
  }
  return { links: joined(throughOthers(meetings)), heardOf: [...heardOf.values()], endpoints }
}

/** The switch that has a MAC, where that is exactly one. */
export function ownersOf(switches: readonly SwitchFacts[]): ReadonlyMap<string, string | undefined> {
  const owners = new Map<string, string | undefined>()
  for (const { device, ownMacs } of switches) {
    for (const mac of ownMacs) owners.set(mac, owners.has(mac) && owners.get(mac) !== device.id ? undefined : device.id)
  }
  return owners
}

const macsOf = ({ chassisId = '', macAddress }: Neighbor): string[] =>
  [normaliseMac(chassisId), macAddress].filter((mac) => mac !== undefined)

/** The node that a neighbour is; undefined of one that is no switch. */
function nodeOf(
  { neighbor, device }: Announcement,
  owners: ReadonlyMap<string, string | undefined>,
  heardOf: Map<string, UnreadSwitch>,
): string | undefined {
  const macs = macsOf(neighbor)
  const owner = macs.map((mac) => owners.get(mac)).find((id) => id !== undefined)
  if (owner !== undefined) return owner
  if (device && device.type !== 'network-device') return undefined
  if (!device && !isSwitch(neighbor)) return undefined
  const id = device?.id ?? heardId(neighbor)
  if (id === undefined) return undefined
  const heard: UnreadSwitch = heardOf.get(id) ?? { id, device, name: undefined, macs: new Set() }
  heard.name ??= neighbor.name
  for (const mac of macs) heard.macs.add(mac)
  heardOf.set(id, heard)
  return id
}

function heardId({ chassisId, macAddress, name }: Neighbor): string | undefined {
  const told = chassisId ?? macAddress ?? name
  return told && `heard-${createHash('sha256').update(told).digest('hex').slice(0, 24)}`
}

/** A phone forwards frames as well, and yet is what hangs at the port. FDP and EDP are spoken by switches alone. */
function isSwitch({ protocol, capabilities = [] }: Neighbor): boolean {
  if (protocol === 'fdp' || protocol === 'edp') return true
  const has = (...wanted: string[]) => capabilities.some((each) => wanted.includes(each))
  return has('bridge', 'router', 'repeater') && !has('telephone', 'stationOnly')
}

/**
 * LLDP goes no further than the next bridge (IEEE 802.1AB, nearest bridge); what others announce is passed on by switches
 * that do not know it. So who is met by it beside a neighbour by LLDP is behind that one.
 */
function throughOthers(meetings: readonly Meeting[]): Meeting[] {
  const nearest = new Map<string, Set<string>>()
  const placeOf = ({ from, port }: Meeting) => JSON.stringify([from, port])
  for (const meeting of meetings.filter(({ protocol }) => protocol === 'lldp')) {
    nearest.set(placeOf(meeting), (nearest.get(placeOf(meeting)) ?? new Set()).add(meeting.to))
  }
  const placed = meetings.map((meeting) => {
    const next = nearest.get(placeOf(meeting)) ?? new Set()
    const [one] = next
    if (one === undefined || meeting.protocol === 'lldp' || next.has(meeting.to)) return meeting
    return { ...meeting, from: one, port: '', passedOn: true as const }
  })
  // Where the two in the middle know each other themselves, they say it better.
  const known = new Set(meetings.map(({ from, to }) => JSON.stringify([from, to])))
  return placed.filter(
    (meeting) =>
      !meeting.passedOn ||
      !(known.has(JSON.stringify([meeting.from, meeting.to])) || known.has(JSON.stringify([meeting.to, meeting.from]))),
  )
}

/** What both ends say of one link, made one; what only one of them says stays as it is. */
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

/** By LLDP and CDP alike a neighbour is met once at a port, or once at each member of an aggregate. */
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
  // Without a name a port is not told from another.
  const firstOpen = (all: readonly OnPort[] = []) => all.find((each) => open.has(each))
  const links = near.map((one) => {
    const other =
      (one.toPort ? firstOpen(byPort.get(one.toPort)) : undefined) ??
      (one.meeting.port ? firstOpen(byToPort.get(one.meeting.port)) : undefined)
    if (other) open.delete(other)
    return { one, other }
  })
  // One link is left on each side, and neither names the other's port: it is the same.
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
