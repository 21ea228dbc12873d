import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Tx } from '../../store/store.ts'
import { byProduct, type InstallationKey, slots } from './stored-installations.ts'

/**
 * Number of recent installations from which those of one product fill about a page of the other table, which is then
 * written once for all of them.
 */
const foldedFrom = 250_000
/** Maximum rows of one transaction, a part of them from each slot. */
const rowsPerTurn = 4_000

/**
 * Moves recent installations to the table ordered by product, if there are many: product by product, in several
 * transactions.
 */
export async function foldRecentInstallations({ store }: SystemContext, from = foldedFrom): Promise<void> {
  const { recentInstallations } = store.tables(softwareTables)
  const isFull = await store.read(async (db) => (await db.$count(recentInstallations)) >= from)
  let last: InstallationKey | undefined = isFull ? { product: 0, device: 0 } : undefined
  while (last) {
    const before = last
    last = await store.write((tx) => foldPart(tx, before))
  }
}

/** Moves a part. Returns the last moved key; undefined if everything after `before` was moved. */
async function foldPart(tx: Tx, before: InstallationKey): Promise<InstallationKey | undefined> {
  const { installations, recentInstallations: recent } = tx.tables(softwareTables)
  const { product, device, installDate, firstSeen } = recent
  const keyIs = (operator: SQL, key: InstallationKey) =>
    sql`(${product}, ${device}) ${operator} (${key.product}, ${key.device})`
  const isAfter = keyIs(sql`>`, before)
  const ends: InstallationKey[] = []
  for (const slot of slots) {
    const ofSlot = tx
      .select({ product, device })
      .from(recent)
      .where(and(eq(recent.slot, slot), isAfter))
    const inOrder = ofSlot.orderBy(asc(product), asc(device))
    ends.push(...(await inOrder.limit(1).offset(rowsPerTurn / slots.length - 1)))
  }
  const [last] = ends.sort(byProduct)
  const part = and(inArray(recent.slot, slots), isAfter, last && keyIs(sql`<=`, last))
  const rows = tx.select({ product, device, installDate, firstSeen }).from(recent).where(part)
  await tx.insert(installations).select(rows.orderBy(asc(product), asc(device)))
  await tx.delete(recent).where(part)
  return last
}
