import type { UnmergeDevice, UnmergedDevices } from '@rollcall/shared/api/device-merge.ts'
import { requireCapability } from '../../auth/authorise.ts'
import type { Context } from '../../context.ts'
import { applyChangesets } from '../changeset/apply.ts'
import { operationOf } from '../changeset/operation.ts'
import { previewDevice } from '../changeset/preview.ts'
import { requireListed } from '../require-device.ts'
import { requireLastMerge } from './merges.ts'
import { unmerged } from './unmerged.ts'
import { requireWhole } from './whole-device.ts'

/** Undoes a device's last merge; both are shown as they are then. */
export async function unmergeDevice(ctx: Context, id: string, { mergeId }: UnmergeDevice): Promise<UnmergedDevices> {
  requireCapability(ctx, 'EditInventory')
  const result = await ctx.store.write(async (tx) => {
    const { id: deviceId } = await requireListed(tx, ctx.siteId, id)
    const merge = await requireLastMerge(tx, deviceId, mergeId)
    const changesets = await unmerged(tx, operationOf(ctx), await requireWhole(tx, deviceId), merge)
    await applyChangesets(tx, changesets)
    return { device: await previewDevice(tx, changesets[0]), other: await previewDevice(tx, changesets[1]) }
  })
  ctx.wakeOutbox()
  return result
}
