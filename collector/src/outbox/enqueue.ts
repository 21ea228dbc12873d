import { newId } from '@rollcall/shared/ids.ts'
import { outboxTables } from '../store/schema/outbox.ts'
import type { Tx } from '../store/store.ts'

export type OutboxMessage = { kind: string; subjectId: string }

/**
 * Leaves a message to send once this transaction has committed; call `ctx.wakeOutbox()` after it. `now` is an
 * RFC 3339 time.
 */
export async function enqueue(tx: Tx, { kind, subjectId }: OutboxMessage, now: string): Promise<void> {
  const row = { id: newId(), kind, subjectId, createdAt: now, nextAttemptAt: now, attempts: 0 }
  await tx.insert(tx.tables(outboxTables).outbox).values(row)
}
