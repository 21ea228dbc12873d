import { newId } from '@rollcall/shared/ids.ts'
import { outboxTables } from '../store/schema/outbox.ts'
import { insertChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'

/** `lane`: where it goes, when one place must not keep all the senders; see `laneMax` of the dispatcher. */
type OutboxMessage = { kind: string; subjectId: string; lane?: string }

/**
 * Leaves a message to send once this transaction has committed; call `ctx.wakeOutbox()` after it. `now` is an
 * RFC 3339 time.
 */
export async function enqueue(tx: Tx, message: OutboxMessage, now: string): Promise<void> {
  await enqueueAll(tx, [message], now)
}

export async function enqueueAll(tx: Tx, messages: readonly OutboxMessage[], now: string): Promise<void> {
  const { outbox } = tx.tables(outboxTables)
  const rows = messages.map((message) => ({ id: newId(), ...message, createdAt: now, nextAttemptAt: now, attempts: 0 }))
  for (const chunk of insertChunks(outbox, rows)) await tx.insert(outbox).values(chunk)
}
