import { counted } from '@rollcall/shared/counted.ts'
import type { SoftwarePart } from '../parts.ts'

/** Bytes of all packages in an observation, half of what the collector takes as one body. */
const listBytesMax = 32 * 1024 * 1024
const packagesMax = 100_000
/** Packages that have fewer bytes in any case: five texts of 512 characters each, of up to six bytes in JSON. */
const uncheckedMax = 2_000

type Listed = { source: string; part: SoftwarePart }

/**
 * Returns the packages that an observation can hold. Sources of the machine come before those of its users, so that the
 * programs of a user displace no package of the system. `onCut` gets the source whose packages are left out.
 */
export function boundPackages(all: readonly Listed[], onCut: (source: string, what: string) => void): SoftwarePart[] {
  if (all.reduce((sum, { part }) => sum + part.length, 0) <= uncheckedMax) return all.map(({ part }) => part)
  let [bytes, packages] = [0, 0]
  return all.map(({ source, part }) => {
    const kept = part.filter((item) => {
      const size = JSON.stringify(item).length
      if (bytes + size > listBytesMax || packages >= packagesMax) return false
      bytes += size
      packages += 1
      return true
    })
    if (kept.length < part.length)
      onCut(source, `left out ${part.length - kept.length} of ${counted(part.length, 'package', 'packages')}`)
    return kept
  })
}
