import { DomainError } from '@rollcall/shared/errors.ts'
import { operationOf } from '../../device-records/operation.ts'
import { requireListed } from '../../device-records/require-device.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context, Precondition } from '../../lib/context.ts'
import { applyChangesets } from '../changeset/apply.ts'
import { tagDetached } from '../changeset/tagged.ts'
import { readDevice } from '../detail/get-device.ts'
import { tagsOfDevices } from './tags-of-devices.ts'

/** Removes a tag from a device; it stays in the catalog. The caller's precondition is about the device. */
export async function detachTag(ctx: Context, deviceId: string, tagId: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    const device = await requireListed(tx, ctx.siteId, deviceId)
    expects?.(await readDevice(tx, device))
    const attached = (await tagsOfDevices(tx, [device.id])).get(device.id)
    const tag = attached?.find(({ id }) => id === tagId)
    if (!tag) throw new DomainError('not_found', 'The device does not have this tag.')
    await applyChangesets(tx, [tagDetached(operationOf(ctx), device, tag)])
  })
  ctx.wakeOutbox()
}
