import { softwareTables } from '../../store/schema/software.ts'
import type { Tx } from '../../store/store.ts'

/** How many installations of a product, told by its number, were added (or removed, below 0). */
export type Deltas = Map<number, number>

export const addDelta = (deltas: Deltas, product: number, n: number) =>
  deltas.set(product, (deltas.get(product) ?? 0) + n)

/** Adds to the counts of products; those of a name are summed up where it is shown. */
export async function addToCounts(tx: Tx, deltas: Deltas, now: string): Promise<void> {
  const rows = [...deltas]
    .map(([product, installations]) => ({ product, installations, changedAt: now }))
    .filter(({ installations }) => installations !== 0)
    // Always in the same order: transactions of two collectors wait for each other rather than lock each other out.
    .sort((a, b) => a.product - b.product)
  const { softwareCounts } = tx.tables(softwareTables)
  await tx.upsertRows(softwareCounts, rows, { target: ['product'], set: ['changedAt'], add: ['installations'] })
}
