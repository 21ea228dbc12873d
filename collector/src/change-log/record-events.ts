import type { EventData, EventType } from '@rollcall/shared/api/event.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { eventTables } from '../store/schema/activity.ts'
import type { Tx } from '../store/store.ts'

/** An event. Its type decides its data. */
export type NewEvent = { [Type in EventType]: { type: Type; subjectId: string; data: EventData[Type] } }[EventType]

/** Records events in the transaction that causes them. Call `ctx.wakeOutbox()` after the commit. */
export async function recordEvents(
  tx: Tx,
  { siteId, timestamp, events: happened }: { siteId: string; timestamp: string; events: readonly NewEvent[] },
): Promise<void> {
  const { events } = tx.tables(eventTables)
  const rows = happened.map((event) => ({ id: newId(), siteId, createdAt: timestamp, ...event }))
  await tx.insertRows(events, rows)
}
