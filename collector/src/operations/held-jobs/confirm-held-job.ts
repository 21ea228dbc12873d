import { DomainError } from '@rollcall/shared/errors.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { holdTables } from '../../store/schema/operations.ts'
import { describeHold } from './describe-held-job.ts'

/** Confirms a held job, if its count is still the one shown to the person. */
export async function confirmHold(ctx: Context, alertId: string, count: number): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const { siteId, actor } = ctx
  const id = alertId.slice(alertId.indexOf(':') + 1)
  await ctx.store.write(async (tx) => {
    const { jobHolds } = tx.tables(holdTables)
    const isOpen = and(eq(jobHolds.id, id), inArray(jobHolds.siteId, ['', siteId]), isNull(jobHolds.confirmedAt))
    const [hold] = await tx.select().from(jobHolds).where(isOpen)
    if (!hold) throw new DomainError('not_found', 'No alert with this id needs a confirmation.')
    if (hold.count !== count) {
      throw new DomainError('alert_changed', `The count is now ${hold.count}, not ${count}. Read the alert again.`)
    }
    await tx
      .update(jobHolds)
      .set({ confirmedAt: nowOf(ctx) })
      .where(isOpen)
    const { title, action } = describeHold(hold)
    const rows = [
      { verb: 'Modified' as const, entity: 'Alert', entityId: id, subject: title, field: 'confirmed', to: action },
    ]
    await recordChanges(tx, { siteId, actor, timestamp: nowOf(ctx), rows })
  })
}
