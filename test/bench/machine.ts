import { createHash } from 'node:crypto'
import { dayMs } from '@rollcall/shared/durations.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { createRandom, type Random } from './dataset/random.ts'

/** Releases of a package, including its upgrades. */
const releases = 50

type Packages = NonNullable<ObservationInput['software']>
type Package = Packages[number]

/** Time of the last installation before the first inventory. */
const installedUntilMs = Date.UTC(2024, 11, 28, 8)
const weekMs = 7 * dayMs

const syllables = 'lib ap ba con da en fo gi hu in jo ka lu ma net op py qt ru sys ter un vi web xo zi'.split(' ')
const makers = Array.from({ length: 80 }, (_, index) => {
  const random = createRandom(-1 - index)
  const name = wordOf(random)
  return `Debian ${name} Maintainers <pkg-${name}-maintainers@lists.example.org>`
})

/**
 * Simulates the agent of one machine. Free space and processor speed differ in each report. Packages compress as well
 * as those of a Debian machine, to about 27 bytes each.
 */
export class Machine {
  readonly #number: number
  readonly #serialNumber: string
  readonly #random: Random
  #packages: Packages

  constructor(number: number, packages: number) {
    this.#number = number
    this.#random = createRandom(number)
    this.#serialNumber = `PF${number}X${createRandom(number).hex(6)}`
    this.#packages = namesOf(packages).map((name, index) => this.#install(name, index, this.#random.below(releases)))
  }

  /** At this time; what it says is the same for the same number of a look. */
  observe(atMs: number): ObservationInput {
    const number = this.#number
    const random = this.#random
    const hostname = `lap-${number}`
    const octets = [number >> 16, number >> 8, number].map((value) => value & 255)
    const macAddress = `00:1b:21:${octets.map((octet) => octet.toString(16).padStart(2, '0')).join(':')}`
    const ipAddress = `10.${octets.join('.')}`
    const volume = (mount: string, sizeBytes: number) => ({ mount, sizeBytes, freeBytes: 4096 * random.below(1e7) })
    return {
      schemaVersion: 1,
      id: versionSeven(atMs, uuidOf(`${number} ${atMs}`)),
      source: 'Agent',
      observedAt: new Date(atMs).toISOString(),
      type: 'computer',
      name: hostname,
      depth: 'audit',
      identity: {
        agentId: uuidOf(`agent ${number}`),
        biosUuid: uuidOf(`board ${number}`),
        machineId: uuidOf(`system ${number}`).replaceAll('-', ''),
        hostname,
        domain: 'corp.example.com',
        manufacturer: 'LENOVO',
        serialNumber: this.#serialNumber,
        macAddresses: [macAddress],
        ipAddresses: [ipAddress],
      },
      hardware: {
        system: { manufacturer: 'LENOVO', model: 'T14', serialNumber: this.#serialNumber },
        os: { name: 'Debian GNU/Linux', version: '12.11', kernel: '6.1.0-37-amd64', architecture: 'x86_64' },
        processors: [{ manufacturer: 'Intel', model: 'Core i7', cores: 8, threads: 16, speedMhz: random.below(4_000) }],
        memory: { totalBytes: 2 ** 34 },
        disks: [{ name: 'nvme0n1', sizeBytes: 512e9, serialNumber: `S6${number}NX0` }],
        volumes: [volume('/', 480e9), volume('/boot', 1e9)],
      },
      network: {
        hostname,
        ipAddress,
        macAddress,
        interfaces: [{ name: 'eth0', macAddress, addresses: [{ address: ipAddress, prefixLength: 24 }] }],
      },
      software: this.#packages,
      evidence: ['system.model', 'os.name'].map((field) => ({ field, value: 'T14', source: 'dmi' })),
      probes: ['dmi', 'os-release', 'dpkg', 'disks'].map((probe) => ({ probe, outcome: 'ok' as const })),
    }
  }

  /** So many packages are of a later version from now on. */
  upgrade(count: number): void {
    const packages = [...this.#packages]
    for (let done = 0; done < count; done++) {
      const place = this.#random.below(packages.length)
      const upgraded = packages[place]
      if (upgraded) packages[place] = this.#install(upgraded.name, place, releases + this.#random.below(releases))
    }
    this.#packages = packages
  }

  /** A release of a package is the same on all machines. */
  #install(name: string, index: number, release: number): Package {
    const random = createRandom(index * 1_009 + release)
    // Most come together with others, in one run of the package manager.
    const installedMs = installedUntilMs - this.#random.below(60) * weekMs
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

/** Names of the packages that all machines have. */
function namesOf(count: number): string[] {
  const random = createRandom(0)
  const names = new Set<string>()
  while (names.size < count) names.add(wordOf(random) + random.below(10))
  return [...names].sort()
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
