import { dayMs } from '@rollcall/shared/durations.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { endpointMac, officeSwitches } from './switches.ts'

export type CompanyObservation = Partial<ObservationInput> & { name: string }
type Kind = { type: ObservationInput['type']; makers: readonly (readonly [manufacturer: string, model: string])[] }

const site = 'ham-'
const floors = 12
const atEach = 16
/** Indexes of the access switches that `officeSwitches` creates: four below each of three. */
const places = Array.from({ length: floors }, (_, at) => 3 + at + Math.floor(at / 4))

const kinds = {
  notebook: {
    type: 'computer',
    makers: [
      ['LENOVO', 'ThinkPad T14 Gen 4'],
      ['Dell Inc.', 'Latitude 7440'],
      ['LENOVO', 'ThinkPad X1 Carbon Gen 11'],
      ['HP', 'EliteBook 840 G10'],
    ],
  },
  desk: { type: 'computer', makers: [['Dell Inc.', 'Precision 3660']] },
  phone: { type: 'phone', makers: [['Yealink', 'SIP-T54W']] },
  printer: {
    type: 'printer',
    makers: [
      ['HP', 'LaserJet M507'],
      ['Brother', 'HL-L6400DW'],
    ],
  },
  camera: { type: 'camera', makers: [['AXIS', 'P3245-V']] },
} satisfies Record<string, Kind>

const surnames = ['krause', 'oezdemir', 'lindqvist', 'moreau', 'okafor', 'petersen', 'silva', 'tanaka', 'weiss']
const floorOf = (place: number) => `${1 + Math.floor(place / 4)}${'abcd'[place % 4]}`

/** Returns the device at the n-th port of a floor. */
function endpoint(floor: number, at: number): [name: string, kind: keyof typeof kinds] {
  const [surname] = surnames.slice(at)
  if (surname) return [`nb-${'abcdefhijlmn'[floor]}${surname}`, 'notebook']
  if (at < 11) return [`cad-${floorOf(floor)}-${at - 8}`, 'desk']
  if (at < 14) return [`tel-${4000 + floor * 10 + at}`, 'phone']
  return at === 14 ? [`prn-${floorOf(floor)}`, 'printer'] : [`cam-${floorOf(floor)}-stairs`, 'camera']
}

const servers: readonly (readonly [name: string, model: string, product: string])[] = [
  ['erp-db-1', 'PowerEdge R760', 'postgresql-16'],
  ['erp-app-1', 'PowerEdge R660', 'nginx'],
  ['files-1', 'PowerEdge R760xs', 'samba'],
  ['mail-1', 'PowerEdge R660', 'postfix'],
  ['build-2', 'PowerEdge R660', 'docker-ce'],
  ['backup-1', 'PowerEdge R760xs', 'restic'],
]

/** Versions over time: the last one that was out so many days ago is installed, by some a few days later. */
const releases: Record<string, readonly (readonly [daysAgo: number, version: string])[]> = {
  firefox: [
    [99, '143.0.4'],
    [21, '144.0'],
    [9, '144.0.2'],
    [2, '145.0.1'],
  ],
  openssl: [
    [99, '3.0.16'],
    [14, '3.0.17'],
    [4, '3.0.18'],
  ],
  'linux-image': [
    [99, '6.1.148'],
    [6, '6.1.158'],
  ],
  '7-zip': [[99, '24.09']],
  teamviewer: [[99, '15.70']],
  'endpoint-protection': [
    [99, '7.28'],
    [17, '7.29'],
  ],
}
const version = (product: string, daysAgo: number): string =>
  releases[product]?.findLast(([since]) => since >= daysAgo)?.[1] ?? '1.0'

function software(names: readonly string[], daysAgo: number): CompanyObservation['software'] {
  return names.map((name) => ({ name, version: version(name, daysAgo), source: 'dpkg', architecture: 'amd64' }))
}

const gib = 2 ** 30
type Machine = {
  name: string
  manufacturer: string
  model: string
  serialNumber: string
  macAddress: string
  ip: string
}

function machine({ name, manufacturer, model, serialNumber, macAddress, ip }: Machine): CompanyObservation {
  const dnsName = `${name}.hamburg.example.com`
  return {
    name,
    dnsName,
    identity: { hostname: name, manufacturer, serialNumber, macAddresses: [macAddress], ipAddresses: [ip] },
    hardware: { system: { manufacturer, model, serialNumber } },
    network: {
      hostname: name,
      ipAddress: ip,
      macAddress,
      defaultGateways: ['10.20.0.1'],
      interfaces: [
        { name: 'eth0', macAddress, operStatus: 'up', speedBps: 1e9, addresses: [{ address: ip, prefixLength: 16 }] },
      ],
    },
    evidence: [
      { field: 'system.model', value: model, source: 'SMBIOS type 1' },
      { field: 'system.serialNumber', value: serialNumber, source: 'SMBIOS type 1' },
      { field: 'type', value: 'computer', source: 'SMBIOS type 3' },
    ],
    probes: [
      { probe: 'ssh', outcome: 'ok', detail: 'Debian GNU/Linux 12' },
      { probe: 'snmp', outcome: 'no-answer' },
    ],
  }
}

type Inside = { processor: readonly [model: string, cores: number]; memoryGib: number; software: readonly string[] }

