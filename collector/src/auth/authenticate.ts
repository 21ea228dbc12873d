import { asc, eq, lt } from 'drizzle-orm'
import { type Actor, nowOf, type SystemContext } from '../context.ts'
import { authTables } from '../store/schema/auth.ts'
import { hashSecret } from './secrets.ts'

/**
 * The App registration behind a bearer token, or undefined when the token is unknown or expired, or its registration
 * is disabled, expired or deleted: all of these end a token at once.
 */
export async function authenticateToken(ctx: SystemContext, token: string): Promise<Actor | undefined> {
  const now = nowOf(ctx)
  return ctx.store.read(async (db) => {
    const { accessTokens, appRegistrations, appRegistrationSites } = db.tables(authTables)
    const [row] = await db
      .select({ registration: appRegistrations, tokenExpiresAt: accessTokens.expiresAt })
      .from(accessTokens)
      .innerJoin(appRegistrations, eq(appRegistrations.id, accessTokens.registrationId))
      .where(eq(accessTokens.tokenHash, hashSecret(token)))
    if (!row || row.tokenExpiresAt <= now) return undefined
    const { id, name, enabled, expiresAt, capabilities } = row.registration
    if (!enabled || (expiresAt !== null && expiresAt <= now)) return undefined
    const sites = await db
      .select({ siteId: appRegistrationSites.siteId })
      .from(appRegistrationSites)
      .where(eq(appRegistrationSites.registrationId, id))
      .orderBy(asc(appRegistrationSites.position))
    return { kind: 'app', id, name, capabilities, siteIds: sites.map((site) => site.siteId) }
  })
}

/** Removes tokens that expired; run now and then. */
export async function forgetExpiredTokens(ctx: SystemContext): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { accessTokens } = tx.tables(authTables)
    await tx.delete(accessTokens).where(lt(accessTokens.expiresAt, nowOf(ctx)))
  })
}
