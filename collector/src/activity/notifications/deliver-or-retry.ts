import { messageOf } from '@rollcall/shared/errors.ts'
import { and, eq } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { CollectorEnds, RetryLater } from '../../outbox/dispatcher.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import { dropFileOnceDelivered } from './notification-file.ts'

/** A failure that no further attempt would change. */
export class Refused extends Error {}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/**
 * Waits before each further attempt, as Standard Webhooks proposes. After more than three days in all, the delivery has
 * failed.
 */
export const retryWaitsMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]
const errorLengthMax = 500

export type DueDelivery = NonNullable<Awaited<ReturnType<typeof findDue>>>

/** Makes one attempt, records its outcome, and decides whether another follows. `send` resolves when the target has accepted the delivery. */
export async function deliverOrRetry(
  ctx: SystemContext,
  deliveryId: string,
  signal: AbortSignal,
  send: (due: DueDelivery) => Promise<void>,
): Promise<void> {
  const due = await findDue(ctx, deliveryId)
  if (!due) return
  const attempts = due.delivery.attempts + 1
  try {
    await send(due)
  } catch (error) {
    // The collector aborted this attempt, so it does not count.
    if (signal.reason instanceof CollectorEnds) throw error
    const lastError = messageOf(error).slice(0, errorLengthMax)
    const waitMs = error instanceof Refused ? undefined : retryWaitsMs[attempts - 1]
    const status = waitMs === undefined ? 'Failed' : 'Waiting'
    await recordOutcome(ctx, due, { status, attempts, lastError })
    ctx.metrics.deliveryAttempted(due.delivery.channel, status)
    if (waitMs !== undefined) throw new RetryLater(lastError, waitMs * (1 + Math.random() / 10))
    const { channel, target } = due.delivery
    ctx.log.warn({ deliveryId, channel, target, attempts, reason: lastError }, 'a delivery has failed')
    return
  }
  await recordOutcome(ctx, due, { status: 'Sent', attempts, lastError: null, sentAt: nowOf(ctx) })
  ctx.metrics.deliveryAttempted(due.delivery.channel, 'Sent')
}

/** Finds a pending delivery. Undefined if it was sent, has failed, or was deleted. */
async function findDue(ctx: SystemContext, deliveryId: string) {
  const [due] = await ctx.store.read((db) => {
    const { notifications, deliveries } = db.tables(notificationTables)
    return db
      .select({ delivery: deliveries, notification: notifications })
      .from(deliveries)
      .innerJoin(notifications, eq(notifications.id, deliveries.notificationId))
      .where(and(eq(deliveries.id, deliveryId), eq(deliveries.status, 'Waiting')))
  })
  return due
}

type Outcome = Partial<DueDelivery['delivery']>

async function recordOutcome(ctx: SystemContext, { delivery }: DueDelivery, outcome: Outcome): Promise<void> {
  const { id, notificationId } = delivery
  await ctx.store.write(async (tx) => {
    const { deliveries } = tx.tables(notificationTables)
    await tx
      .update(deliveries)
      .set(outcome)
      .where(and(eq(deliveries.id, id), eq(deliveries.status, 'Waiting')))
    if (outcome.status !== 'Waiting') await dropFileOnceDelivered(tx, notificationId)
  })
}
