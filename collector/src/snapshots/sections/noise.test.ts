import { type SnapshotData, snapshotDataSchema } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { diffHardware, diffNetwork } from '../../matching/diff-sections.ts'
import { diffSoftware } from '../../matching/diff-software.ts'
import { sectionsOf } from './sections.ts'

type Input = z.input<typeof snapshotDataSchema>

const hardware = (content: NonNullable<Input['hardware']>): Input => ({ hardware: content })
const network = (content: NonNullable<Input['network']>): Input => ({ network: content })
const port = (name: string, index: number, more: object = {}) => ({
  name,
  index,
  macAddress: `00:1b:21:00:00:0${index}`,
  ...more,
})
const printer = (lifeCount: number, level: number, status: 'open' | 'closed') => ({
  alerts: level < 20 ? [{ severity: 'warning' as const, description: 'Toner low' }] : [],
  covers: [{ name: 'Top', status }],
  display: [`${lifeCount} pages`],
  markers: [{ lifeCount, powerOnCount: lifeCount % 100 }],
  supplies: [{ name: 'Black', type: 'toner', max: 100, level }],
  trays: [{ name: 'Tray 1', level }],
})
const ups = (charge: number) => ({
  alarms: charge < 50 ? ['upsAlarmOnBattery'] : [],
  battery: { chargePercent: charge },
  input: [{ volts: 229 + (charge % 3) }],
  output: [{ loadPercent: charge % 30 }],
})
const neighbor = (octet: number) => ({
  port: 'eth0',
  ipAddress: `192.0.2.${octet}`,
  macAddress: `00:1b:21:00:01:${octet}`,
})

const listeners = [22, 443].map((port) => ({ protocol: 'tcp' as const, address: '::', port, program: `on ${port}` }))

/** An endpoint on one of two days, each time with another order of its lists. */
function endpoint(counters: object, day: 1 | 2): Input {
  const at = `2026-11-0${day}T08:00:00.000Z`
  const state = day === 1 ? ('running' as const) : ('stopped' as const)
  const inOrder = <T>(...items: T[]): T[] => (day === 1 ? items : items.toReversed())
  return hardware({
    os: {
      name: 'Debian',
      bootedAt: at,
      pendingUpdates: { listsFrom: at, updates: inOrder({ name: 'vim' }, { name: 'nano' }) },
    },
    disks: [{ name: 'sda', health: { status: 'ok', ...counters } }],
    graphics: inOrder({ name: 'GA106' }, { name: 'UHD 770' }),
    monitors: inOrder({ port: 'DP-1', model: 'A' }, { port: 'DP-2', model: 'B' }),
    batteries: inOrder(
      { name: 'BAT0', chargePercent: 20 * day, cycles: day, fullMilliwattHours: 50_000 - day },
      { name: 'BAT1' },
    ),
    printQueues: inOrder({ name: 'a' }, { name: 'b' }),
    accounts: inOrder({ name: 'ada', isSignedIn: day === 1, lastSignInAt: at }, { name: 'bo' }),
    systemServices: inOrder({ name: 'cron', state }, { name: 'sshd', state }),
    containers: inOrder({ runtime: 'docker', id: 'a', name: 'web', state }, { runtime: 'docker', id: 'b', name: 'db' }),
    guests: inOrder({ hypervisor: 'libvirt', name: 'x', state }, { hypervisor: 'libvirt', name: 'y' }),
    security: {
      firewalls: inOrder({ name: 'a', state: 'on' }, { name: 'b', state: 'on' }),
      antivirus: inOrder({ name: 'a', signaturesFrom: at }, { name: 'b' }),
      timeSync: { service: 'chrony', isSynchronized: day === 1 },
    },
  })
}

