import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import { endTasksOf } from '../tasks/tasks-of-owner.ts'
import { requireSegment } from './list-segments.ts'

/** Deletes a segment and cancels its tasks. The devices found there stay. */
export async function deleteSegment(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const segment = await requireSegment(tx, siteId, id)
    expects?.(segment)
    const { segments } = tx.tables(segmentTables)
    await tx.delete(segments).where(eq(segments.id, id))
    await endTasksOf(tx, { segmentId: id }, { status: 'Cancelled' }, timestamp)
    const rows = [{ verb: 'Deleted' as const, entity: 'Segment', entityId: id, from: segment.name }]
    await recordChanges(tx, { siteId, actor: ctx.actor, timestamp, rows })
    const event = { type: 'segment.deleted' as const, subjectId: id, data: { name: segment.name } }
    await recordEvents(tx, { siteId, timestamp, events: [event] })
  })
  ctx.wakeOutbox()
}
