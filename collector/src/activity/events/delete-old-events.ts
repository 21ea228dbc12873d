import { dayMs } from '@rollcall/shared/durations.ts'
import { inArray, lt } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { eventTables } from '../../store/schema/activity.ts'

/** Longer than a webhook is tried. */
export const eventRetentionMs = 7 * dayMs
/** Of one transaction, so that others get their turn. */
const rowsPerTurn = 2_000

/** Removes events that nobody can ask for any more; run now and then. */
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
