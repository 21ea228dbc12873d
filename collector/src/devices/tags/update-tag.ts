import type { PatchTag, Tag } from '@rollcall/shared/api/tag.ts'
import { eq } from 'drizzle-orm'
import { modifiedFields } from '../../change-log/modified-fields.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { isUniqueViolation } from '../../store/errors.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { tagNameTaken } from './create-tag.ts'
import { requireTag } from './list-tags.ts'
import { updateTagSpans } from './tag-spans.ts'
import { touchDevicesWithTag } from './tags-of-devices.ts'

const settable = ['name', 'colour'] as const

/** Renames a tag on every device that has it, or changes its colour. */
export async function updateTag(ctx: Context, id: string, patch: PatchTag, expects?: Precondition): Promise<Tag> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  return ctx.store
    .write(async (tx) => {
      const before = await requireTag(tx, siteId, id)
      expects?.(before)
      const after: Tag = {
        ...before,
        name: patch.name ?? before.name,
        colour: patch.colour === undefined ? before.colour : patch.colour,
      }
      const { tags } = tx.tables(deviceTables)
      await tx
        .update(tags)
        .set({ name: after.name, nameKey: after.name.toLowerCase(), colour: after.colour })
        .where(eq(tags.id, id))
      // A device shows the names of its tags.
      if (after.name !== before.name) {
        await touchDevicesWithTag(ctx, tx, id)
        await updateTagSpans(tx, siteId, { id, name: after.name }, nowOf(ctx))
      }
      const rows = modifiedFields('Tag', settable, before, after, after.name)
      await recordChanges(tx, { siteId, actor: ctx.actor, timestamp: nowOf(ctx), rows })
      return after
    })
    .catch((error: unknown) => {
      throw patch.name !== undefined && isUniqueViolation(error) ? tagNameTaken(patch.name) : error
    })
}
