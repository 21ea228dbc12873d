import type { CloudEvent } from '@rollcall/shared/api/event.ts'
import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { eventTables } from '../../store/schema/activity.ts'
import type { Db } from '../../store/store.ts'

export type EventRow = ReturnType<typeof eventTables>['events']['$inferSelect']

/** Position of the last event that a reader has received. */
type Cursor = { batch: number; id: string }

type ReadContext = Pick<SystemContext, 'store'>

/** Returns the last batch number; 0 before the first batch. */
export async function lastBatch(ctx: ReadContext): Promise<number> {
  return ctx.store.read(async (db) => {
    const [row] = await db.select().from(db.tables(eventTables).eventBatches)
    return row?.last ?? 0
  })
}

/**
 * Returns the position from which a reader continues after the event of this id, or the oldest stored event if that one
 * was deleted. Without an id, the reader starts with events from now on.
 */
export async function cursorAfter(ctx: ReadContext, siteId: string, eventId: string | undefined): Promise<Cursor> {
  if (eventId === undefined) return { batch: (await lastBatch(ctx)) + 1, id: '' }
  const [event] = await ctx.store.read((db) => {
    const { events } = db.tables(eventTables)
    return db
      .select({ batch: events.batch })
      .from(events)
      .where(and(eq(events.id, eventId), eq(events.siteId, siteId)))
  })
  return { batch: event?.batch ?? 0, id: event ? eventId : '' }
}

/** Lists the site's events after the cursor, in order. */
export async function eventsAfter(
  ctx: ReadContext,
  siteId: string,
  { batch, id }: Cursor,
  limit: number,
): Promise<EventRow[]> {
  return ctx.store.read((db) => {
    const { events } = db.tables(eventTables)
    const isAfter = or(gt(events.batch, batch), and(eq(events.batch, batch), gt(events.id, id)))
    return db
      .select()
      .from(events)
      .where(and(eq(events.siteId, siteId), isAfter))
      .orderBy(asc(events.batch), asc(events.id))
      .limit(limit)
  })
}

/** Finds an event; undefined after it was deleted. */
export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  const { events } = db.tables(eventTables)
  const [row] = await db.select().from(events).where(eq(events.id, id))
  return row
}

/**
 * Converts an event to CloudEvents 1.0. `source` and `id` together identify an event permanently. The cast: a row has the
 * type and the data of one `NewEvent`, which its columns cannot express.
 */
export function toCloudEvent({ id, siteId, type, subjectId, createdAt, data }: EventRow): CloudEvent {
  return {
    specversion: '1.0',
    id,
    source: `/sites/${siteId}`,
    type: `rollcall.${type}`,
    subject: subjectId,
    time: createdAt,
    datacontenttype: 'application/json',
    data,
  } as CloudEvent
}
