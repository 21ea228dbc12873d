import { changeDays, type SiteSummary, type SummaryQuery } from '@rollcall/shared/api/summary.ts'
import { countChangesPerDay } from '../../change-log/changes-per-day.ts'
import { countDevices } from '../../devices/list/count-devices.ts'
import type { Context } from '../../lib/context.ts'
import { auditServiceHealth } from '../../scanning/audit-services/read-audit-services.ts'
import { scanHealth } from '../../scanning/segments/scan-health.ts'
import { startsOfDays } from './starts-of-days.ts'

/** Summarizes a site: its devices, recent changes, and what needs attention. */
export async function summariseSite(ctx: Context, { timeZone }: SummaryQuery): Promise<SiteSummary> {
  const { siteId } = ctx
  const now = ctx.clock.now()
  const days = startsOfDays(now, timeZone, changeDays)
  return ctx.store.read(async (db) => {
    const [devices, changes, scans, auditServices] = await Promise.all([
      countDevices(db, siteId, now),
      countChangesPerDay(db, siteId, days),
      scanHealth(db, siteId, now),
      auditServiceHealth(db, siteId, now),
    ])
    return { devices, changes, scans, auditServices }
  })
}