function inside(
  observation: CompanyObservation,
  { processor, memoryGib, software: names }: Inside,
  daysAgo: number,
): CompanyObservation {
  const [model, cores] = processor
  const modules = Array.from({ length: memoryGib / 16 }, (_, at) => ({
    slot: `DIMM ${at + 1}`,
    sizeBytes: 16 * gib,
    type: 'DDR5',
    speedMhz: 4800,
  }))
  return {
    ...observation,
    hardware: {
      ...observation.hardware,
      os: { name: 'Debian GNU/Linux', version: '12', kernel: version('linux-image', daysAgo), architecture: 'x86_64' },
      processors: [{ model, manufacturer: 'Intel', cores }],
      memory: { totalBytes: memoryGib * gib, modules },
      disks: [{ name: 'nvme0n1', kind: 'ssd', manufacturer: 'Samsung', model: 'PM9A1', sizeBytes: 1.024e12 }],
      volumes: [
        { mount: '/', device: '/dev/nvme0n1p2', fileSystem: 'ext4', sizeBytes: 1e12, freeBytes: 4e11 + daysAgo * 1e9 },
      ],
    },
    software: software(names, daysAgo),
  }
}

/** The state of a printer, whose toner lasts for two months. */
function printed(turn: number, daysAgo: number): Pick<CompanyObservation, 'hardware' | 'evidence' | 'probes'> {
  const used = (turn * 37 + 54 - 2 * daysAgo) % 100
  const supplies = [
    { name: 'Black Cartridge', type: 'toner', color: 'black', unit: 'percent', max: 100, level: 100 - used },
    { name: 'Maintenance Kit', type: 'fuser', unit: 'percent', max: 100, level: 40 + (turn % 50) },
  ]
  const trays = [{ name: 'Tray 2', unit: 'sheets', capacity: 550, level: 10 * (turn % 55) }]
  const markers = [{ unit: 'impressions', lifeCount: 40_000 + turn * 311 - 90 * daysAgo }]
  return {
    hardware: { printer: { status: 'idle', supplies, trays, markers, display: ['Ready'] } },
    evidence: [{ field: 'type', value: 'printer', source: 'Printer-MIB prtGeneralTable' }],
    probes: [{ probe: 'snmp', outcome: 'ok', detail: 'v2c' }],
  }
}

/** The devices of a company as some of them were looked at on a day, so many days ago. */
export function company(daysAgo: number): CompanyObservation[] {
  const switches = officeSwitches({ distribution: 3, access: 4, endpoints: atEach, site })
  const machines = servers.map(([name, model, product], at) => {
    const ip = `10.20.100.${at + 11}`
    const macAddress = `b0:7b:25:1f:00:${at + 16}`
    const serialNumber = `7HQ${at}R24`
    const observation = machine({ name, manufacturer: 'Dell Inc.', model, serialNumber, macAddress, ip })
    const memoryGib = name === 'erp-db-1' && daysAgo < 5 ? 128 : 64
    const software = [product, 'openssl', 'linux-image', 'endpoint-protection']
    return inside(observation, { processor: ['Xeon Gold 6526Y', 16], memoryGib, software }, daysAgo)
  })
  const atPorts = places.flatMap((place, floor) =>
    Array.from({ length: atEach }, (_, at) => atPort(place, floor, at, daysAgo)).filter(
      (observation) => observation !== undefined,
    ),
  )
  const now = Date.now() - daysAgo * dayMs
  // Not all at the same moment.
  return [...switches, ...machines, ...atPorts].map((observation, at) => ({
    ...observation,
    observedAt: new Date(now - ((at * 37) % 600) * 60_000).toISOString(),
  }))
}

function atPort(place: number, floor: number, at: number, daysAgo: number): CompanyObservation | undefined {
  const turn = floor * atEach + at
  // Some were bought lately, some were not seen again, and not everybody is there every day.
  if (turn % 23 === 7 && daysAgo > 5) return undefined
  if (turn % 29 === 3 && daysAgo < 9) return undefined
  if (daysAgo > 0 && daysAgo < 27 && (turn + daysAgo) % 3 > 0) return undefined
  const [name, kind] = endpoint(floor, at)
  const { type, makers } = kinds[kind]
  const [manufacturer = '', model = ''] = makers[turn % makers.length] ?? []
  const observation = machine({
    name,
    manufacturer,
    model,
    serialNumber: `${manufacturer.slice(0, 2).toUpperCase()}${(0x5a3c1 + turn * 7_919).toString(36).toUpperCase()}`,
    macAddress: endpointMac(place, at),
    ip: `10.20.${20 + floor}.${at + 31}`,
  })
  if (type === 'printer') {
    const state = printed(turn, daysAgo)
    return { ...observation, type, ...state, hardware: { ...observation.hardware, ...state.hardware } }
  }
  if (type !== 'computer') return { ...observation, type, depth: 'discovery', evidence: [], probes: [] }
  const more = turn % 31 === 5 ? ['teamviewer'] : []
  const guarded = turn % 17 === 4 ? [] : ['endpoint-protection']
  const software = ['firefox', 'openssl', 'linux-image', '7-zip', ...guarded, ...more]
  return inside(observation, { processor: ['Core i7-1365U', 10], memoryGib: 32, software }, daysAgo + (turn % 3))
}
