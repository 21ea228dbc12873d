import type { Device } from '@rollcall/shared/api/device.ts'
import { operationOf } from '../../device-records/operation.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { readDevice } from '../detail/get-device.ts'
import { archiveDevices } from './archive-devices.ts'
import { restoreDevices } from './restore-devices.ts'

/** Removes a device from the lists until it is seen again or restored. An archived one stays archived. */
export const archiveDevice = (ctx: Context, id: string): Promise<Device> => change(ctx, id, archiveDevices)

/** Restores an archived device to the lists with everything it had. A listed one stays as it is. */
export const restoreDevice = (ctx: Context, id: string): Promise<Device> => change(ctx, id, restoreDevices)

async function change(ctx: Context, id: string, apply: typeof archiveDevices | typeof restoreDevices): Promise<Device> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  const device = await ctx.store.write(async (tx) => {
    const { id: deviceId } = await requireDevice(tx, siteId, id)
    await apply(tx, operationOf(ctx), [deviceId])
    return readDevice(tx, await requireDevice(tx, siteId, deviceId))
  })
  ctx.wakeOutbox()
  return device
}
