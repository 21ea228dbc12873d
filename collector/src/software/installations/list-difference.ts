import type { Software } from '@rollcall/shared/inventory/software.ts'
import { differingItems } from '../../matching/diff-software.ts'
import type { Tx } from '../../store/store.ts'
import { type Installed, readInstalled } from './read-installed.ts'

/** A list of a device's software, and the one before it, if available. */
export type SoftwareLists = { deviceId: string; list: readonly Software[]; before?: readonly Software[] | undefined }

/** New software of a device: a whole list, or its difference to what is installed. */
export type NewSoftware = { list: readonly Software[] } | (ListDifference & { installed: Installed })

/** Difference of two lists of software, product by product. Of several items of one product, the last counts. */
type ListDifference = {
  /** Installations that are new, or have another date. */
  put: Software[]
  removed: Software[]
  /** New items that differ in any way, from which the catalog may learn more. */
  differing: Software[]
}

/**
 * Compares new lists with those before. Where the list before is what the device has, only the difference counts: an
 * upgrade of three packages of 500 touches three products.
 */
export async function newSoftware(tx: Tx, lists: readonly SoftwareLists[]): Promise<Map<string, NewSoftware>> {
  const comparable = lists.filter(({ before }) => before).map(({ deviceId }) => deviceId)
  const stored = await readInstalled(tx, comparable)
  return new Map(
    lists.map(({ deviceId, before, list }): [string, NewSoftware] => {
      const installed = stored.get(deviceId)
      const isStored = before && installed?.products.length === countProducts(before)
      return [deviceId, isStored ? { ...differenceOf(before, list), installed } : { list }]
    }),
  )
}

/** Items whose products have to be in the catalog before the software is stored. */
export const itemsOf = (software: NewSoftware): readonly Software[] =>
  'list' in software ? software.list : [...software.differing, ...software.put, ...software.removed]

function differenceOf(before: readonly Software[], now: readonly Software[]): ListDifference {
  const [gone, come] = differingItems(before, now, isSame)
  const names = new Set([...gone, ...come].map(({ name }) => name))
  const had = productsOf(before, names)
  const has = productsOf(now, names)
  const put = [...has].filter(([key, item]) => !had.has(key) || had.get(key)?.installDate !== item.installDate)
  const removed = [...had].filter(([key]) => !has.has(key))
  return { put: put.map(([, item]) => item), removed: removed.map(([, item]) => item), differing: come }
}

/** Compares everything that the catalog or an installation takes from an item. */
const isSame = (one: Software, other: Software): boolean =>
  one.version === other.version &&
  one.name === other.name &&
  one.installDate === other.installDate &&
  one.architecture === other.architecture &&
  one.publisher === other.publisher &&
  one.source === other.source

/** The last item of each product with one of these names. */
const productsOf = (list: readonly Software[], names: ReadonlySet<string>): Map<string, Software> =>
  new Map(list.filter(({ name }) => names.has(name)).map((item) => [`${item.name}\0${item.version}`, item]))

/** Counts the products of a list in the order of `inOrder`; in another order possibly more. */
function countProducts(list: readonly Software[]): number {
  let count = 0
  let name: string | undefined
  const versions = new Set<string>()
  for (const item of list) {
    if (item.name !== name) versions.clear()
    name = item.name
    if (versions.has(item.version)) continue
    versions.add(item.version)
    count += 1
  }
  return count
}
