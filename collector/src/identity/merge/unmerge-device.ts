import type { UnmergeDevice, UnmergedDevices } from '@rollcall/shared/api/device-merge.ts'
import { requireLastMerge } from '../../device-records/merges.ts'
import { operationOf } from '../../device-records/operation.ts'
import { requireListed } from '../../device-records/require-device.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import { previewDevice } from '../../devices/changeset/preview.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import type { Tx } from '../../store/store.ts'
import { requireWhole } from './load-whole-device.ts'
import { unmerged } from './unmerge-changeset.ts'

/** Undoes a device's last merge. Responds with both devices as they are afterwards. */
export async function unmergeDevice(ctx: Context, id: string, { mergeId }: UnmergeDevice): Promise<UnmergedDevices> {
  requireCapability(ctx, 'EditInventory')
  const result = await ctx.store.write(async (tx) => {
    const changesets = await undoMerge(tx, ctx, id, mergeId)
    return { device: await previewDevice(tx, changesets[0]), other: await previewDevice(tx, changesets[1]) }
  })
  ctx.wakeOutbox()
  return result
}

/**
 * Undoes a merge in a transaction. Call `ctx.wakeOutbox()` after it. After an error that the caller can correct, the
 * transaction can continue.
 */
export async function undoMerge(tx: Tx, ctx: Context, id: string, mergeId: string) {
  const { id: deviceId } = await requireListed(tx, ctx.siteId, id)
  const merge = await requireLastMerge(tx, deviceId, mergeId)
  const changesets = await unmerged(tx, operationOf(ctx), await requireWhole(tx, deviceId), merge)
  await applyChangesets(tx, changesets)
  return changesets
}
