import { newId } from '@rollcall/shared/ids.ts'
import { outboxTables } from '../store/schema/outbox.ts'
import { insertChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'

/**
 * `lane` is the concurrency group, so that one destination does not occupy all senders; see `groupMax` of the
 * dispatcher.
 */
type OutboxMessage = { kind: string; subjectId: string; lane?: string }

/**
 * Queues a message to be sent once this transaction has committed. Call `ctx.wakeOutbox()` after it. `now` is an RFC
 * 3339 time.
 */
export async function enqueue(tx: Tx, message: OutboxMessage, now: string): Promise<void> {
  await enqueueAll(tx, [message], now)
}

export async function enqueueAll(tx: Tx, messages: readonly OutboxMessage[], now: string): Promise<void> {
  const { outbox } = tx.tables(outboxTables)
  const rows = messages.map((message) => ({ id: newId(), ...message, createdAt: now, nextAttemptAt: now, attempts: 0 }))
  for (const chunk of insertChunks(outbox, rows)) await tx.insert(outbox).values(chunk)
}
