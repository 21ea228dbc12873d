import type { StorageProblemCode } from '@rollcall/shared/api/snapshot-storage.ts'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { recordEvents } from '../../change-log/record-events.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { later } from '../../lib/shift-time.ts'
import { siteSettings } from '../../sites/settings.ts'
import { offloadTables } from '../../store/schema/snapshots.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { StorageProblem } from './storage-errors.ts'

export type OffloadContext = Pick<Context, 'store' | 'clock' | 'vault' | 'log' | 'outbound' | 'wakeOutbox' | 'siteId'>

const snapshotsPerTurnMax = 64
/** Renewed during the turn: the turn of a killed collector ends after this time. */
const leaseMs = 9_000
export const leaseRenewalMs = leaseMs / 3

/** Outcome of one turn. Snapshots in none of the lists keep waiting. */
export type TurnResult = {
  sent: string[]
  /** Snapshots that were deleted here since. */
  gone: string[]
  /** Refused individually: others may succeed. */
  refused: string[]
  problem: StorageProblem | undefined
}

/**
 * Reports whether a turn is worth starting: storage is on, snapshots wait, no collector has the turn, and the pause
 * after a failure is over. `beginTurn` decides finally.
 */
export async function mayBegin(ctx: OffloadContext): Promise<boolean> {
  const now = nowOf(ctx)
  return ctx.store.read(async (db) => {
    const { offloadSites: sites } = db.tables(offloadTables)
    const [held] = await db
      .select({ siteId: sites.siteId })
      .from(sites)
      .where(and(eq(sites.siteId, ctx.siteId), or(gt(sites.retryAt, now), gt(sites.leaseUntil, now))))
    if (held || (await dueSnapshots(db, ctx.siteId, now, 1)).length === 0) return false
    return (await siteSettings(db, ctx.siteId)).snapshotStorage.enabled
  })
}

/**
 * Claims the snapshots that only this collector may send for the site until the lease ends, oldest first. undefined if
 * another collector has the turn or the pause after a failure is not over. After a failure it is a single one, to test
 * whether the service is back before everything is sent to it.
 */
export async function beginTurn(ctx: OffloadContext): Promise<string[] | undefined> {
  const now = nowOf(ctx)
  return ctx.store.write(async (tx) => {
    const { offloadSites: sites } = tx.tables(offloadTables)
    await tx.insert(sites).values({ siteId: ctx.siteId, sent: 0, failedAttempts: 0, failures: 0 }).onConflictDoNothing()
    const [site] = await tx
      .update(sites)
      .set({ leaseUntil: later(now, leaseMs) })
      .where(
        and(
          eq(sites.siteId, ctx.siteId),
          or(isNull(sites.leaseUntil), lte(sites.leaseUntil, now)),
          or(isNull(sites.retryAt), lte(sites.retryAt, now)),
        ),
      )
      .returning()
    return site && dueSnapshots(tx, ctx.siteId, now, site.failures > 0 ? 1 : snapshotsPerTurnMax)
  })
}

/** Renews the lease of the current turn. */
export async function renewTurn(ctx: OffloadContext): Promise<void> {
  const leaseUntil = later(nowOf(ctx), leaseMs)
  await ctx.store.write(async (tx) => {
    const { offloadSites: sites } = tx.tables(offloadTables)
    await tx
      .update(sites)
      .set({ leaseUntil })
      .where(and(eq(sites.siteId, ctx.siteId), isNotNull(sites.leaseUntil)))
  })
}

/** Ids of snapshots to send now, in order. */
async function dueSnapshots(db: Db, siteId: string, now: string, limit: number): Promise<string[]> {
  const { offloadQueue: queue } = db.tables(offloadTables)
  const rows = await db
    .select({ snapshotId: queue.snapshotId })
    .from(queue)
    .where(and(eq(queue.siteId, siteId), lte(queue.nextAttemptAt, now)))
    .orderBy(asc(queue.nextAttemptAt), asc(queue.snapshotId))
    .limit(limit)
  return rows.map(({ snapshotId }) => snapshotId)
}

/** Ends a turn: removes sent snapshots from the queue, records the state of the storage, and permits the next turn. */
export async function endTurn(ctx: OffloadContext, { sent, gone, refused, problem }: TurnResult): Promise<void> {
  const now = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const { offloadQueue: queue, offloadSites: sites } = tx.tables(offloadTables)
    await tx.delete(queue).where(inArray(queue.snapshotId, gone))
    // Counted by the rows that were still there: after the end of a lease another collector can have sent it too.
    const counted = await tx.delete(queue).where(inArray(queue.snapshotId, sent)).returning({ id: queue.snapshotId })
    await postpone(tx, refused, now)
    const [site] = await tx
      .update(sites)
      .set({
        leaseUntil: null,
        sent: sql`${sites.sent} + ${counted.length}`,
        ...(sent.length > 0 ? { lastSuccess: now, failures: 0, failingSince: null, retryAt: null } : {}),
      })
      .where(eq(sites.siteId, ctx.siteId))
      .returning()
    if (problem && site) await recordFailure(tx, site, problem, now)
  })
  if (problem) {
    ctx.log.warn(
      { siteId: ctx.siteId, code: problem.code, reason: problem.message },
      'offload: snapshots not copied yet',
    )
    ctx.wakeOutbox()
  }
}

type Site = ReturnType<typeof offloadTables>['offloadSites']['$inferSelect']

async function recordFailure(tx: Tx, site: Site, { code, message }: StorageProblem, now: string): Promise<void> {
  const { offloadSites: sites } = tx.tables(offloadTables)
  const failures = site.failures + 1
  await tx
    .update(sites)
    .set({
      failures,
      failedAttempts: site.failedAttempts + 1,
      failingSince: site.failingSince ?? now,
      retryAt: later(now, waitMs(failures, 1_000, 5 * 60_000)),
      lastErrorCode: code,
      lastErrorDetail: message,
      lastErrorAt: now,
    })
    .where(eq(sites.siteId, site.siteId))
  if (site.failingSince === null) await notifyOfFailure(tx, site.siteId, code, message, now)
}

/** Emits one event for each period of failures. */
async function notifyOfFailure(tx: Tx, siteId: string, code: StorageProblemCode, detail: string, now: string) {
  const events = [{ type: 'offload.failed' as const, subjectId: siteId, data: { code, detail } }]
  await recordEvents(tx, { siteId, timestamp: now, events })
}

async function postpone(tx: Tx, refused: readonly string[], now: string): Promise<void> {
  const { offloadQueue: queue } = tx.tables(offloadTables)
  const rows = await tx
    .select()
    .from(queue)
    .where(inArray(queue.snapshotId, [...refused]))
  for (const { snapshotId, refusals } of rows) {
    await tx
      .update(queue)
      .set({ refusals: refusals + 1, nextAttemptAt: later(now, waitMs(refusals + 1, 60_000, 60 * 60_000)) })
      .where(eq(queue.snapshotId, snapshotId))
  }
}

/** Waits `first`, twice that and so on to `longest`, less up to half of it so that sites do not return together. */
function waitMs(failures: number, first: number, longest: number): number {
  return Math.round(Math.min(longest, first * 2 ** Math.min(failures - 1, 20)) * (1 - Math.random() / 2))
}