/** Each as it was, and as it is a moment later on a device that nobody has touched. */
const noise: [what: string, before: Input, after: Input][] = [
  [
    'free space (hrStorageUsed, HOST-RESOURCES-MIB)',
    hardware({ volumes: [{ mount: '/', sizeBytes: 100, freeBytes: 40 }] }),
    hardware({ volumes: [{ mount: '/', sizeBytes: 100, freeBytes: 39 }] }),
  ],
  [
    'health counters, charge, sign-ins, states and starts of an endpoint, in another order',
    endpoint({ celsius: 40, wearPercent: 3, powerOnHours: 10, reallocatedSectors: 0, mediaErrors: 0 }, 1),
    endpoint({ celsius: 61, wearPercent: 4, powerOnHours: 11, reallocatedSectors: 5, mediaErrors: 2 }, 2),
  ],
  ['order of listening programs', network({ listeners }), network({ listeners: listeners.toReversed() })],
  [
    'the clock of a processor',
    hardware({ processors: [{ model: 'i7', speedMhz: 800 }] }),
    hardware({ processors: [{ model: 'i7', speedMhz: 4200 }] }),
  ],
  [
    'pages, levels, covers and alerts (Printer-MIB)',
    hardware({ printer: printer(100, 40, 'closed') }),
    hardware({ printer: printer(150, 10, 'open') }),
  ],
  ['charge, voltage, load and alarms (UPS-MIB)', hardware({ ups: ups(100) }), hardware({ ups: ups(40) })],
  [
    'uptime in sysDescr (SNMPv2-MIB)',
    hardware({ system: { description: 'Gateway 7, uptime 3 days, 4:05' } }),
    hardware({ system: { description: 'Gateway 7, uptime 9 days, 1:00' } }),
  ],
  [
    'load and temperature in sysContact (SNMPv2-MIB)',
    hardware({ system: { contact: 'noc, load: 0.10, temperature 41.5 C' } }),
    hardware({ system: { contact: 'noc, load: 2.25, temperature 43 C' } }),
  ],
  [
    'temperature in sysLocation (SNMPv2-MIB)',
    hardware({ system: { location: 'Rack 4, temperature 41.5 C' } }),
    hardware({ system: { location: 'Rack 4, temperature 39 C' } }),
  ],
  [
    'the time in a banner',
    network({ services: [{ port: 25, protocol: 'tcp', banner: '220 mx ESMTP; Sat, 21 Nov 2026 17:40:11 +0000' }] }),
    network({ services: [{ port: 25, protocol: 'tcp', banner: '220 mx ESMTP; Sun, 22 Nov 2026 09:00:57 +0000' }] }),
  ],
  [
    'ifOperStatus, ifSpeed, duplex and ifPromiscuousMode (IF-MIB, EtherLike-MIB)',
    network({ interfaces: [port('eth0', 1, { operStatus: 'up', speedBps: 1e9, duplex: 'full', promiscuous: false })] }),
    network({
      interfaces: [port('eth0', 1, { operStatus: 'down', speedBps: 1e7, duplex: 'half', promiscuous: true })],
    }),
  ],
  [
    'neighbors by ARP or ND (ipNetToPhysicalTable, IP-MIB)',
    network({ linkAddresses: [neighbor(10)] }),
    network({ linkAddresses: [neighbor(11), neighbor(12)] }),
  ],
  [
    'forwarding entries (dot1dTpFdbTable, BRIDGE-MIB)',
    network({ neighbors: [{ port: 'eth0', protocol: 'forwarding', macAddress: '00:1b:21:00:01:10' }] }),
    network({ neighbors: [{ port: 'eth0', protocol: 'forwarding', macAddress: '00:1b:21:00:01:11' }] }),
  ],
]

