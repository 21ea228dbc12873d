import { requireCapability } from '../auth/authorise.ts'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf } from '../context.ts'
import { requireDevice } from '../devices/require-device.ts'
import { closeReviews } from './reviews.ts'

/** A person has looked at a device: it is what it was taken for. Where there was nothing to look at nothing changes. */
export async function settleReview(ctx: Context, id: string): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  const { siteId, actor } = ctx
  await ctx.store.write(async (tx) => {
    const device = await requireDevice(tx, siteId, id)
    const settled = await closeReviews(tx, [device.id])
    const line = { verb: 'Modified' as const, entity: 'Device', entityId: device.id, deviceId: device.id }
    const rows = settled.map((review) => ({ ...line, field: 'review', from: review }))
    await recordChanges(tx, { siteId, actor: actor.name, timestamp: nowOf(ctx), rows })
  })
}
