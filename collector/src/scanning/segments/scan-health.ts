import { type ScanProblem, type SiteSummary, scanProblemsMax } from '@rollcall/shared/api/summary.ts'
import { asc, eq } from 'drizzle-orm'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { lastDueOfSchedules } from '../schedules/list-schedules.ts'
import { isBeingScanned, lastScanOf } from '../tasks/last-scan.ts'

/** Time from a due scan to its end after which the scan is late. */
const lateAfterMs = 60 * 60_000

/** Lists the segments of a site whose scans fail, are late, or cannot run. */
export async function scanHealth(db: Db, siteId: string, now: Date): Promise<SiteSummary['scans']> {
  const { segments } = db.tables(segmentTables)
  const rows = await db
    .select({
      id: segments.id,
      name: segments.name,
      auditServiceId: segments.auditServiceId,
      scanScheduleId: segments.scanScheduleId,
      lastScan: segments.lastScan,
      createdAt: segments.createdAt,
      isActive: isBeingScanned(db, segments.id),
      ...lastScanOf(db, segments.id),
    })
    .from(segments)
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(segments.nameKey), asc(segments.id))
  const due = await lastDueOfSchedules(db, siteId, 'scan', new Date(now.getTime() - lateAfterMs))
  const problems = rows.flatMap((row): ScanProblem[] => {
    const found = problemOf(row, row.scanScheduleId === null ? undefined : due.get(row.scanScheduleId))
    return found ? [{ segmentId: row.id, segmentName: row.name, ...found }] : []
  })
  return { segments: rows.length, problems: problems.slice(0, scanProblemsMax), problemsTotal: problems.length }
}

type Row = {
  auditServiceId: string | null
  scanScheduleId: string | null
  lastScan: string | null
  createdAt: string
  isActive: boolean
  status: string | null
  finishedAt: string | null
  error: string | null
}

function problemOf(row: Row, due: string | undefined): Pick<ScanProblem, 'problem' | 'since' | 'detail'> | undefined {
  if (row.scanScheduleId !== null && row.auditServiceId === null) {
    return { problem: 'unserved', since: null, detail: null }
  }
  if (row.status !== null && row.status !== 'Success') {
    return { problem: 'failed', since: row.finishedAt, detail: row.error }
  }
  const since = row.lastScan ?? row.createdAt
  return due !== undefined && since < due && !row.isActive ? { problem: 'late', since: due, detail: null } : undefined
}
