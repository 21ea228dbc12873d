import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import type { MapDevice } from '../../devices/neighbors/neighbor-devices.ts'
import { buildMap } from '../build-map.ts'
import type { End } from '../links.ts'
import { type SwitchFacts, switchFacts } from '../switch-facts.ts'

type Told = {
  interfaces?: (Partial<NetworkInterface> & { name: string })[]
  /** Who is announced at a port: another switch of the test by its name, or whatever it says. */
  announced?: Record<string, string | Partial<Neighbor>>
  /** The forwarding table: MACs, or names of switches and endpoints, by port. */
  heard?: Record<string, string[]>
  lookedAt?: string
}

/** A MAC for a name: that of a switch, or of what hangs at one. */
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

/** For tests: a switch as a scan has read it, with names for MACs. */
export function testSwitch(name: string, { interfaces = [], announced = {}, heard = {}, lookedAt }: Told): SwitchFacts {
  const neighbors = Object.entries(announced).map(([port, told]): Neighbor => {
    const said = typeof told === 'string' ? { macAddress: macOf(told) } : told
    return { port, protocol: 'lldp', ...said }
  })
  const forwarding = Object.entries(heard).flatMap(([port, names]) =>
    names.map((each): Neighbor => ({ port, protocol: 'forwarding', macAddress: macOf(each) })),
  )
  const ports = new Set([...Object.keys(announced), ...Object.keys(heard)])
  const plain = [...ports].filter((port) => !interfaces.some((each) => each.name === port))
  return switchFacts({
    device: mapDevice(name),
    lookedAt: lookedAt ?? '2026-11-20T08:00:00.000Z',
    network: {
      macAddress: macOf(name),
      interfaces: [...interfaces, ...plain.map((port) => ({ name: port }))].map((each) => ({ addresses: [], ...each })),
      neighbors: [...neighbors, ...forwarding],
    },
  })
}

const endText = ({ node, port }: End, names: ReadonlyMap<string, string>) => `${names.get(node) ?? node}:${port ?? '?'}`

/** For tests: a map in words. */
export function mapInWords(switches: readonly SwitchFacts[]) {
  const map = buildMap(switches)
  const names = new Map([
    ...map.unmanaged.map((id, at) => [id, `unmanaged-${at}`] as const),
    ...map.heardOf.map(({ id, name }) => [id, `(${name})`] as const),
  ])
  const macs = new Map(map.endpoints.map(({ mac, at }) => [mac, endText(at, names)]))
  return {
    links: map.links.map(({ a, b, sources, confidence }) => {
      const ends = [endText(a, names), endText(b, names)].sort()
      return `${ends.join(' – ')} ${sources.join('+')} ${confidence}`
    }),
    /** Where each of these hangs. */
    at: (...wanted: string[]) => wanted.map((name) => macs.get(macOf(name))),
    endpoints: map.endpoints.length,
    isUplink: (node: string, port: string) => map.isUplink({ node, port }),
  }
}
