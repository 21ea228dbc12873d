import { operationOf } from '../../device-records/operation.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { openReviews } from '../../device-records/reviews.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'

/** Closes the review of a device that a person has checked and confirmed. Without a review nothing changes. */
export async function closeReview(ctx: Context, id: string): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    const row = await requireDevice(tx, ctx.siteId, id)
    const deviceId = row.id
    const open = await openReviews(tx, deviceId)
    if (open.length === 0) return
    const entry = { verb: 'Modified' as const, entity: 'Device', entityId: deviceId, deviceId, field: 'review' }
    const changes = open.map((from) => ({ ...entry, from }))
    const changeset = { operation: operationOf(ctx), deviceId, row: { before: row, after: row }, changes, events: [] }
    await applyChangesets(tx, [{ ...changeset, review: 'closed' }])
  })
}
