import type { CreateTag, Tag } from '@rollcall/shared/api/tag.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'

/** Adds a tag to the site's catalog; its name is unique there, whatever the case. */
export async function createTag(ctx: Context, { name, colour }: CreateTag): Promise<Tag> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  const tag = { id: newId(), name, colour }
  await ctx.store.write(async (tx) => {
    const inserted = await tx
      .insert(tx.tables(deviceTables).tags)
      .values({ ...tag, siteId, nameKey: name.toLowerCase() })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) throw tagNameTaken(name)
    const rows = [{ verb: 'Added' as const, entity: 'Tag', entityId: tag.id, to: name }]
    await recordChanges(tx, { siteId, actor: ctx.actor, timestamp: nowOf(ctx), rows })
  })
  return { ...tag, deviceCount: 0 }
}

export const tagNameTaken = (name: string) => new DomainError('name_taken', `A tag named "${name}" already exists.`)
