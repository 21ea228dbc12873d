import { eq, inArray } from 'drizzle-orm'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** Reports whether a segment has an Audit Service; false for no segment. */
export async function hasAuditService(db: Db, segmentId: string | null): Promise<boolean> {
  if (segmentId === null) return false
  const { segments } = db.tables(segmentTables)
  const [row] = await db.select({ id: segments.auditServiceId }).from(segments).where(eq(segments.id, segmentId))
  return row?.id != null
}

/** Returns the schedules that start work on these segments, by segment. */
export async function schedulesOfSegments(db: Db, segmentIds: readonly string[]): Promise<Map<string, string[]>> {
  const { segments } = db.tables(segmentTables)
  const rows = await db
    .select({ id: segments.id, scan: segments.scanScheduleId, audit: segments.auditScheduleId })
    .from(segments)
    .where(inArray(segments.id, [...new Set(segmentIds)]))
  return new Map(rows.map(({ id, scan, audit }) => [id, [scan, audit].filter((each) => each !== null)]))
}
