import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { Random } from './random.ts'

type Packages = NonNullable<ObservationInput['software']>

/** Names in the catalog; each is there in `versions` versions, which makes 3,000 products. */
const names = 1_000
const versions = 3
/** The first names are on every device, in one version: a product that all of them have. */
const everywhere = 20
const words = ['lib', 'core', 'net', 'sys', 'media', 'crypto', 'font', 'java', 'python', 'driver']

/** Packages of one device: the same at each visit, but for one that is another version then. */
export function packagesOf(random: Random, count: number, visit: number): Packages {
  const chosen = new Set(Array.from({ length: Math.min(everywhere, count) }, (_, index) => index))
  while (chosen.size < count) chosen.add(popular(random))
  return [...chosen].map((index, position) => {
    const isUpgraded = visit > 0 && position === everywhere + (visit % Math.max(1, count - everywhere))
    const version = index < everywhere ? 0 : (index + random.below(versions - 1) + (isUpgraded ? 1 : 0)) % versions
    return describe(index, version)
  })
}

/** A few packages are on many devices, and many on a few. */
function popular(random: Random): number {
  const share = random.below(1_000_000) / 1_000_000
  return everywhere + Math.floor((names - everywhere) * share * share)
}

function describe(index: number, version: number): Packages[number] {
  const word = words[index % words.length] ?? 'lib'
  return {
    name: `${word}-package-${index}`,
    version: `${1 + (index % 9)}.${version}.0-${index % 5}`,
    publisher: `${word} maintainers`,
    source: 'dpkg',
  }
}
