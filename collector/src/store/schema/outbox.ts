import type { Kit } from '../kit.ts'

/** Messages to send after a commit, written in the same transaction as what they tell of. */
export const outboxTables = (kit: Kit) => ({
  outbox: kit.table(
    'outbox',
    {
      id: kit.text('id').primaryKey(),
      /** Who sends it: `task` (JetStream), `cancel` (control message), `mail`, `webhook`, … */
      kind: kit.text('kind').notNull(),
      /** What it is about, such as the task's id. */
      subjectId: kit.text('subject_id').notNull(),
      /** Where it goes, for messages of which one place may take only a share of the senders; null: no share. */
      lane: kit.text('lane'),
      createdAt: kit.time('created_at').notNull(),
      nextAttemptAt: kit.time('next_attempt_at').notNull(),
      attempts: kit.integer('attempts').notNull(),
      lastError: kit.text('last_error'),
    },
    (t) => [kit.index('outbox_due').on(t.kind, t.nextAttemptAt, t.id)],
  ),
})
