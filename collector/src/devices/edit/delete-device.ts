import { operationOf } from '../../device-records/operation.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context, Precondition } from '../../lib/context.ts'
import { siteSettings } from '../../sites/settings.ts'
import { archiveDevices } from '../archive/archive-devices.ts'
import { readDevice } from '../detail/get-device.ts'
import { removeDevices } from './remove-devices.ts'

/**
 * Deletes a device. It returns as a new one when a scan or its agent sees it again. Depending on the site's settings, a
 * listed device is archived instead.
 */
export async function deleteDevice(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  await ctx.store.write(async (tx) => {
    const device = await requireDevice(tx, siteId, id)
    expects?.(await readDevice(tx, device))
    const deviceIds = [device.id]
    const { archiveOnDelete } = (await siteSettings(tx, siteId)).retention
    if (archiveOnDelete && !device.isArchived) await archiveDevices(tx, operationOf(ctx), deviceIds)
    else await removeDevices(tx, operationOf(ctx), deviceIds)
  })
  ctx.wakeOutbox()
}
