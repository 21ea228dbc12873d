import { count, eq, min } from 'drizzle-orm'
import { offloadTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'

/** Counts up to this number, so that the cost of a call has a limit while a storage is away for long. */
const backlogCountMax = 100_000

/** State of a site's copies to Snapshot storage; undefined if it never had any. */
export async function offloadBacklog(db: Db, siteId: string) {
  const { offloadQueue: queue, offloadSites: sites } = db.tables(offloadTables)
  const [site] = await db
    .select({ sent: sites.sent, failedAttempts: sites.failedAttempts, failingSince: sites.failingSince })
    .from(sites)
    .where(eq(sites.siteId, siteId))
  if (!site) return undefined
  const some = db
    .select({ queuedAt: queue.queuedAt })
    .from(queue)
    .where(eq(queue.siteId, siteId))
    .limit(backlogCountMax)
    .as('some')
  const [row] = await db.select({ snapshots: count(), oldest: min(some.queuedAt) }).from(some)
  return { ...site, snapshots: row?.snapshots ?? 0, oldest: row?.oldest ?? undefined }
}
