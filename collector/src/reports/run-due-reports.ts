import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../lib/context.ts'
import { logFailure } from '../lib/log-failure.ts'
import { reportTables } from '../store/schema/reports.ts'
import type { Tx } from '../store/store.ts'
import type { ReportRow } from './list-reports.ts'
import { queueRun } from './queue-run.ts'
import { nextReportRun } from './report-fields.ts'

/** Queues the due runs. A report that fails is logged and retried at the next turn. */
export async function runDueReports(ctx: SystemContext): Promise<void> {
  const due = await ctx.store.read((db) => {
    const { reports } = db.tables(reportTables)
    return db
      .select()
      .from(reports)
      .where(lte(reports.nextRun, nowOf(ctx)))
      .orderBy(asc(reports.nextRun))
  })
  for (const report of due) {
    await runReport(ctx, report).catch((error: unknown) => {
      logFailure(ctx.log, error, 'a report could not be run; retrying', { report: report.id })
    })
  }
  if (due.length > 0) ctx.wakeOutbox()
}

/**
 * Queues the run of a report. The run and the next time are one transaction, so with several collectors each run is
 * queued once. The next time is computed from now: all runs missed while no collector was up are this one.
 */
async function runReport(ctx: SystemContext, report: ReportRow): Promise<void> {
  const { id, siteId, nextRun } = report
  if (nextRun === null) return
  await ctx.store.write(async (tx) => {
    const { reports } = tx.tables(reportTables)
    const claimed = await tx
      .update(reports)
      .set({ nextRun: nextReportRun(report, ctx.clock.now()) })
      .where(and(eq(reports.id, id), eq(reports.nextRun, nextRun)))
      .returning({ id: reports.id })
    if (claimed.length === 0) return
    await queueRun(tx, { reportId: id, siteId, trigger: 'schedule', dueAt: nextRun, now: nowOf(ctx) })
  })
}

/** Recomputes the next run of every report after the clock was set back. Due reports stay due. */
export async function rescheduleReports(tx: Tx, now: string): Promise<void> {
  const { reports } = tx.tables(reportTables)
  for (const report of await tx.select().from(reports).where(gt(reports.nextRun, now))) {
    const nextRun = nextReportRun(report, new Date(now))
    await tx.update(reports).set({ nextRun }).where(eq(reports.id, report.id))
  }
}
