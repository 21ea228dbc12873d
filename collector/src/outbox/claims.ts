import { and, asc, eq, inArray, isNull, lte, min, notInArray, or } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../lib/context.ts'
import { later } from '../lib/shift-time.ts'
import { outboxTables } from '../store/schema/outbox.ts'
import type { Db } from '../store/store.ts'
import { type ConcurrencyGroups, withinShares } from './concurrency-groups.ts'

export type ClaimContext = Pick<SystemContext, 'store' | 'clock'>

/** A message that this process alone may send until the lease ends. */
export type Claim = { id: string; kind: string; subjectId: string; lane: string | null; attempts: number }

type ClaimOptions = { kinds: readonly string[]; rowsMax: number; leaseMs: number; groups: ConcurrencyGroups }

/** Condition for messages of these kinds whose concurrency group has room. */
function inFreeGroups(db: Db, kinds: readonly string[], { full }: ConcurrencyGroups) {
  const { outbox } = db.tables(outboxTables)
  const free = full.length > 0 ? or(isNull(outbox.lane), notInArray(outbox.lane, full)) : undefined
  return and(inArray(outbox.kind, [...kinds]), free)
}

/** Claims due messages, the longest due first. Rows that another collector has just claimed are skipped. */
export async function claimDue(ctx: ClaimContext, { kinds, rowsMax, leaseMs, groups }: ClaimOptions): Promise<Claim[]> {
  const now = nowOf(ctx)
  const leaseEnd = later(now, leaseMs)
  const due = await ctx.store.read((db) => {
    const { outbox } = db.tables(outboxTables)
    return db
      .select()
      .from(outbox)
      .where(and(inFreeGroups(db, kinds, groups), lte(outbox.nextAttemptAt, now)))
      .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
      .limit(rowsMax)
  })
  if (due.length === 0) return []
  return ctx.store.write(async (tx) => {
    const { outbox } = tx.tables(outboxTables)
    const claims: Claim[] = []
    for (const { id, kind, subjectId, lane, attempts, nextAttemptAt } of withinShares(due, groups)) {
      const taken = await tx
        .update(outbox)
        .set({ attempts: attempts + 1, nextAttemptAt: leaseEnd })
        .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), eq(outbox.nextAttemptAt, nextAttemptAt)))
        .returning({ id: outbox.id })
      if (taken.length > 0) claims.push({ id, kind, subjectId, lane, attempts: attempts + 1 })
    }
    return claims
  })
}

/** Deletes a message that was sent. */
export async function deleteSent(ctx: ClaimContext, claim: Claim): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { outbox } = tx.tables(outboxTables)
    await tx.delete(outbox).where(and(eq(outbox.id, claim.id), eq(outbox.attempts, claim.attempts)))
  })
}

/** Schedules another attempt after `waitMs`, unless the lease has ended and another process has it. */
export async function postpone(ctx: ClaimContext, claim: Claim, waitMs: number, lastError: string): Promise<void> {
  const nextAttemptAt = later(nowOf(ctx), waitMs)
  await ctx.store.write(async (tx) => {
    const { outbox } = tx.tables(outboxTables)
    await tx
      .update(outbox)
      .set({ nextAttemptAt, lastError })
      .where(and(eq(outbox.id, claim.id), eq(outbox.attempts, claim.attempts)))
  })
}

/** Time until the next message is due, in milliseconds; undefined if none waits. */
export async function nextDueMs(
  ctx: ClaimContext,
  kinds: readonly string[],
  groups: ConcurrencyGroups,
): Promise<number | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { outbox } = db.tables(outboxTables)
    return db
      .select({ at: min(outbox.nextAttemptAt) })
      .from(outbox)
      .where(inFreeGroups(db, kinds, groups))
  })
  return row?.at ? Math.max(0, Date.parse(row.at) - ctx.clock.now().getTime()) : undefined
}
