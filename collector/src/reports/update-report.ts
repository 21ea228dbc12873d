import type { PatchReport, Report } from '@rollcall/shared/api/report.ts'
import { eq } from 'drizzle-orm'
import { modifiedFields } from '../change-log/modified-fields.ts'
import { recordChanges } from '../change-log/record-changes.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../lib/context.ts'
import { isUniqueViolation } from '../store/errors.ts'
import { reportTables } from '../store/schema/reports.ts'
import type { Tx } from '../store/store.ts'
import { ownerColumns, ownerOf } from '../views/owners.ts'
import { reportNameTaken } from './create-report.ts'
import { requireReport } from './list-reports.ts'
import { nextReportRun, requireReportView, requireTargets } from './report-fields.ts'

/**
 * Updates the fields of the patch. The next run is recomputed from now if the schedule changes or the report resumes. A
 * paused report resumes when it gets another view or is enabled again, unless it has no owner.
 */
export async function updateReport(
  ctx: Context,
  id: string,
  patch: PatchReport,
  expects?: Precondition,
): Promise<Report> {
  return changeReport(ctx, id, expects, async (tx, before) => {
    const { viewId } = patch
    const isNewView = viewId !== undefined && viewId !== before.view?.id
    const view = isNewView ? await requireReportView(tx, ctx.siteId, before.owner ?? ctx.actor, viewId) : before.view
    const after = {
      ...before,
      name: patch.name ?? before.name,
      view,
      cron: patch.cron ?? before.cron,
      timeZone: patch.timeZone ?? before.timeZone,
      enabled: patch.enabled ?? before.enabled,
      format: patch.format ?? before.format,
      recipients: patch.recipients ?? before.recipients,
      webhookIds: patch.webhookIds ?? before.webhookIds,
    }
    if (patch.recipients || patch.webhookIds) await requireTargets(tx, ctx.siteId, after)
    const resumes = before.owner !== null && (patch.enabled === true || isNewView)
    return resumes ? { ...after, paused: null } : after
  })
}

/** Makes an Administrator the owner of a report, also if its owner was deleted. A paused report resumes. */
export async function takeOverReport(ctx: Context, id: string): Promise<Report> {
  const owner = ownerOf(ctx.actor)
  return changeReport(ctx, id, undefined, async (_, before) => ({ ...before, owner, paused: null }))
}

/** Deletes a report with its history. Deliveries that are under way continue. */
export async function deleteReport(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const { siteId, actor } = ctx
  await ctx.store.write(async (tx) => {
    const report = await requireReport(tx, siteId, id)
    expects?.(report)
    const { reports } = tx.tables(reportTables)
    await tx.delete(reports).where(eq(reports.id, id))
    const rows = [{ verb: 'Deleted' as const, entity: 'Report', entityId: id, from: report.name }]
    await recordChanges(tx, { siteId, actor, timestamp: nowOf(ctx), rows })
  })
}

async function changeReport(
  ctx: Context,
  id: string,
  expects: Precondition | undefined,
  change: (tx: Tx, before: Report) => Promise<Report>,
): Promise<Report> {
  requireCapability(ctx, 'Administrator')
  const { siteId, actor } = ctx
  return ctx.store.write(async (tx) => {
    const before = await requireReport(tx, siteId, id)
    expects?.(before)
    const changed = await change(tx, before)
    const nextRun = nextRunAfter(before, changed, ctx.clock.now())
    const { reports } = tx.tables(reportTables)
    await tx
      .update(reports)
      .set({ ...columnsOf(changed), nextRun })
      .where(eq(reports.id, id))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? reportNameTaken(changed.name) : error
      })
    const rows = modifiedFields(
      'Report',
      loggedNames,
      loggedFields(before),
      { id, ...loggedFields(changed) },
      changed.name,
    )
    await recordChanges(tx, { siteId, actor, timestamp: nowOf(ctx), rows })
    return requireReport(tx, siteId, id)
  })
}

function columnsOf({ name, view, cron, timeZone, enabled, format, recipients, webhookIds, owner, paused }: Report) {
  return {
    name,
    nameKey: name.toLowerCase(),
    viewId: view?.id ?? null,
    cron,
    timeZone,
    enabled,
    format,
    recipients,
    webhookIds,
    ...(owner && ownerColumns(owner)),
    ...(paused ? {} : { pausedReason: null, pausedSince: null }),
  }
}

function nextRunAfter(before: Report, changed: Report, now: Date): string | null {
  const isSame = (['cron', 'timeZone', 'enabled', 'paused'] as const).every((field) => before[field] === changed[field])
  if (isSame) return before.nextRun
  const next = nextReportRun(changed, now)
  return changed.enabled && !changed.paused ? next : null
}

const loggedNames = [
  'name',
  'view',
  'cron',
  'timeZone',
  'enabled',
  'format',
  'recipients',
  'webhooks',
  'owner',
] as const

const loggedFields = ({ name, view, cron, timeZone, enabled, format, recipients, webhookIds, owner }: Report) => ({
  name,
  view: view?.name ?? null,
  cron,
  timeZone,
  enabled,
  format,
  recipients,
  webhooks: webhookIds,
  owner: owner?.name ?? null,
})
