import { count, eq, min } from 'drizzle-orm'
import { outboxTables } from '../store/schema/outbox.ts'
import type { Db } from '../store/store.ts'

/** Kinds of messages: for NATS, for mail servers and for webhooks. */
export const outboxKinds = ['task', 'cancel', 'revoke', 'mail', 'webhook'] as const

/** Messages of one kind that wait to be sent. `oldest` is the time at which the oldest of them was queued. */
export type Backlog = { kind: string; messages: number; oldest: string | undefined }

/** Counts up to this number for each kind, so that the cost of a call has a limit during a long outage. */
const backlogCountMax = 100_000

/** Counts the waiting messages of each of these kinds. */
export async function readBacklog(db: Db, kinds: readonly string[]): Promise<Backlog[]> {
  const { outbox } = db.tables(outboxTables)
  const backlog: Backlog[] = []
  for (const kind of kinds) {
    // Read from the index alone. Ids are in the order of queueing.
    const waiting = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(eq(outbox.kind, kind))
      .limit(backlogCountMax)
      .as('waiting')
    const [row] = await db.select({ messages: count(), first: min(waiting.id) }).from(waiting)
    const [oldest] = row?.first
      ? await db.select({ createdAt: outbox.createdAt }).from(outbox).where(eq(outbox.id, row.first))
      : []
    backlog.push({ kind, messages: row?.messages ?? 0, oldest: oldest?.createdAt })
  }
  return backlog
}
