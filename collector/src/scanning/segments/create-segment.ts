import type { CreateSegment, Segment } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import { nameTaken, toSegment } from './segment.ts'
import { validateSegment } from './validate-segment.ts'

/** Adds a segment. Names are unique on the site, ignoring case. */
export async function createSegment(ctx: Context, input: CreateSegment): Promise<Segment> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  const id = newId()
  const now = nowOf(ctx)
  const segment = await ctx.store.write(async (tx) => {
    const { addresses } = await validateSegment(tx, siteId, input)
    const made = toSegment(id, { ...input, addresses })
    const inserted = await tx
      .insert(tx.tables(segmentTables).segments)
      .values({ ...made, siteId, nameKey: made.name.toLowerCase(), createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) throw nameTaken(made.name)
    await recordChanges(tx, {
      siteId,
      actor: ctx.actor,
      timestamp: now,
      rows: [{ verb: 'Added', entity: 'Segment', entityId: id, to: made.name }],
    })
    const event = { type: 'segment.added' as const, subjectId: id, data: { name: made.name } }
    await recordEvents(tx, { siteId, timestamp: now, events: [event] })
    return made
  })
  ctx.wakeOutbox()
  return segment
}
