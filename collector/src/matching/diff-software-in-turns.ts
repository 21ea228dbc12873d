import type { Software } from '@rollcall/shared/inventory/software.ts'
import { groupNameOf } from '@rollcall/shared/inventory/software-name.ts'
import { inTurns, itemsPerTurn, type Pause } from '../lib/in-turns.ts'
import { differingItems, diffSoftware, type SoftwareChange } from './diff-software.ts'

/** Runs `diffSoftware`, and lets other work run in between if there is much to compare. */
export async function diffSoftwareInTurns(
  before: readonly Software[],
  after: readonly Software[],
  pause: Pause,
): Promise<SoftwareChange[]> {
  const compared = differingItems(before, after).flat()
  return compared.length <= itemsPerTurn ? diffSoftware(before, after) : diffByName(before, after, pause)
}

/**
 * Compares name by name, with the result of a comparison of all together: only products with one name can be upgrades
 * of each other, and names are their order too.
 */
async function diffByName(
  before: readonly Software[],
  after: readonly Software[],
  pause: Pause,
): Promise<SoftwareChange[]> {
  const products = new Map<string, { gone: Software[]; come: Software[] }>()
  const addTo = (side: 'gone' | 'come') => (item: Software) => {
    const name = groupNameOf(item).name.toLowerCase()
    const product = products.get(name) ?? { gone: [], come: [] }
    product[side].push(item)
    products.set(name, product)
  }
  await inTurns(before, addTo('gone'), pause)
  await inTurns(after, addTo('come'), pause)
  const ordered = [...products].sort(([a], [b]) => (a < b ? -1 : 1))
  const changes: SoftwareChange[] = []
  const compare = ([, { gone, come }]: (typeof ordered)[number]) => {
    for (const change of diffSoftware(gone, come)) changes.push(change)
  }
  await inTurns(ordered, compare, pause)
  return changes
}
