import { type ReportRun, type RunTrigger, reportLimits } from '@rollcall/shared/api/report.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { desc, eq, inArray } from 'drizzle-orm'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf } from '../lib/context.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { reportTables } from '../store/schema/reports.ts'
import type { Tx } from '../store/store.ts'
import { requireReport } from './list-reports.ts'
import { isUnderWay, type RunRow, toRuns } from './run-states.ts'

/** Runs of a report that may be under way at once: an unreachable mail server is retried for three days. */
const underWayMax = 3
const tooMany = `${underWayMax} earlier runs are still being delivered.`

export const reportMessageKind = 'report'

/** Runs a report now, with the rights of its owner. */
export async function requestRun(ctx: Context, reportId: string): Promise<ReportRun> {
  requireCapability(ctx, 'Administrator')
  const run = await ctx.store.write(async (tx) => {
    await requireReport(tx, ctx.siteId, reportId)
    if (await isBusy(tx, reportId)) throw new DomainError('report_running', tooMany)
    return queueRun(tx, { reportId, siteId: ctx.siteId, trigger: 'manual', dueAt: nowOf(ctx), now: nowOf(ctx) })
  })
  ctx.wakeOutbox()
  return run
}

type RunRequest = { reportId: string; siteId: string; trigger: RunTrigger; dueAt: string; now: string }

/** Adds a run that is due. It is skipped if too many earlier ones are under way. Call `ctx.wakeOutbox()` after the commit. */
export async function queueRun(tx: Tx, { reportId, siteId, trigger, dueAt, now }: RunRequest): Promise<ReportRun> {
  const run = { id: newId(), reportId, trigger, dueAt, rows: null, notificationId: null }
  const row: RunRow = (await isBusy(tx, reportId))
    ? { ...run, status: 'Skipped', finishedAt: now, detail: tooMany }
    : { ...run, status: 'Waiting', finishedAt: null, detail: null }
  const { reports, reportRuns } = tx.tables(reportTables)
  await tx.insert(reportRuns).values(row)
  await tx.update(reports).set({ lastRunId: row.id }).where(eq(reports.id, reportId))
  await dropOldRuns(tx, reportId)
  if (row.status === 'Waiting') {
    await enqueue(tx, { kind: reportMessageKind, subjectId: row.id, lane: `report:${siteId}` }, now)
  }
  const [shown] = await toRuns(tx, [row])
  if (!shown) throw new Error('a run was not read back')
  return shown
}

async function isBusy(tx: Tx, reportId: string): Promise<boolean> {
  const { reportRuns } = tx.tables(reportTables)
  const rows = await tx.select().from(reportRuns).where(eq(reportRuns.reportId, reportId))
  return (await toRuns(tx, rows)).filter(isUnderWay).length >= underWayMax
}

async function dropOldRuns(tx: Tx, reportId: string): Promise<void> {
  const { reportRuns } = tx.tables(reportTables)
  const ids = await tx
    .select({ id: reportRuns.id })
    .from(reportRuns)
    .where(eq(reportRuns.reportId, reportId))
    .orderBy(desc(reportRuns.id))
  const old = ids.slice(reportLimits.runs).map(({ id }) => id)
  if (old.length > 0) await tx.delete(reportRuns).where(inArray(reportRuns.id, old))
}
