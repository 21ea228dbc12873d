import type { BulkAction } from '@rollcall/shared/api/bulk-operation.ts'
import { ignoreAndRemove } from '../devices/edit/ignore-device.ts'
import { mergeInto } from '../identity/merge/merge-devices.ts'
import { undoMerge } from '../identity/merge/unmerge-device.ts'
import type { Context } from '../lib/context.ts'
import { queueDeviceAudit } from '../scanning/tasks/request-audit.ts'
import type { BulkUndo } from '../store/schema/bulk.ts'
import type { Tx } from '../store/store.ts'
import { moveToArchive, remove } from './archive-or-delete.ts'
import { each, type Undo } from './each-device.ts'
import { edit, retag } from './edit-devices.ts'

/** Change of a device: the action of an operation, or the one that reverts it. */
type BulkChange = BulkAction | BulkUndo

/**
 * Changes devices in a transaction, all or none. Returns for each what reverts the change. Call `ctx.wakeOutbox()` after
 * it.
 */
export async function changeDevices(
  tx: Tx,
  ctx: Context,
  change: BulkChange,
  deviceIds: readonly string[],
): Promise<Undo[]> {
  switch (change.kind) {
    case 'tag':
    case 'untag':
      return retag(tx, ctx, change, deviceIds)
    case 'edit':
      return edit(tx, ctx, change, deviceIds)
    case 'archive':
    case 'restore':
      return moveToArchive(tx, ctx, deviceIds, change.kind === 'archive')
    case 'delete':
      return remove(tx, ctx, deviceIds)
    case 'ignore':
      return each(deviceIds, async (id) => void (await ignoreAndRemove(tx, ctx, id)))
    case 'audit':
      return each(deviceIds, async (id) => void (await queueDeviceAudit(tx, ctx, id)))
    case 'merge':
      return each(deviceIds, async (id) => {
        const { mergeId } = await mergeInto(tx, ctx, change.into, id)
        return { kind: 'unmerge', mergeId, survivorId: change.into }
      })
    case 'unmerge':
      return each(deviceIds, async () => void (await undoMerge(tx, ctx, change.survivorId, change.mergeId)))
  }
}
