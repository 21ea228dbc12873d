import { createHash } from 'node:crypto'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { createRandom, type Random } from '../dataset/random.ts'

type Packages = NonNullable<ObservationInput['software']>
type Package = Packages[number]

/** 2026-01-01 */
const startMs = Date.UTC(2026, 0, 1, 8)
const dayMs = 86_400_000

const syllables = 'lib ap ba con da en fo gi hu in jo ka lu ma net op py qt ru sys ter un vi web xo zi'.split(' ')
const makers = Array.from({ length: 80 }, (_, index) => {
  const random = createRandom(-1 - index)
  const name = wordOf(random)
  return `Debian ${name} Maintainers <pkg-${name}-maintainers@lists.example.org>`
})

/**
 * What an agent says of one machine, day after day: on five days of a week one of its packages was upgraded, and each day its
 * free space and the speed of its processor are others. Its packages compress as a Debian machine's do, to about 27
 * bytes each.
 */
export class Machine {
  readonly #number: number
  readonly #random: Random
  #packages: Packages

  constructor(number: number, packages: number) {
    this.#number = number
    this.#random = createRandom(number)
    const names = new Set<string>()
    while (names.size < packages) names.add(wordOf(this.#random) + this.#random.below(10))
    this.#packages = [...names].sort().map((name) => this.#install(name))
  }

  /** Days in their order. */
  observe(day: number): ObservationInput {
    if (day > 0 && day % 7 < 5) this.upgrade(1)
    const number = this.#number
    const random = this.#random
    const atMs = startMs + day * dayMs + random.below(3_600_000)
    const hostname = `lap-${number}`
    const macAddress = `00:1b:21:00:00:${number.toString(16).padStart(2, '0')}`
    const serialNumber = `PF${number}X${createRandom(number).hex(6)}`
    const identity = { agentId: uuidOf(`agent ${number}`), hostname, serialNumber, manufacturer: 'LENOVO' }
    const volume = (mount: string, sizeBytes: number) => ({ mount, sizeBytes, freeBytes: 4096 * random.below(1e7) })
    return {
      schemaVersion: 1,
      id: versionSeven(atMs, uuidOf(`${number} ${day}`)),
      source: 'Agent',
      observedAt: new Date(atMs).toISOString(),
      type: 'computer',
      name: hostname,
      depth: 'audit',
      identity: { ...identity, macAddresses: [macAddress], ipAddresses: [`10.0.0.${number}`] },
      hardware: {
        system: { manufacturer: 'LENOVO', model: 'T14', serialNumber },
        os: { name: 'Debian GNU/Linux', version: '12.11', kernel: '6.1.0-37-amd64', architecture: 'x86_64' },
        processors: [{ manufacturer: 'Intel', model: 'Core i7', cores: 8, threads: 16, speedMhz: random.below(4_000) }],
        memory: { totalBytes: 2 ** 34 },
        disks: [{ name: 'nvme0n1', sizeBytes: 512e9, serialNumber: `S6${number}NX0` }],
        volumes: [volume('/', 480e9), volume('/boot', 1e9)],
      },
      network: {
        hostname,
        ipAddress: `10.0.0.${number}`,
        macAddress,
        interfaces: [{ name: 'eth0', macAddress, addresses: [{ address: `10.0.0.${number}`, prefixLength: 24 }] }],
      },
      software: this.#packages,
      evidence: ['system.model', 'os.name'].map((field) => ({ field, value: 'T14', source: 'dmi' })),
      probes: ['dmi', 'os-release', 'dpkg', 'lsblk'].map((probe) => ({ probe, outcome: 'ok' as const })),
    }
  }

  /** So many packages are of a later version from now on. */
  upgrade(count: number): void {
    const packages = [...this.#packages]
    for (let done = 0; done < count; done++) {
      const place = this.#random.below(packages.length)
      const upgraded = packages[place]
      if (upgraded) packages[place] = this.#install(upgraded.name)
    }
    this.#packages = packages
  }

  #install(name: string): Package {
    const random = this.#random
    // Most come together with others, in one run of the package manager.
    const installedMs = startMs - random.below(60) * 7 * dayMs
    return {
      name,
      version: `${random.below(12)}.${random.below(60)}.${random.below(30)}-${random.below(9)}+deb12u${random.below(5)}`,
      publisher: makers[createRandom(name.length * 7919 + name.charCodeAt(2)).below(makers.length)] ?? '',
      architecture: random.below(5) === 0 ? 'all' : 'amd64',
      source: 'dpkg',
      installDate: new Date(installedMs - (installedMs % 1000)).toISOString(),
      sizeBytes: 1024 * random.below(20_000),
    }
  }
}

function wordOf(random: Random): string {
  return Array.from({ length: 2 + random.below(4) }, () => syllables[random.below(syllables.length)]).join('')
}

const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-7$3-8$4-$5')

/** A UUIDv7 (RFC 9562) of this time; the rest of it is the other's. */
function versionSeven(atMs: number, uuid: string): string {
  const time = atMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${uuid.slice(13)}`
}
