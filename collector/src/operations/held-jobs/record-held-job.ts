import { newId } from '@rollcall/shared/ids.ts'
import { and, eq, type SQL } from 'drizzle-orm'
import { type HeldJob, holdTables } from '../../store/schema/operations.ts'
import type { Db, Tx } from '../../store/store.ts'

export type { HeldJob } from '../../store/schema/operations.ts'

/** Key of a held job. `subject` names a collector if the job concerns its clock. */
type HoldKey = { siteId: string; job: HeldJob; subject: string }
export type Hold = HoldKey & { count: number; total: number }

function ofKey(db: Db, { siteId, job, subject }: HoldKey): SQL | undefined {
  const { jobHolds } = db.tables(holdTables)
  return and(eq(jobHolds.siteId, siteId), eq(jobHolds.job, job), eq(jobHolds.subject, subject))
}

async function find(db: Db, key: HoldKey) {
  const { jobHolds } = db.tables(holdTables)
  const [row] = await db.select().from(jobHolds).where(ofKey(db, key))
  return row
}

/** Returns the count that a person confirmed for this job; undefined if nobody did. */
export async function confirmedCount(db: Db, key: HoldKey): Promise<number | undefined> {
  const row = await find(db, key)
  return row && row.confirmedAt !== null ? row.count : undefined
}

/**
 * Records a hold. A changed count needs a new confirmation. Returns the id of a new hold, so that people are notified
 * once.
 */
export async function recordHold(tx: Tx, { count, total, ...key }: Hold, now: string): Promise<string | undefined> {
  const { jobHolds } = tx.tables(holdTables)
  const row = await find(tx, key)
  if (!row) {
    const id = newId()
    await tx.insert(jobHolds).values({ id, ...key, count, total, since: now, confirmedAt: null })
    return id
  }
  if (row.count !== count || row.total !== total || row.confirmedAt !== null) {
    await tx.update(jobHolds).set({ count, total, confirmedAt: null }).where(eq(jobHolds.id, row.id))
  }
  return undefined
}

/** Ends a hold, after the job has run or the reason for the hold is gone. */
export async function releaseHold(tx: Tx, key: HoldKey): Promise<void> {
  await tx.delete(tx.tables(holdTables).jobHolds).where(ofKey(tx, key))
}

export const isHeld = async (db: Db, key: HoldKey): Promise<boolean> => (await find(db, key)) !== undefined
