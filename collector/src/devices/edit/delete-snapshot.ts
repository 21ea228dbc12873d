import { operationOf } from '../../device-records/operation.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context, Precondition } from '../../lib/context.ts'
import { requireState } from '../../snapshots/read/as-of.ts'
import { readSnapshot } from '../../snapshots/read/list-snapshots.ts'
import { applyChangesets } from '../changeset/apply.ts'
import { snapshotDeleted } from './snapshot-deleted.ts'

/**
 * Deletes a snapshot for good; its offloaded copy stays. The device stays too and shows its other snapshots: the next
 * newest replaces a current one.
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
