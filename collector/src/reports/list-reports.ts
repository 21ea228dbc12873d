import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Report, ReportRun } from '@rollcall/shared/api/report.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { requireCapability } from '../lib/authorise.ts'
import type { Context } from '../lib/context.ts'
import { readPage } from '../store/page.ts'
import { reportTables } from '../store/schema/reports.ts'
import type { Db } from '../store/store.ts'
import { namedViews } from '../views/list-views.ts'
import { toRuns } from './run-states.ts'

export type ReportRow = ReturnType<typeof reportTables>['reports']['$inferSelect']

/** Lists the reports of the site, by name, then id. */
export async function listReports(ctx: Context, page: Page): Promise<List<Report>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    const { reports } = db.tables(reportTables)
    const where = eq(reports.siteId, ctx.siteId)
    const rows = db.select().from(reports).where(where).orderBy(asc(reports.nameKey), asc(reports.id))
    const { items, total } = await readPage(rows, db.$count(reports, where), page)
    return { items: await toReports(db, items), total }
  })
}

export async function getReport(ctx: Context, id: string): Promise<Report> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read((db) => requireReport(db, ctx.siteId, id))
}

/** Returns a report of the site; throws `not_found` if there is none. */
export async function requireReport(db: Db, siteId: string, id: string): Promise<Report> {
  const { reports } = db.tables(reportTables)
  const rows = await db
    .select()
    .from(reports)
    .where(and(eq(reports.id, id), eq(reports.siteId, siteId)))
  const [report] = await toReports(db, rows)
  if (!report) throw new DomainError('not_found', 'No report has this id on this site.')
  return report
}

async function toReports(db: Db, rows: readonly ReportRow[]): Promise<Report[]> {
  const views = await namedViews(
    db,
    rows.flatMap(({ viewId }) => viewId ?? []),
  )
  const { reportRuns } = db.tables(reportTables)
  const lastIds = rows.flatMap(({ lastRunId }) => lastRunId ?? [])
  const lastRuns = await toRuns(db, await db.select().from(reportRuns).where(inArray(reportRuns.id, lastIds)))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    view: viewOf(row, views),
    cron: row.cron,
    timeZone: row.timeZone,
    enabled: row.enabled,
    format: row.format,
    recipients: row.recipients,
    webhookIds: row.webhookIds,
    owner: row.ownerId === null ? null : { kind: row.ownerKind, id: row.ownerId, name: row.ownerName },
    paused: row.pausedReason === null ? null : { reason: row.pausedReason, since: row.pausedSince ?? row.createdAt },
    nextRun: row.nextRun,
    lastRun: lastRuns.find(({ id }) => id === row.lastRunId) ?? null,
    createdAt: row.createdAt,
  }))
}

function viewOf({ viewId }: ReportRow, views: Awaited<ReturnType<typeof namedViews>>): Report['view'] {
  const named = views.get(viewId ?? '')
  return viewId === null || !named ? null : { id: viewId, ...named }
}

/** Lists the runs of a report, newest first. */
export async function listRuns(ctx: Context, reportId: string, page: Page): Promise<List<ReportRun>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    await requireReport(db, ctx.siteId, reportId)
    const { reportRuns } = db.tables(reportTables)
    const where = eq(reportRuns.reportId, reportId)
    const rows = db.select().from(reportRuns).where(where).orderBy(desc(reportRuns.id))
    const { items, total } = await readPage(rows, db.$count(reportRuns, where), page)
    return { items: await toRuns(db, items), total }
  })
}
