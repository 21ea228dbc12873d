import { requireCapability } from '../auth/authorise.ts'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { forgetSnapshot } from '../devices/forget-snapshot.ts'
import { recordEvents } from '../events/record.ts'
import { requireState } from './as-of.ts'
import { readSnapshot } from './read.ts'
import { removeSnapshots } from './remove.ts'

/**
 * Deletes a snapshot for good; its offloaded copy stays. The device stays too, and shows what its other snapshots say:
 * of a current one the next newest takes the place.
 */
export async function deleteSnapshot(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  const { siteId, actor } = ctx
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const deleted = await requireState(tx, siteId, id)
    expects?.(await readSnapshot(tx, siteId, id))
    const { snapshotId, deviceId, auditDate } = deleted
    await removeSnapshots(tx, [snapshotId], timestamp)
    const deviceRows = await forgetSnapshot(tx, deleted, timestamp)
    const rows = [{ verb: 'Deleted' as const, entity: 'Snapshot', entityId: snapshotId, deviceId, from: auditDate }]
    await recordChanges(tx, { siteId, actor: actor.name, timestamp, rows: [...rows, ...deviceRows] })
    const events = [{ type: 'snapshot.deleted' as const, subjectId: snapshotId, data: { deviceId, auditDate } }]
    await recordEvents(tx, { siteId, timestamp, events })
  })
  ctx.wakeOutbox()
}
