import { eq } from 'drizzle-orm'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

/** Whether somebody can scan this segment; false for none, and in the No service state. */
export async function hasAuditService(db: Db, segmentId: string | null): Promise<boolean> {
  if (segmentId === null) return false
  const { segments } = db.tables(segmentTables)
  const [row] = await db.select({ id: segments.auditServiceId }).from(segments).where(eq(segments.id, segmentId))
  return row?.id != null
}
