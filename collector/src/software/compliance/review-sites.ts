import { eq } from 'drizzle-orm'
import { nextComputers } from '../../device-records/computers-with-compliance.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { complianceTables } from '../../store/schema/software.ts'
import type { Db, Tx } from '../../store/store.ts'
import { devicesPerTurn, judgeRun } from './judge-devices.ts'

/** Reviews the computers of every site whose rules have changed, in several transactions. */
export async function reviewSites(system: SystemContext): Promise<void> {
  const waiting = await system.store.read((db) => {
    const { complianceReviews } = db.tables(complianceTables)
    return db.select({ siteId: complianceReviews.siteId }).from(complianceReviews)
  })
  for (const { siteId } of waiting) await reviewSite(system, siteId)
}

/** Reviews one site; resolves when nothing of it is pending. */
export async function reviewSite(system: SystemContext, siteId: string): Promise<void> {
  let waits = (await system.store.read((db) => reviewOf(db, siteId))) !== undefined
  while (waits) {
    waits = await system.store.write((tx) => judgeNext(tx, siteId, nowOf(system)))
    system.wakeOutbox()
  }
}

async function judgeNext(tx: Tx, siteId: string, now: string): Promise<boolean> {
  const review = await reviewOf(tx, siteId)
  if (!review) return false
  const { complianceReviews } = tx.tables(complianceTables)
  const ofSite = eq(complianceReviews.siteId, siteId)
  const ids = await nextComputers(tx, siteId, review.afterDeviceId, devicesPerTurn)
  await judgeRun(tx, siteId, ids, now)
  const last = ids.at(-1)
  if (last === undefined) await tx.delete(complianceReviews).where(ofSite)
  else await tx.update(complianceReviews).set({ afterDeviceId: last }).where(ofSite)
  return last !== undefined
}

async function reviewOf(db: Db, siteId: string) {
  const { complianceReviews } = db.tables(complianceTables)
  const [row] = await db.select().from(complianceReviews).where(eq(complianceReviews.siteId, siteId))
  return row
}

/**
 * Requests a review of all devices of the site, after a change that can affect any of them, such as a product's group.
 */
export async function requestReview(tx: Tx, siteId: string): Promise<void> {
  const { complianceReviews } = tx.tables(complianceTables)
  await tx
    .insert(complianceReviews)
    .values({ siteId, afterDeviceId: '' })
    .onConflictDoUpdate({ target: complianceReviews.siteId, set: { afterDeviceId: '' } })
}
