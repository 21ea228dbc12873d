import type { Alert } from '@rollcall/shared/api/alert.ts'
import { and, inArray, isNull } from 'drizzle-orm'
import { holdTables } from '../../store/schema/operations.ts'
import type { Db } from '../../store/store.ts'
import { describeHold } from './describe-held-job.ts'

/** Lists alerts for held jobs of the site, and of whole collectors. */
export async function holdAlerts(db: Db, siteId: string): Promise<Alert[]> {
  const { jobHolds } = db.tables(holdTables)
  const rows = await db
    .select()
    .from(jobHolds)
    .where(and(inArray(jobHolds.siteId, ['', siteId]), isNull(jobHolds.confirmedAt)))
  return rows.map((row) => {
    const { title, detail, action } = describeHold(row)
    return {
      id: `${kindOf(row.job)}:${row.id}`,
      kind: kindOf(row.job),
      severity: 'error' as const,
      title,
      detail,
      subjectId: row.siteId || siteId,
      since: row.since,
      confirmation: { count: row.count, action },
    }
  })
}

const kindOf = (job: string) => (job === 'clock' ? ('clock.leapt' as const) : ('retention.held' as const))
