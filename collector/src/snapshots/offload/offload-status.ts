import type { Alert } from '@rollcall/shared/api/alert.ts'
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

/**
 * Alert while Snapshot storage is on and refuses copies. The reason is for Administrators only, since it names the
 * storage.
 */
export async function failingAlert(db: Db, siteId: string): Promise<Alert[]> {
  const { offloadSites } = db.tables(offloadTables)
  const [site] = await db
    .select({ since: offloadSites.failingSince })
    .from(offloadSites)
    .where(eq(offloadSites.siteId, siteId))
  if (!site?.since || !(await siteSettings(db, siteId)).snapshotStorage.enabled) return []
  return [
    {
      id: `offload.failing:${siteId}`,
      kind: 'offload.failing',
      severity: 'warning',
      title: 'Snapshots are not copied to Snapshot storage',
      detail:
        'Nothing is lost: waiting snapshots are copied as soon as the storage accepts them. The settings show the error.',
      subjectId: siteId,
      since: site.since,
    },
  ]
}

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
