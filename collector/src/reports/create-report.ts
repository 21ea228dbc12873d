import { type CreateReport, type Report, reportLimits } from '@rollcall/shared/api/report.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../change-log/record-changes.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf } from '../lib/context.ts'
import { reportTables } from '../store/schema/reports.ts'
import { ownerColumns, ownerOf } from '../views/owners.ts'
import { requireReport } from './list-reports.ts'
import { nextReportRun, requireReportView, requireTargets } from './report-fields.ts'

/** Adds a report of the caller. Names are unique on the site, ignoring case. */
export async function createReport(ctx: Context, input: CreateReport): Promise<Report> {
  requireCapability(ctx, 'Administrator')
  const { siteId, actor } = ctx
  const next = nextReportRun(input, ctx.clock.now())
  const id = newId()
  const now = nowOf(ctx)
  return ctx.store.write(async (tx) => {
    const { reports } = tx.tables(reportTables)
    if ((await tx.$count(reports, eq(reports.siteId, siteId))) >= reportLimits.perSite) {
      throw new DomainError('limit_reached', `The site has ${reportLimits.perSite} reports, the maximum.`)
    }
    await requireReportView(tx, siteId, actor, input.viewId)
    await requireTargets(tx, siteId, input)
    const inserted = await tx
      .insert(reports)
      .values({
        id,
        siteId,
        ...input,
        nameKey: input.name.toLowerCase(),
        ...ownerColumns(ownerOf(actor)),
        nextRun: input.enabled ? next : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) throw reportNameTaken(input.name)
    const to = `${input.name} (${input.cron}, ${input.timeZone})`
    const rows = [{ verb: 'Added' as const, entity: 'Report', entityId: id, subject: input.name, to }]
    await recordChanges(tx, { siteId, actor, timestamp: now, rows })
    return requireReport(tx, siteId, id)
  })
}

export const reportNameTaken = (name: string): DomainError =>
  new DomainError('name_taken', `A report named "${name}" already exists.`)
