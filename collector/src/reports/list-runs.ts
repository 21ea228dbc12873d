import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { ReportRun } from '@rollcall/shared/api/report.ts'
import { desc, eq } from 'drizzle-orm'
import { requireCapability } from '../lib/authorise.ts'
import type { Context } from '../lib/context.ts'
import { readPage } from '../store/page.ts'
import { reportTables } from '../store/schema/reports.ts'
import { requireReport } from './list-reports.ts'
import { toRuns } from './run-states.ts'

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
