import { DomainError } from '@rollcall/shared/errors.ts'
import { and, eq } from 'drizzle-orm'
import { requireCapability } from '../auth/authorise.ts'
import { judgeDevices } from '../compliance/judge.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { readDevice } from './get-device.ts'
import { syncTagSpans } from './history/tag-spans.ts'
import { recordTagChange } from './record-tag-change.ts'
import { requireListed } from './require-device.ts'
import { tagsOfDevices } from './tags-of-devices.ts'

/** Takes a tag off a device; it stays in the catalog. What the caller expects is about the device. */
export async function detachTag(ctx: Context, deviceId: string, tagId: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  await ctx.store.write(async (tx) => {
    const device = await requireListed(tx, siteId, deviceId)
    expects?.(await readDevice(tx, device))
    const attached = (await tagsOfDevices(tx, [device.id])).get(device.id)
    const tag = attached?.find(({ id }) => id === tagId)
    if (!tag) throw new DomainError('not_found', 'The device does not have this tag.')
    const { deviceTags } = tx.tables(deviceTables)
    await tx.delete(deviceTags).where(and(eq(deviceTags.deviceId, device.id), eq(deviceTags.tagId, tag.id)))
    await judgeDevices(tx, siteId, [device.id], nowOf(ctx))
    await syncTagSpans(tx, siteId, [device.id], nowOf(ctx))
    await recordTagChange(ctx, tx, device, { from: tag.name })
  })
  ctx.wakeOutbox()
}
