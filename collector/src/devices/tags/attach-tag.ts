import type { AttachTag, DeviceTagList } from '@rollcall/shared/api/device.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { and, eq } from 'drizzle-orm'
import { operationOf } from '../../device-records/operation.ts'
import { requireListed } from '../../device-records/require-device.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { applyChangesets } from '../changeset/apply.ts'
import { tagAttached } from '../changeset/tagged.ts'
import { tagsOfDevices } from './tags-of-devices.ts'

/** Attaches a tag of the catalog to a device; an attached one stays. Returns all the device's tags. */
export async function attachTag(ctx: Context, deviceId: string, wanted: AttachTag): Promise<DeviceTagList> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  const items = await ctx.store.write(async (tx) => {
    const device = await requireListed(tx, siteId, deviceId)
    const tag = await findTag(tx, siteId, wanted)
    if (!tag) throw invalidField(wanted.tagId === undefined ? '/tagName' : '/tagId', 'is not a tag of this site')
    const readTags = async () => (await tagsOfDevices(tx, [device.id])).get(device.id) ?? []
    const attached = await readTags()
    if (attached.some(({ id }) => id === tag.id)) return attached
    await applyChangesets(tx, [tagAttached(operationOf(ctx), device, tag)])
    return readTags()
  })
  ctx.wakeOutbox()
  return { items, total: items.length }
}

async function findTag(db: Db, siteId: string, { tagId, tagName }: AttachTag) {
  const { tags } = db.tables(deviceTables)
  const isWanted = tagId === undefined ? eq(tags.nameKey, (tagName ?? '').trim().toLowerCase()) : eq(tags.id, tagId)
  const [tag] = await db
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(and(eq(tags.siteId, siteId), isWanted))
  return tag
}
