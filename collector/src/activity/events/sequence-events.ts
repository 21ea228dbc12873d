import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { eventTables } from '../../store/schema/activity.ts'
import type { Tx } from '../../store/store.ts'
import type { EventRow } from './list-events.ts'

/** Called in the transaction that sequences the events: its writes happen exactly once for each event. */
export type FanOut = (tx: Tx, events: readonly EventRow[]) => Promise<void>

/** Events of one transaction. */
const eventsPerBatch = 500

/**
 * Assigns a position to events that have none. Returns the events, and whether there may be more.
 *
 * A reader reads by position: "everything after the last one I have". The ids cannot serve as positions. They are
 * created before their transaction commits, so on PostgreSQL an event with an older id may become visible after a
 * reader has passed it, and would never be sent. So the position is assigned later, to committed events: each batch
 * takes the next number of one counter row. The row lock keeps a second collector from taking a later number before the
 * first has committed. Batches therefore become visible in order, each at once, and within a batch the ids give the
 * order. None of this blocks the transactions that record events.
 */
export async function sequenceEvents(
  ctx: Pick<SystemContext, 'store'>,
  fanOut: FanOut,
): Promise<{ events: readonly EventRow[]; hasMore: boolean }> {
  const waiting = await ctx.store.read((db) => {
    const { events } = db.tables(eventTables)
    return db
      .select({ id: events.id })
      .from(events)
      .where(isNull(events.batch))
      .orderBy(asc(events.id))
      .limit(eventsPerBatch)
  })
  if (waiting.length === 0) return { events: [], hasMore: false }
  const ids = waiting.map(({ id }) => id)
  const events = await ctx.store.write(async (tx) => {
    const { events } = tx.tables(eventTables)
    const batch = await nextBatch(tx)
    // Events that another collector has just sequenced are skipped.
    const taken = await tx
      .update(events)
      .set({ batch })
      .where(and(inArray(events.id, ids), isNull(events.batch)))
      .returning()
    await fanOut(tx, taken)
    return taken
  })
  return { events, hasMore: waiting.length === eventsPerBatch }
}

async function nextBatch(tx: Tx): Promise<number> {
  const { eventBatches } = tx.tables(eventTables)
  await tx.insert(eventBatches).values({ id: 'events', last: 0 }).onConflictDoNothing()
  const [row] = await tx
    .update(eventBatches)
    .set({ last: sql`${eventBatches.last} + 1` })
    .where(eq(eventBatches.id, 'events'))
    .returning()
  if (!row) throw new Error('the counter of event batches is missing')
  return row.last
}
