import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import type { MapDevice } from '../../devices/neighbors/neighbor-devices.ts'
import { buildMap } from '../build-map.ts'
import type { End } from '../links.ts'
import { type SwitchFacts, switchFacts } from '../switch-facts.ts'

type SwitchFixture = {
  interfaces?: (Partial<NetworkInterface> & { name: string })[]
  /** Neighbors by port: another switch of the test by name, or an announcement. */
  announced?: Record<string, string | Partial<Neighbor>>
  /** The forwarding table by port: MACs, or names of switches and endpoints. */
  forwarding?: Record<string, string[]>
  readAt?: string
}

/** Returns the MAC for the name of a switch or an endpoint. */
export const macOf = (name: string): string =>
  name.includes(':')
    ? name
    : `00:1b:21:${[...Buffer.from(name.padEnd(3, '_').slice(-3))].map((octet) => octet.toString(16).padStart(2, '0')).join(':')}`

export const mapDevice = (name: string, type: MapDevice['type'] = 'network-device'): MapDevice => ({
  id: name,
  name,
  type,
  ipAddress: null,
  manufacturer: null,
  model: null,
  segmentId: null,
})

/** For tests: builds a switch as read by a scan, with names in place of MACs. */
export function testSwitch(
  name: string,
  { interfaces = [], announced = {}, forwarding: table = {}, readAt }: SwitchFixture,
): SwitchFacts {
  const neighbors = Object.entries(announced).map(([port, announcement]): Neighbor => {
    const fields = typeof announcement === 'string' ? { macAddress: macOf(announcement) } : announcement
    return { port, protocol: 'lldp', ...fields }
  })
  const forwarding = Object.entries(table).flatMap(([port, names]) =>
    names.map((each): Neighbor => ({ port, protocol: 'forwarding', macAddress: macOf(each) })),
  )
  const ports = new Set([...Object.keys(announced), ...Object.keys(table)])
  const plain = [...ports].filter((port) => !interfaces.some((each) => each.name === port))
  return switchFacts({
    device: mapDevice(name),
    readAt: readAt ?? '2026-11-20T08:00:00.000Z',
    network: {
      macAddress: macOf(name),
      interfaces: [...interfaces, ...plain.map((port) => ({ name: port }))].map((each) => ({ addresses: [], ...each })),
      neighbors: [...neighbors, ...forwarding],
    },
  })
}

const endText = ({ node, port }: End, names: ReadonlyMap<string, string>) => `${names.get(node) ?? node}:${port ?? '?'}`

/** For tests: describes a map in words. */
export async function mapInWords(switches: readonly SwitchFacts[]) {
  const map = await buildMap(switches)
  const names = new Map([
    ...map.unmanaged.map((id, at) => [id, `unmanaged-${at}`] as const),
    ...map.unread.map(({ id, name }) => [id, `(${name})`] as const),
  ])
  const macs = new Map(map.endpoints.map(({ mac, at }) => [mac, endText(at, names)]))
  return {
    links: map.links.map(({ a, b, sources, confidence }) => {
      const ends = [endText(a, names), endText(b, names)].sort()
      return `${ends.join(' – ')} ${sources.join('+')} ${confidence}`
    }),
    /** Port of each of these endpoints. */
    at: (...wanted: string[]) => wanted.map((name) => macs.get(macOf(name))),
    endpoints: map.endpoints.length,
    isUplink: (node: string, port: string) => map.isUplink({ node, port }),
  }
}
