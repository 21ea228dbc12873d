import { requireCapability } from '../auth/authorise.ts'
import type { Context, Precondition } from '../context.ts'
import { applyChangesets } from '../devices/changeset/apply.ts'
import { operationOf } from '../devices/changeset/operation.ts'
import { snapshotDeleted } from '../devices/forget-snapshot.ts'
import { requireState } from './as-of.ts'
import { readSnapshot } from './read.ts'

/**
 * Deletes a snapshot for good; its offloaded copy stays. The device stays too, and shows what its other snapshots say:
 * of a current one the next newest takes the place.
 */
export async function deleteSnapshot(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    const deleted = await requireState(tx, ctx.siteId, id)
    expects?.(await readSnapshot(tx, ctx.siteId, id))
    await applyChangesets(tx, [await snapshotDeleted(tx, deleted, operationOf(ctx))])
  })
  ctx.wakeOutbox()
}
