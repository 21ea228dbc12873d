import type { CreateSite, Site } from '@rollcall/shared/api/site.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { recordChanges } from '../change-log/record-changes.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf } from '../lib/context.ts'
import { siteTables } from '../store/schema/sites.ts'
import type { Tx } from '../store/store.ts'
import { nameTaken } from './read.ts'

/** Binds the caller to the new site, and adds what each site starts with. */
export type SetUpSite = (tx: Tx, ctx: Context, siteId: string, timestamp: string) => Promise<void>

/** Adds a site. Names are unique, ignoring case. */
export async function createSite(ctx: Context, { name }: CreateSite, setUp: SetUpSite): Promise<Site> {
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
      actor: ctx.actor,
      timestamp: site.createdAt,
      rows: [{ verb: 'Added', entity: 'Site', entityId: site.id, to: name }],
    })
    await setUp(tx, ctx, site.id, site.createdAt)
  })
  return site
}
