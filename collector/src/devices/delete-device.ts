import { requireCapability } from '../auth/authorise.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { readDevice } from './get-device.ts'
import { removeDevices } from './remove-devices.ts'
import { requireDevice } from './require-device.ts'

/** Deletes a device. It comes back, as a new one, when a scan or its agent sees it again. */
export async function deleteDevice(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  await ctx.store.write(async (tx) => {
    const device = await requireDevice(tx, siteId, id)
    expects?.(await readDevice(tx, device))
    await removeDevices(tx, { siteId, actor: ctx.actor.name, timestamp: nowOf(ctx), deviceIds: [device.id] })
  })
  ctx.wakeOutbox()
}
