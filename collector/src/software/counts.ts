import { sql } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import { among, excluded, insertChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'

/** How many installations of a product were added (or removed, below 0). */
export type Deltas = Map<string, number>

/** Adds to the counts of products and of their names. */
export async function addToCounts(tx: Tx, deltas: Deltas, now: string): Promise<void> {
  const { softwareCounts } = tx.tables(softwareTables)
  const bySubject: Deltas = new Map(deltas)
  for (const [productId, nameId] of await nameIdsOf(tx, [...deltas.keys()])) {
    bySubject.set(nameId, (bySubject.get(nameId) ?? 0) + (deltas.get(productId) ?? 0))
  }
  const rows = [...bySubject]
    .map(([subjectId, installations]) => ({ subjectId, installations, changedAt: now }))
    .filter(({ installations }) => installations !== 0)
    // Always in the same order: transactions of two collectors wait for each other rather than lock each other out.
    .sort((a, b) => (a.subjectId < b.subjectId ? -1 : 1))
  for (const chunk of insertChunks(softwareCounts, rows)) {
    await tx
      .insert(softwareCounts)
      .values(chunk)
      .onConflictDoUpdate({
        target: softwareCounts.subjectId,
        set: {
          installations: sql`${softwareCounts.installations} + ${excluded(softwareCounts.installations)}`,
          changedAt: excluded(softwareCounts.changedAt),
        },
      })
  }
}

async function nameIdsOf(tx: Tx, productIds: readonly string[]): Promise<[productId: string, nameId: string][]> {
  const { softwareProducts } = tx.tables(softwareTables)
  const rows = await tx
    .select({ id: softwareProducts.id, nameId: softwareProducts.nameId })
    .from(softwareProducts)
    .where(among(softwareProducts.id, productIds))
  return rows.map(({ id, nameId }) => [id, nameId])
}
