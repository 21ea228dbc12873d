import type { Device } from '@rollcall/shared/api/device.ts'
import { requireCapability } from '../../auth/authorise.ts'
import type { Context } from '../../context.ts'
import { readDevice } from '../get-device.ts'
import { modified } from '../modified.ts'
import { requireDevice } from '../require-device.ts'
import { archiveDevices } from './archive-devices.ts'
import { restoreDevices } from './restore-devices.ts'

/** Takes a device out of the lists, until it is seen again or restored. One that is archived stays so. */
export async function archiveDevice(ctx: Context, id: string): Promise<Device> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  const device = await ctx.store.write(async (tx) => {
    const { id: deviceId } = await requireDevice(tx, siteId, id)
    await archiveDevices(tx, { siteId, mark: modified(ctx), deviceIds: [deviceId] })
    return readDevice(tx, await requireDevice(tx, siteId, deviceId))
  })
  ctx.wakeOutbox()
  return device
}

/** Puts an archived device back into the lists, with all it had. One that is there stays as it is. */
export async function restoreDevice(ctx: Context, id: string): Promise<Device> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  const device = await ctx.store.write(async (tx) => {
    const { id: deviceId } = await requireDevice(tx, siteId, id)
    await restoreDevices(tx, siteId, [deviceId], modified(ctx))
    return readDevice(tx, await requireDevice(tx, siteId, deviceId))
  })
  ctx.wakeOutbox()
  return device
}
