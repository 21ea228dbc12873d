import { and, eq, type SQL } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { authTables } from '../../store/schema/access.ts'
import { hashSecret } from '../secrets/hash-secret.ts'
import { type ClientCredentials, findBySecret } from './authenticate.ts'

/** A registration and its current site. */
type Caller = { registrationId: string; siteId: string }

/** Finds the registration of a token, also if the token has expired or the registration is disabled. */
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

/**
 * Finds the registration of a Client ID and Client secret, whatever its state. A Client ID with a wrong secret is not a
 * call of the registration, since anybody can send it.
 */
export async function callerOfClient(ctx: SystemContext, client: ClientCredentials): Promise<Caller | undefined> {
  const found = await findBySecret(ctx, client)
  if (!found) return undefined
  return ctx.store.read(async (db) => {
    const { appRegistrationSites: sites } = db.tables(authTables)
    const [row] = await db
      .select({ registrationId: sites.registrationId, siteId: sites.siteId })
      .from(sites)
      .where(and(eq(sites.registrationId, found.registration.id), isCurrentSite(sites)))
    return row
  })
}

const isCurrentSite = (sites: ReturnType<typeof authTables>['appRegistrationSites']): SQL => eq(sites.position, 0)
