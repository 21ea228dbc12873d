import { dayMs } from '@rollcall/shared/durations.ts'
import { inArray, lt } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { eventTables } from '../../store/schema/activity.ts'

/** Longer than deliveries to a webhook are retried. */
export const eventRetentionMs = 7 * dayMs
/** Rows of one transaction, so that others get their turn. */
const rowsPerTurn = 2_000

/** Deletes events past their retention; a periodic job. */
export async function deleteOldEvents(ctx: SystemContext, time: TrustedTime): Promise<void> {
  const before = time.before(eventRetentionMs)
  let removed = rowsPerTurn
  while (removed === rowsPerTurn) {
    removed = await ctx.store.write(async (tx) => {
      const { events } = tx.tables(eventTables)
      const old = tx.select({ id: events.id }).from(events).where(lt(events.createdAt, before)).limit(rowsPerTurn)
      return (await tx.delete(events).where(inArray(events.id, old)).returning({ id: events.id })).length
    })
  }
}
