import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import { asc, eq, inArray } from 'drizzle-orm'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { authTables } from '../../store/schema/access.ts'
import { alphabetical } from '../../store/sql.ts'
import { requireRegistration, withSites } from './registration.ts'

/** Lists the App registrations of the current site, by name, then id. */
export async function listRegistrations(ctx: Context, page: Page): Promise<List<AppRegistration>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    const { appRegistrations, appRegistrationSites } = db.tables(authTables)
    const ofSite = db
      .select({ id: appRegistrationSites.registrationId })
      .from(appRegistrationSites)
      .where(eq(appRegistrationSites.siteId, ctx.siteId))
    const where = inArray(appRegistrations.id, ofSite)
    const rows = db
      .select()
      .from(appRegistrations)
      .where(where)
      .orderBy(alphabetical(appRegistrations.name), asc(appRegistrations.id))
    const { items, total } = await readPage(rows, db.$count(appRegistrations, where), page)
    return { items: await withSites(db, items), total }
  })
}

/** Returns one App registration of the current site. */
export async function getRegistration(ctx: Context, id: string): Promise<AppRegistration> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read((db) => requireRegistration(db, ctx.siteId, id))
}
