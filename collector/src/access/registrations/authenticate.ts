import { asc, eq, lt } from 'drizzle-orm'
import { type Actor, nowOf, type SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { authTables } from '../../store/schema/access.ts'
import { equalHashes, hashSecret } from '../secrets/hash-secret.ts'

/**
 * Returns the App registration of a bearer token. Undefined if the token is unknown or expired, or if the registration
 * is disabled, expired or deleted: each of these ends a token at once.
 */
export async function authenticateToken(ctx: SystemContext, token: string): Promise<Actor | undefined> {
  const now = nowOf(ctx)
  return ctx.store.read(async (db) => {
    const { accessTokens, appRegistrations, appRegistrationSites } = db.tables(authTables)
    // One statement, since every call waits for it.
    const rows = await db
      .select({
        id: appRegistrations.id,
        name: appRegistrations.name,
        capabilities: appRegistrations.capabilities,
        enabled: appRegistrations.enabled,
        expiresAt: appRegistrations.expiresAt,
        tokenExpiresAt: accessTokens.expiresAt,
        siteId: appRegistrationSites.siteId,
      })
      .from(accessTokens)
      .innerJoin(appRegistrations, eq(appRegistrations.id, accessTokens.registrationId))
      .leftJoin(appRegistrationSites, eq(appRegistrationSites.registrationId, appRegistrations.id))
      .where(eq(accessTokens.tokenHash, hashSecret(token)))
      .orderBy(asc(appRegistrationSites.position))
    const [row] = rows
    if (!row || row.tokenExpiresAt <= now || !isUsable(row, now)) return undefined
    return actorOf(
      row,
      rows.flatMap(({ siteId }) => siteId ?? []),
    )
  })
}

export type ClientCredentials = { clientId: string; clientSecret: string }
type Registration = ReturnType<typeof authTables>['appRegistrations']['$inferSelect']

/** Finds the App registration of a Client ID and Client secret, also if it is disabled or expired. */
export async function findBySecret(ctx: SystemContext, client: ClientCredentials): Promise<Registration | undefined> {
  const [registration] = await ctx.store.read((db) => {
    const { appRegistrations } = db.tables(authTables)
    return db.select().from(appRegistrations).where(eq(appRegistrations.clientId, client.clientId))
  })
  // Always hash and compare, so that the response time does not reveal which ids exist.
  const matches = equalHashes(hashSecret(client.clientSecret), registration?.secretHash ?? hashSecret(''))
  return matches ? registration : undefined
}

/**
 * Finds the active App registration of a Client ID and Client secret. Undefined if they are wrong, or the registration
 * is disabled or expired.
 */
export async function findClient(ctx: SystemContext, client: ClientCredentials): Promise<Registration | undefined> {
  const registration = await findBySecret(ctx, client)
  return registration && isUsable(registration, nowOf(ctx)) ? registration : undefined
}

/** Returns the actor of a Client ID and Client secret, for clients that send them with every call. */
export async function authenticateClient(ctx: SystemContext, client: ClientCredentials): Promise<Actor | undefined> {
  const registration = await findClient(ctx, client)
  if (!registration) return undefined
  const sites = await ctx.store.read((db) => {
    const { appRegistrationSites } = db.tables(authTables)
    return db
      .select({ siteId: appRegistrationSites.siteId })
      .from(appRegistrationSites)
      .where(eq(appRegistrationSites.registrationId, registration.id))
      .orderBy(asc(appRegistrationSites.position))
  })
  return actorOf(
    registration,
    sites.map(({ siteId }) => siteId),
  )
}

/** Reports whether a registration is enabled and has not expired. */
export const isUsable = ({ enabled, expiresAt }: Pick<Registration, 'enabled' | 'expiresAt'>, now: string): boolean =>
  enabled && (expiresAt === null || expiresAt > now)

const actorOf = (
  { id, name, capabilities }: Pick<Registration, 'id' | 'name' | 'capabilities'>,
  siteIds: string[],
): Actor => ({
  kind: 'app',
  id,
  name,
  capabilities,
  siteIds,
})

/** Deletes expired tokens; a periodic job. */
export async function deleteExpiredTokens(ctx: SystemContext, time: TrustedTime): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { accessTokens } = tx.tables(authTables)
    await tx.delete(accessTokens).where(lt(accessTokens.expiresAt, time.now))
  })
}
