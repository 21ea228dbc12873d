import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { eventTables } from '../../store/schema/activity.ts'
import type { Tx } from '../../store/store.ts'
import type { EventRow } from './list-events.ts'

/** Called in the transaction that gives the events their place: what it writes is there exactly once for each. */
export type FanOut = (tx: Tx, events: readonly EventRow[]) => Promise<void>

/** Of one transaction. */
const eventsPerBatch = 500

/**
 * Gives events that have none yet their place among all, and says whether there may be more.
 *
 * A reader goes by place: "what came after the last one I have". The ids cannot be that place. They are made before
 * their transaction commits, so on PostgreSQL one that a reader looks for after a newer id may still become visible,
 * and it would never be sent. So the place is given afterwards, to what is committed: each batch takes the next number
 * of one counter row, whose row lock lets no second collector take a later number before the first has committed.
 * Batches thus become visible in their order, each at once, and within one the ids are the order. Nothing of this
 * holds up the transactions that record events.
 */
export async function sequenceEvents(ctx: Pick<SystemContext, 'store'>, fanOut: FanOut): Promise<boolean> {
  const waiting = await ctx.store.read((db) => {
    const { events } = db.tables(eventTables)
    return db
      .select({ id: events.id })
      .from(events)
      .where(isNull(events.batch))
      .orderBy(asc(events.id))
      .limit(eventsPerBatch)
  })
  if (waiting.length === 0) return false
  const ids = waiting.map(({ id }) => id)
  await ctx.store.write(async (tx) => {
    const { events } = tx.tables(eventTables)
    const batch = await nextBatch(tx)
    // Those that another collector has just taken have their place.
    const taken = await tx
      .update(events)
      .set({ batch })
      .where(and(inArray(events.id, ids), isNull(events.batch)))
      .returning()
    await fanOut(tx, taken)
  })
  return waiting.length === eventsPerBatch
}

async function nextBatch(tx: Tx): Promise<number> {
  const { eventBatches } = tx.tables(eventTables)
  await tx.insert(eventBatches).values({ id: 'events', last: 0 }).onConflictDoNothing()
  const [row] = await tx
    .update(eventBatches)
    .set({ last: sql`${eventBatches.last} + 1` })
    .where(eq(eventBatches.id, 'events'))
    .returning()
  if (!row) throw new Error('the counter of event batches is gone')
  return row.last
}
