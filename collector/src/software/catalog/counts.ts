import { softwareTables } from '../../store/schema/software.ts'
import type { Tx } from '../../store/store.ts'

/** Changes of installation counts, by product number; negative for removed installations. */
export type Deltas = Map<number, number>

export const addDelta = (deltas: Deltas, product: number, n: number) =>
  deltas.set(product, (deltas.get(product) ?? 0) + n)

/** Adds to the counts of products. The count of a name is summed up when it is read. */
export async function addToCounts(tx: Tx, deltas: Deltas, now: string): Promise<void> {
  const rows = [...deltas]
    .map(([product, installations]) => ({ product, installations, changedAt: now }))
    .filter(({ installations }) => installations !== 0)
    // A fixed order, so that transactions of two collectors wait for each other and never deadlock.
    .sort((a, b) => a.product - b.product)
  const { softwareCounts } = tx.tables(softwareTables)
  await tx.upsertRows(softwareCounts, rows, { target: ['product'], set: ['changedAt'], add: ['installations'] })
}
