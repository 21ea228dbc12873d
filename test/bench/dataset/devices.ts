import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { customFieldsOf, hardwareOf, interfacesOf } from './equipment.ts'
import { createRandom, type Random } from './random.ts'
import { packagesOf } from './software.ts'

/** Devices of a segment. */
export const devicesPerSegment = 250
/** Interval between the devices with an older history, counted from the first. */
export const historyEvery = 10

/** 2026-01-01: the dataset's own time, from which everything in it is counted. */
const startMs = Date.UTC(2026, 0, 1)
const hourMs = 3_600_000

const offices = ['ber', 'muc', 'ham', 'fra', 'cgn', 'lej', 'str', 'dus']
type Kind = { type: DeviceType; prefix: string; percent: number; maker: string; models: string[]; oui: string }

const kinds: [Kind, ...Kind[]] = [
  { type: 'computer', prefix: 'lap', percent: 45, maker: 'Lenovo', models: ['T14', 'X1', 'P16'], oui: '00:1b:21' },
  { type: 'computer', prefix: 'wks', percent: 25, maker: 'Dell', models: ['7090', '5000'], oui: 'd4:be:d9' },
  { type: 'virtual-machine', prefix: 'vm', percent: 12, maker: 'QEMU', models: ['Q35'], oui: '52:54:00' },
  { type: 'printer', prefix: 'prn', percent: 8, maker: 'HP', models: ['M404', 'M608'], oui: '00:1a:4b' },
  { type: 'network-device', prefix: 'sw', percent: 6, maker: 'Cisco', models: ['9300', '9200L'], oui: '00:1a:a1' },
  { type: 'phone', prefix: 'tel', percent: 4, maker: 'Yealink', models: ['T54W'], oui: '80:5e:c0' },
]

export type DeviceShape = { packages: number }

/**
 * Returns the observation that the agent on device `number` sends at its `visit`-th time. Each device has its own
 * random numbers, so it can be generated without the devices before it.
 */
export function observe(number: number, visit: number, { packages }: DeviceShape): Observation {
  const random = createRandom(number)
  const kind = pickKind(random)
  const name = `${kind.prefix}-${pick(random, offices)}-${String(number).padStart(7, '0')}`
  const macAddress = macOf(kind.oui, number)
  const ipAddress = addressOf(number)
  const serialNumber = random.hex(10).toUpperCase()
  const model = pick(random, kind.models)
  const dnsName = `${name}.corp.example.com`
  const system = { manufacturer: kind.maker, model, serialNumber }
  return observationSchema.parse({
    schemaVersion: 1,
    id: observationId(number, visit),
    source: 'Agent',
    observedAt: new Date(startMs + visit * 24 * hourMs + (number % 86_400) * 1000).toISOString(),
    type: kind.type,
    name,
    dnsName,
    depth: 'audit',
    identity: { hostname: name, macAddresses: [macAddress], ipAddresses: [ipAddress], ...system },
    hardware: {
      system,
      disks: [{ name: 'nvme0n1', sizeBytes: 512e9, serialNumber: random.hex(12) }],
      ...hardwareOf(random, kind.type),
    },
    network: {
      hostname: name,
      ipAddress,
      macAddress,
      interfaces: interfacesOf(random, kind.type, macAddress, ipAddress),
    },
    customFields: customFieldsOf(random),
    software: packagesOf(random, packages, visit),
  })
}

export const segmentIdOf = (segment: number): string =>
  `00000000-0000-7000-8000-${segment.toString(16).padStart(12, '0')}`

/** Observed again and again: every `historyEvery`-th device. */
export const hasHistory = (number: number): boolean => number % historyEvery === 0

function pickKind(random: Random): Kind {
  const at = random.below(100)
  let below = 0
  for (const kind of kinds) {
    below += kind.percent
    if (at < below) return kind
  }
  return kinds[0]
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[random.below(from.length)] as T
}

/** The number of a device by its name. */
export const numberOf = (name: string): number => Number(name.slice(-7))

export const macOf = (oui: string, number: number): string =>
  [oui, hexPair(number >> 16), hexPair(number >> 8), hexPair(number)].join(':')

export const addressOf = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

const hexPair = (value: number) => (value & 255).toString(16).padStart(2, '0')

/** A version 7 UUID in form; the same for the same device and visit. */
function observationId(number: number, visit: number): string {
  const time = (startMs + visit).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`
}
