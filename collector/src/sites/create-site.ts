import type { CreateSite, Site } from '@rollcall/shared/api/site.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { bindToNewSite } from '../access/registrations/bind-to-new-site.ts'
import { bindUserToNewSite } from '../access/users/bind-to-new-site.ts'
import { recordChanges } from '../change-log/record-changes.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf } from '../lib/context.ts'
import { siteTables } from '../store/schema/sites.ts'
import { nameTaken } from './read.ts'

/** Adds a site and binds its maker to it; its name is unique, whatever the case. */
export async function createSite(ctx: Context, { name }: CreateSite): Promise<Site> {
  requireCapability(ctx, 'Administrator')
  const site: Site = { id: newId(), name, createdAt: nowOf(ctx) }
  await ctx.store.write(async (tx) => {
    const inserted = await tx
      .insert(tx.tables(siteTables).sites)
      .values({ ...site, nameKey: name.toLowerCase() })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) throw nameTaken(name)
    await recordChanges(tx, {
      siteId: site.id,
      actor: ctx.actor.name,
      timestamp: site.createdAt,
      rows: [{ verb: 'Added', entity: 'Site', entityId: site.id, to: name }],
    })
    if (ctx.actor.kind === 'user') await bindUserToNewSite(tx, ctx, site.id)
    else await bindToNewSite(tx, ctx.actor, site.id, site.createdAt)
  })
  return site
}
