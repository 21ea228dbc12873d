import type { Site } from '@rollcall/shared/api/site.ts'
import { asc } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import { siteTables } from '../store/schema/sites.ts'

/** Every site, oldest first. */
export async function allSites(ctx: SystemContext): Promise<Site[]> {
  return ctx.store.read((db) => {
    const { sites } = db.tables(siteTables)
    return db.select().from(sites).orderBy(asc(sites.createdAt), asc(sites.id))
  })
}
