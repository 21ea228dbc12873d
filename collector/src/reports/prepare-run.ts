import type { PauseReason } from '@rollcall/shared/api/report.ts'
import type { View } from '@rollcall/shared/api/view.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, eq } from 'drizzle-orm'
import { currentCapabilities } from '../access/current-capabilities.ts'
import { notify } from '../activity/notifications/notify.ts'
import { sendReport } from '../activity/notifications/send-report.ts'
import { hasCapability } from '../lib/authorise.ts'
import { type Actor, type Context, nowOf, type SystemContext } from '../lib/context.ts'
import type { OutboxHandler } from '../outbox/dispatcher.ts'
import { reportTables } from '../store/schema/reports.ts'
import type { Db, Tx } from '../store/store.ts'
import { findView } from '../views/list-views.ts'
import type { ReportRow } from './list-reports.ts'
import { type ExportList, renderList } from './render-list.ts'
import { reportFile, reportText } from './report-text.ts'
import type { RunRow } from './run-states.ts'

type Due = { run: RunRow; report: ReportRow }

export type RunOptions = { baseUrl: string | undefined; exportList: ExportList }

/**
 * Creates the outbox handler that reads the list of a run with the rights of the report's owner at that time, and hands
 * it to its targets. A run that ends with a reason is not repeated; a failure of the store is. `baseUrl` is the address
 * of the web interface, if one is set.
 */
export function runHandler(ctx: SystemContext, { baseUrl, exportList }: RunOptions): OutboxHandler {
  return async (runId, signal) => {
    const due = await ctx.store.read((db) => findDue(db, runId))
    if (!due) return
    const allowed = await ctx.store.read((db) => requireRights(ctx, db, due.report))
    if (typeof allowed === 'string') return pause(ctx, due, allowed)
    const { actor, view } = allowed
    const owner: Context = { ...ctx, actor, siteId: due.report.siteId }
    const { format, timeZone } = due.report
    const list = await renderList(exportList, owner, { view, format, timeZone }, signal).catch((error: unknown) => {
      if (error instanceof DomainError) return error
      if (signal.aborted && isTimeout(signal.reason))
        return new DomainError('request_timeout', 'Reading took too long.')
      throw error
    })
    if (list instanceof DomainError) return endRun(ctx, due.run, `The list was not read: ${list.message}`)
    const { report, run } = due
    const text = reportText({ report, run, view, list, baseUrl })
    const file = list.content && (await reportFile(report, list.content))
    await ctx.store.write(async (tx) => {
      const { siteId, recipients, webhookIds } = report
      const sent = { siteId, reportId: report.id, ...text, file, recipients, webhookIds, timestamp: nowOf(ctx) }
      if (!(await isWaiting(tx, run.id))) return
      const notificationId = await sendReport(tx, sent)
      await finish(
        tx,
        run,
        notificationId === undefined
          ? { status: 'Failed', detail: 'It has no recipient, and its webhooks were deleted.', finishedAt: nowOf(ctx) }
          : { status: 'Prepared', notificationId, rows: list.rows, detail: list.detail, finishedAt: nowOf(ctx) },
      )
    })
    ctx.wakeOutbox()
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

async function findDue(db: Db, runId: string): Promise<Due | undefined> {
  const { reports, reportRuns } = db.tables(reportTables)
  const [due] = await db
    .select({ run: reportRuns, report: reports })
    .from(reportRuns)
    .innerJoin(reports, eq(reports.id, reportRuns.reportId))
    .where(and(eq(reportRuns.id, runId), eq(reportRuns.status, 'Waiting')))
  return due
}

/** Returns the owner with its present rights, and the view; or the reason why the report must pause. */
async function requireRights(
  ctx: SystemContext,
  db: Db,
  { siteId, viewId, ownerKind: kind, ownerId, ownerName: name }: ReportRow,
): Promise<PauseReason | { actor: Actor; view: View }> {
  if (ownerId === null) return 'owner_deleted'
  const capabilities = await currentCapabilities(ctx, db, { kind, id: ownerId }, siteId)
  const actor: Actor = { kind, id: ownerId, name, capabilities: capabilities ?? [], siteIds: [siteId] }
  if (!hasCapability(actor, 'Administrator')) return 'owner_without_permission'
  const view = viewId === null ? undefined : await findView(db, siteId, actor, viewId)
  return view ? { actor, view } : 'view_unavailable'
}

const pauseTexts: Record<PauseReason, string> = {
  owner_deleted: 'Its owner was deleted. An Administrator can take it over.',
  owner_without_permission: 'Its owner is disabled or expired, or is no longer an Administrator of this site.',
  view_unavailable: 'Its view was deleted, or is private to somebody else.',
}

/** Pauses a report until a person resolves the reason, and tells the people of the site once. */
async function pause(ctx: SystemContext, { run, report }: Due, reason: PauseReason): Promise<void> {
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const { reports } = tx.tables(reportTables)
    await tx
      .update(reports)
      .set({ pausedReason: reason, pausedSince: timestamp, nextRun: null })
      .where(eq(reports.id, report.id))
    await finish(tx, run, { status: 'Failed', detail: pauseTexts[reason], finishedAt: timestamp })
    const subject = `The report "${report.name}" is paused`
    const key = `report-paused:${run.id}`
    const text = `${pauseTexts[reason]}\n`
    await notify(tx, { siteId: report.siteId, template: 'Administrative', key, subject, text, timestamp })
  })
  ctx.log.warn({ report: report.id, reason }, 'report: paused')
  ctx.wakeOutbox()
}

async function endRun(ctx: SystemContext, run: RunRow, detail: string): Promise<void> {
  await ctx.store.write((tx) => finish(tx, run, { status: 'Failed', detail, finishedAt: nowOf(ctx) }))
  ctx.log.warn({ report: run.reportId, run: run.id, detail }, 'report: a run has failed')
}

async function isWaiting(tx: Tx, runId: string): Promise<boolean> {
  const { reportRuns } = tx.tables(reportTables)
  return (await tx.$count(reportRuns, and(eq(reportRuns.id, runId), eq(reportRuns.status, 'Waiting')))) > 0
}

async function finish(tx: Tx, { id }: RunRow, outcome: Partial<RunRow>): Promise<void> {
  const { reportRuns } = tx.tables(reportTables)
  await tx
    .update(reportRuns)
    .set(outcome)
    .where(and(eq(reportRuns.id, id), eq(reportRuns.status, 'Waiting')))
}
