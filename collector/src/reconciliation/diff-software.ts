import type { Software } from '@rollcall/shared/inventory/software.ts'

/** `from` and `to` are versions; null where the product was not there. */
export type SoftwareChange = {
  verb: 'Added' | 'Modified' | 'Deleted'
  name: string
  from: string | null
  to: string | null
}

type Installed = Pick<Software, 'name' | 'version' | 'architecture'>

/**
 * What was installed, upgraded and removed. A product is a name and an architecture; where versions of it went and
 * others came, the highest of each are one upgrade. Several versions side by side, such as kernels, are each their own.
 */
export function diffSoftware(before: readonly Installed[], after: readonly Installed[]): SoftwareChange[] {
  const old = versionsByProduct(before)
  const now = versionsByProduct(after)
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort()
  return keys.flatMap((key) => {
    const from = old.get(key)?.versions ?? new Set<string>()
    const to = now.get(key)?.versions ?? new Set<string>()
    const name = (now.get(key) ?? old.get(key))?.name ?? ''
    const gone = [...from].filter((version) => !to.has(version)).sort(newestFirst)
    const come = [...to].filter((version) => !from.has(version)).sort(newestFirst)
    return Array.from({ length: Math.max(gone.length, come.length) }, (_, index): SoftwareChange => {
      const left = gone[index] ?? null
      const right = come[index] ?? null
      return { verb: left === null ? 'Added' : right === null ? 'Deleted' : 'Modified', name, from: left, to: right }
    })
  })
}

function versionsByProduct(list: readonly Installed[]): Map<string, { name: string; versions: Set<string> }> {
  const products = new Map<string, { name: string; versions: Set<string> }>()
  for (const { name, version, architecture = '' } of list) {
    const key = `${name}\n${architecture}`
    const product = products.get(key)
    if (product) product.versions.add(version)
    else products.set(key, { name, versions: new Set([version]) })
  }
  return products
}

const collator = new Intl.Collator('en', { numeric: true })
const newestFirst = (a: string, b: string) => collator.compare(b, a) || (a < b ? 1 : -1)
