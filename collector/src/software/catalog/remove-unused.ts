import { and, asc, eq, gt, isNull, notExists } from 'drizzle-orm'
import { withSoftwareChanges } from '../../change-log/with-software-changes.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { among, chunks } from '../../store/sql.ts'
import type { Store } from '../../store/store.ts'

const productsPerRead = 5_000
const productsPerTurn = 500

type Unused = { id: string; number: number; nameId: string }

/**
 * Deletes products that were never installed. A very long list of software adds its products before its device is
 * stored (`addToCatalog`); the collector may be killed in between, or the device may be refused. Classified products
 * and those in the change log stay. `before` spares lists that are being stored now.
 */
export async function removeUnusedProducts(store: Store, before?: string): Promise<number> {
  let removed = 0
  let after: number | undefined = 0
  while (after !== undefined) {
    const { last, unused } = await readUnused(store, after, before)
    for (const some of chunks(unused, productsPerTurn)) removed += await remove(store, some)
    after = last
  }
  return removed
}

/** Reads products without a count. The count stays after the first installation. */
async function readUnused(store: Store, after: number, before: string | undefined) {
  return store.read(async (db) => {
    const { softwareProducts: products, softwareCounts: counts } = db.tables(softwareTables)
    const { id, number, nameId, softwareGroup, inScopeTagId, firstSeen } = products
    const rows = await db
      .select({ id, number, nameId, softwareGroup, inScopeTagId, firstSeen, counted: counts.product })
      .from(products)
      .leftJoin(counts, eq(counts.product, number))
      .where(gt(number, after))
      .orderBy(asc(number))
      .limit(productsPerRead)
    const unused = rows.filter(
      (row) =>
        row.counted === null &&
        row.softwareGroup === 'Regular' &&
        row.inScopeTagId === null &&
        (before === undefined || row.firstSeen < before),
    )
    const named = await withSoftwareChanges(
      db,
      unused.map((row) => row.id),
    )
    const last = rows.length === productsPerRead ? rows.at(-1)?.number : undefined
    return { last, unused: unused.filter((row) => !named.has(row.id)) }
  })
}

async function remove(store: Store, unused: readonly Unused[]): Promise<number> {
  return store.write(async (tx) => {
    const { softwareProducts, softwareNames, softwareCounts } = tx.tables(softwareTables)
    const isCounted = tx.select().from(softwareCounts).where(eq(softwareCounts.product, softwareProducts.number))
    const numbers = unused.map(({ number }) => number)
    const gone = await tx
      .delete(softwareProducts)
      .where(and(among(softwareProducts.number, numbers), notExists(isCounted)))
      .returning({ nameId: softwareProducts.nameId })
    const ofName = tx.select().from(softwareProducts).where(eq(softwareProducts.nameId, softwareNames.id))
    const emptied = among(
      softwareNames.id,
      gone.map(({ nameId }) => nameId),
    )
    const isUnset = and(eq(softwareNames.ownGroup, 'Regular'), isNull(softwareNames.inScopeTagId))
    await tx.delete(softwareNames).where(and(emptied, isUnset, notExists(ofName)))
    return gone.length
  })
}
