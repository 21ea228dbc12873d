import { loadDevices } from '../../device-records/load-devices.ts'
import { operationOf } from '../../device-records/operation.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { openReviews } from '../../device-records/reviews.ts'
import { loadSightings } from '../../device-records/sightings.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import { foundationOf } from '../../devices/sightings/first-sighting.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { decided } from '../recluster/decide-sightings.ts'

/**
 * Closes the reviews of a device that a person has checked and confirmed: its sightings are of one machine, and no rule
 * doubts them again. Without a review nothing changes.
 */
export async function closeReview(ctx: Context, id: string): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    const row = await requireDevice(tx, ctx.siteId, id)
    const deviceId = row.id
    const open = await openReviews(tx, deviceId)
    if (open.length === 0) return
    const entry = { verb: 'Modified' as const, entity: 'Device', entityId: deviceId, deviceId, field: 'review' }
    const changes = open.map((from) => ({ ...entry, from }))
    const [record] = await loadDevices(tx, [deviceId])
    const seen = await loadSightings(tx, [deviceId])
    const confirmed = record ? decided(seen, () => foundationOf(record)) : []
    const changeset = { operation: operationOf(ctx), deviceId, row: { before: row, after: row }, changes, events: [] }
    const sightings = { inserted: confirmed, touched: [], deleted: [] }
    await applyChangesets(tx, [{ ...changeset, sightings, review: 'closed' }])
  })
}
