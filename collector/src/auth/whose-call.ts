import { and, eq, type SQL } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import { authTables } from '../store/schema/auth.ts'
import { hashSecret } from './secrets.ts'

/** A registration, and its current site. */
type Caller = { registrationId: string; siteId: string }

/** Whose token it is or was, as long as that is known: also one that expired, or of a disabled registration. */
export async function callerOfToken(ctx: SystemContext, token: string): Promise<Caller | undefined> {
  return ctx.store.read(async (db) => {
    const { accessTokens, appRegistrationSites: sites } = db.tables(authTables)
    const [row] = await db
      .select({ registrationId: sites.registrationId, siteId: sites.siteId })
      .from(accessTokens)
      .innerJoin(sites, and(eq(sites.registrationId, accessTokens.registrationId), isCurrentSite(sites)))
      .where(eq(accessTokens.tokenHash, hashSecret(token)))
    return row
  })
}

/** Whose Client ID it is, whatever the registration's state. */
export async function callerOfClient(ctx: SystemContext, clientId: string): Promise<Caller | undefined> {
  return ctx.store.read(async (db) => {
    const { appRegistrations, appRegistrationSites: sites } = db.tables(authTables)
    const [row] = await db
      .select({ registrationId: sites.registrationId, siteId: sites.siteId })
      .from(appRegistrations)
      .innerJoin(sites, and(eq(sites.registrationId, appRegistrations.id), isCurrentSite(sites)))
      .where(eq(appRegistrations.clientId, clientId))
    return row
  })
}

const isCurrentSite = (sites: ReturnType<typeof authTables>['appRegistrationSites']): SQL => eq(sites.position, 0)
