import { newId } from '@rollcall/shared/ids.ts'
import { asc } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../lib/context.ts'
import { siteTables } from '../store/schema/sites.ts'

/** Returns the id of the first site. Creates the site if there is none. */
export async function ensureDefaultSite(ctx: SystemContext): Promise<string> {
  return ctx.store.write(async (tx) => {
    const { sites } = tx.tables(siteTables)
    const [first] = await tx.select().from(sites).orderBy(asc(sites.createdAt), asc(sites.id)).limit(1)
    if (first) return first.id
    const site = { id: newId(), name: 'Default site', createdAt: nowOf(ctx) }
    await tx.insert(sites).values({ ...site, nameKey: site.name.toLowerCase() })
    return site.id
  })
}
