import { and, eq } from 'drizzle-orm'
import { type Context, nowOf } from '../../lib/context.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'
import { segmentOf } from './list-segments.ts'
import { recordModified } from './record-modified.ts'

type Reference = 'auditServiceId' | 'autoTagId' | 'scanScheduleId' | 'auditScheduleId'

/**
 * Removes a deleted record from every segment that refers to it, in the same transaction. Call `ctx.wakeOutbox()` after
 * it.
 */
export async function unassignSegments(ctx: Context, tx: Tx, field: Reference, id: string): Promise<void> {
  const { segments } = tx.tables(segmentTables)
  const having = and(eq(segments.siteId, ctx.siteId), eq(segments[field], id))
  const rows = await tx.select().from(segments).where(having)
  if (rows.length === 0) return
  await tx
    .update(segments)
    .set({ [field]: null })
    .where(having)
  const changes = rows.map(segmentOf).map((before) => ({ before, after: { ...before, [field]: null } }))
  await recordModified(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp: nowOf(ctx) }, changes)
}