/** Inputs with a list in another order. */
const reordered: [what: string, Input][] = [
  ['software', { software: ['vim', 'bash', 'zsh'].map((name) => ({ name, version: '1' })) }],
  ['versions of one package', { software: ['2', '1', '3'].map((version) => ({ name: 'linux-image', version })) }],
  ['disks', hardware({ disks: [{ name: 'sdb' }, { name: 'sda' }] })],
  [
    'volumes',
    hardware({
      volumes: [
        { mount: '/home', freeBytes: 2 },
        { mount: '/', freeBytes: 1 },
      ],
    }),
  ],
  ['memory modules', hardware({ memory: { modules: [{ slot: 'DIMM 1' }, { slot: 'DIMM 0' }] } })],
  [
    'components (entPhysicalTable, ENTITY-MIB)',
    hardware({ components: ['9', '10'].map((id) => ({ id, class: 'fan' })) }),
  ],
  [
    'interfaces (ifTable, IF-MIB)',
    network({ interfaces: [port('eth1', 2, { operStatus: 'down' }), port('eth0', 1, { operStatus: 'up' })] }),
  ],
  [
    'addresses',
    network({ interfaces: [port('eth0', 1, { addresses: [{ address: '192.0.2.9' }, { address: '192.0.2.8' }] })] }),
  ],
  [
    'services',
    network({
      services: [
        { port: 443, protocol: 'tcp' },
        { port: 80, protocol: 'tcp' },
      ],
    }),
  ],
  ['VLANs (dot1qVlanStaticTable, Q-BRIDGE-MIB)', network({ vlans: [{ id: 20 }, { id: 10 }] })],
]

const stableHashes = (data: SnapshotData) =>
  [...sectionsOf(data)].map(([name, { hash, base }]) => [name, base?.hash ?? hash])

function changesOf(before: SnapshotData, after: SnapshotData) {
  return [
    ...(before.hardware && after.hardware ? diffHardware(before.hardware, after.hardware) : []),
    ...(before.network && after.network ? diffNetwork(before.network, after.network) : []),
    ...diffSoftware(before.software ?? [], after.software ?? []),
  ]
}

it.each(noise)('ignores %s', (_, from, to) => {
  const [before, after] = [snapshotDataSchema.parse(from), snapshotDataSchema.parse(to)]
  expect(after).not.toEqual(before)
  expect(changesOf(before, after)).toEqual([])
  expect(stableHashes(after)).toEqual(stableHashes(before))
})

it.each(reordered)('ignores the order of %s', (_, input) => {
  const before = snapshotDataSchema.parse(input)
  const after = snapshotDataSchema.parse(reversed(input))
  expect(after).not.toEqual(before)
  expect(changesOf(before, after)).toEqual([])
  const hashes = (data: SnapshotData) => [...sectionsOf(data).values()].map(({ hash }) => hash)
  expect(hashes(after)).toEqual(hashes(before))
})

it('does not store uptime, lease times and interface counters', () => {
  const measured = { uptimeSeconds: 5, lastBoot: '2026-11-21T08:00:00Z' }
  const counted = { inOctets: 7, outErrors: 1, lastChange: 12 }
  const leased = { address: '192.0.2.9', validSeconds: 3_600, leaseExpires: '2026-11-21T09:00:00Z' }
  const system = { model: 'T14' }
  const reported = {
    hardware: { system: { ...system, ...measured }, ...measured },
    network: { interfaces: [{ ...port('eth0', 1, { addresses: [leased] }), ...counted }], ...measured },
  }
  expect(snapshotDataSchema.parse(reported)).toEqual(
    snapshotDataSchema.parse({
      hardware: { system },
      network: { interfaces: [port('eth0', 1, { addresses: [{ address: '192.0.2.9' }] })] },
    }),
  )
})

/** With every list in it the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed).reverse()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, reversed(item)]))
}

it('reports a change of components beside all noise', () => {
  const parse = (input: Input) => snapshotDataSchema.parse(input)
  const before = parse(hardware({ system: { description: 'Gateway 7, uptime 3 days' }, disks: [{ name: 'sda' }] }))
  const after = parse(hardware({ system: { description: 'Gateway 8, uptime 1 day' }, disks: [{ name: 'sda' }] }))
  expect(changesOf(before, after)).toMatchObject([
    { verb: 'Modified', field: 'system.description', from: 'Gateway 7, uptime #', to: 'Gateway 8, uptime #' },
  ])
})
