import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import { asc, count, eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { authTables } from '../store/schema/auth.ts'
import { requireCapability } from './authorise.ts'
import { requireRegistration, withSites } from './registration.ts'

/** The App registrations of the current site, by name, then id. */
export async function listRegistrations(ctx: Context, page: Page): Promise<List<AppRegistration>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    const { appRegistrations, appRegistrationSites } = db.tables(authTables)
    const ofSite = db
      .select({ id: appRegistrationSites.registrationId })
      .from(appRegistrationSites)
      .where(eq(appRegistrationSites.siteId, ctx.siteId))
    const where = inArray(appRegistrations.id, ofSite)
    const [total] = await db.select({ n: count() }).from(appRegistrations).where(where)
    const rows = await db
      .select()
      .from(appRegistrations)
      .where(where)
      .orderBy(asc(appRegistrations.name), asc(appRegistrations.id))
      .limit(page.limit)
      .offset(page.offset)
    return { total: total?.n ?? 0, items: await withSites(db, rows) }
  })
}

/** One App registration of the current site. */
export async function getRegistration(ctx: Context, id: string): Promise<AppRegistration> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read((db) => requireRegistration(db, ctx.siteId, id))
}
