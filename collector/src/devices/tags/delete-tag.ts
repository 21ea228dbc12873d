import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { unassignSegments } from '../../scanning/segments/unassign-segments.ts'
import { requestReview } from '../../software/compliance/review-sites.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { requireTag } from './list-tags.ts'
import { updateTagSpans } from './tag-spans.ts'
import { touchDevicesWithTag } from './tags-of-devices.ts'

/** Deletes a tag from the catalog, from every device, and from the segments that use it as Auto tag. */
export async function deleteTag(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  await ctx.store.write(async (tx) => {
    const tag = await requireTag(tx, siteId, id)
    expects?.(tag)
    await touchDevicesWithTag(ctx, tx, id)
    await updateTagSpans(tx, siteId, { id }, nowOf(ctx))
    await unassignSegments(ctx, tx, 'autoTagId', id)
    const { tags } = tx.tables(deviceTables)
    await tx.delete(tags).where(eq(tags.id, id))
    // The tag may have put devices in the scope of a Required product.
    await requestReview(tx, siteId)
    const rows = [{ verb: 'Deleted' as const, entity: 'Tag', entityId: id, from: tag.name }]
    await recordChanges(tx, { siteId, actor: ctx.actor, timestamp: nowOf(ctx), rows })
  })
  ctx.wakeOutbox()
}
