import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { Random } from './random.ts'

type Hardware = NonNullable<ObservationInput['hardware']>
type Interface = NonNullable<NonNullable<ObservationInput['network']>['interfaces']>[number]

const gigabyte = 2 ** 30
const portsOfSwitch = 12
const people = 5_000
const colors = ['black', 'cyan', 'magenta', 'yellow']

/** Hardware that queries ask for, by the type of the device. */
export function hardwareOf(random: Random, type: DeviceType): Partial<Hardware> {
  if (type === 'printer') return { printer: printerOf(random) }
  if (type === 'network-device' || type === 'phone') return { firmware: { version: `17.${random.below(12)}.1` } }
  const isWindows = random.below(2) === 0
  const size = 256 * gigabyte
  return {
    os: {
      ...(isWindows ? { name: 'Windows 11', version: '10.0' } : { name: 'Debian GNU/Linux', version: '12.11' }),
      build: `${26_100 + random.below(20)}.${random.below(9)}`,
      kernel: `6.1.0-${random.below(40)}-amd64`,
      architecture: 'x86_64',
      bootedAt: new Date(Date.UTC(2026, 0, 1 + random.below(30))).toISOString(),
      pendingUpdates: { needsRestart: random.below(20) === 0, updates: updatesOf(random) },
    },
    memory: { totalBytes: 4 * gigabyte * 2 ** random.below(5), modules: [] },
    processors: [{ model: `Core i${3 + 2 * random.below(3)}`, cores: 4 + random.below(8) }],
    volumes: [
      { mount: '/', fileSystem: 'ext4', sizeBytes: size, freeBytes: Math.floor((size * random.below(100)) / 100) },
      { mount: '/boot', fileSystem: 'ext2', sizeBytes: gigabyte, freeBytes: gigabyte / 2 },
    ],
    accounts: [
      { name: 'root', isAdministrator: true },
      { name: `user-${random.below(people)}`, isSignedIn: true },
    ],
    security: { tpm: { isPresent: random.below(10) > 0, version: '2.0' } },
  }
}

/** A network device has ports that people describe, the others have one interface. */
export function interfacesOf(random: Random, type: DeviceType, macAddress: string, ipAddress: string): Interface[] {
  const address = { address: ipAddress, prefixLength: 24 }
  if (type !== 'network-device') return [{ name: 'eth0', macAddress, addresses: [address] }]
  const ports = Array.from({ length: portsOfSwitch }, (_, port) => ({
    name: `GigabitEthernet1/0/${port + 1}`,
    ...(port === 0 && { alias: `uplink ${random.below(500)}` }),
    adminStatus: 'up' as const,
    operStatus: random.below(3) === 0 ? ('down' as const) : ('up' as const),
    speedBps: 1e9,
    vlan: 10 * (1 + random.below(20)),
  }))
  return [{ name: 'Vlan1', macAddress, addresses: [address] }, ...ports]
}

/** Fields that people maintain: half of the devices have an owner. */
export const customFieldsOf = (random: Random): ObservationInput['customFields'] =>
  random.below(2) === 0 ? { owner: `team-${random.below(200)}`, floor: random.below(12) } : undefined

const printerOf = (random: Random): Hardware['printer'] => ({
  status: 'idle',
  supplies: colors.map((color) => ({
    ...{ name: `${color} toner`, type: 'toner', color, class: 'consumed' as const },
    ...{ unit: 'percent', max: 100, level: random.below(101) },
  })),
  markers: [{ unit: 'impressions', lifeCount: random.below(500_000) }],
})

const updatesOf = (random: Random) =>
  Array.from({ length: random.below(4) }, (_, index) => ({ name: `lib-package-${index}`, isSecurity: index === 0 }))
