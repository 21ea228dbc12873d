import type { Kit } from '../kit.ts'

/** Messages to send after a commit, written in the same transaction as the changes they announce. */
export const outboxTables = (kit: Kit) => ({
  outbox: kit.table(
    'outbox',
    {
      id: kit.text('id').primaryKey(),
      /** Kind of sender: `task` (JetStream), `cancel` (control message), `mail`, `webhook`, … */
      kind: kit.text('kind').notNull(),
      /** Id of its subject, such as the task's. */
      subjectId: kit.text('subject_id').notNull(),
      /** Concurrency group, for messages whose destination may use only a share of the senders; null: no limit. */
      lane: kit.text('lane'),
      createdAt: kit.time('created_at').notNull(),
      nextAttemptAt: kit.time('next_attempt_at').notNull(),
      attempts: kit.integer('attempts').notNull(),
      lastError: kit.text('last_error'),
    },
    (t) => [kit.index('outbox_due').on(t.kind, t.nextAttemptAt, t.id)],
  ),
})
