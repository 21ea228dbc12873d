import type { SnapshotStorageState } from '@rollcall/shared/api/snapshot-storage.ts'
import { type AnyColumn, count, eq, exists, min, type SQL, sql } from 'drizzle-orm'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { siteSettings } from '../../sites/settings.ts'
import { offloadTables } from '../../store/schema/snapshots.ts'
import { uuidText } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** State of the offload on the caller's site. Needs the Administrator capability, as the settings do. */
export async function snapshotStorageState(ctx: Context): Promise<SnapshotStorageState> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    const { offloadQueue: queue, offloadSites: sites } = db.tables(offloadTables)
    const [waiting] = await db
      .select({ n: count(), oldest: min(queue.queuedAt) })
      .from(queue)
      .where(eq(queue.siteId, ctx.siteId))
    const [site] = await db.select().from(sites).where(eq(sites.siteId, ctx.siteId))
    const error = site && {
      code: site.lastErrorCode,
      detail: site.lastErrorDetail,
      at: site.lastErrorAt,
    }
    return {
      enabled: (await siteSettings(db, ctx.siteId)).snapshotStorage.enabled,
      waiting: waiting?.n ?? 0,
      oldestWaiting: waiting?.oldest ?? null,
      sent: site?.sent ?? 0,
      failedAttempts: site?.failedAttempts ?? 0,
      failingSince: site?.failingSince ?? null,
      nextAttempt: site?.retryAt ?? null,
      lastError: error?.code && error.at ? { code: error.code, detail: error.detail ?? '', at: error.at } : null,
      lastSuccess: site?.lastSuccess ?? null,
    }
  })
}

/** Snapshots in `snapshotId` that have yet to be copied to their site's bucket. */
export function waitsForCopy(db: Db, snapshotId: AnyColumn): SQL {
  const { offloadQueue: queue } = db.tables(offloadTables)
  return exists(
    db
      .select({ one: sql`1` })
      .from(queue)
      .where(eq(queue.snapshotId, uuidText(snapshotId))),
  )
}
