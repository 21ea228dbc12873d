import { asc, eq, lt } from 'drizzle-orm'
import { type Actor, nowOf, type SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { authTables } from '../../store/schema/access.ts'
import { equalHashes, hashSecret } from '../secrets/hash-secret.ts'

/**
 * The App registration behind a bearer token, or undefined when the token is unknown or expired, or its registration
 * is disabled, expired or deleted: all of these end a token at once.
 */
export async function authenticateToken(ctx: SystemContext, token: string): Promise<Actor | undefined> {
  const now = nowOf(ctx)
  return ctx.store.read(async (db) => {
    const { accessTokens, appRegistrations, appRegistrationSites } = db.tables(authTables)
    // One statement, as every call waits for it.
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

/** The App registration of this Client ID and Client secret, also when it is disabled or expired. */
export async function findBySecret(ctx: SystemContext, client: ClientCredentials): Promise<Registration | undefined> {
  const [registration] = await ctx.store.read((db) => {
    const { appRegistrations } = db.tables(authTables)
    return db.select().from(appRegistrations).where(eq(appRegistrations.clientId, client.clientId))
  })
  // Hashed and compared in any case, so that the time taken does not tell which ids exist.
  const matches = equalHashes(hashSecret(client.clientSecret), registration?.secretHash ?? hashSecret(''))
  return matches ? registration : undefined
}

/** The App registration of this Client ID and Client secret; undefined when they are wrong, it is disabled or expired. */
export async function findClient(ctx: SystemContext, client: ClientCredentials): Promise<Registration | undefined> {
  const registration = await findBySecret(ctx, client)
  return registration && isUsable(registration, nowOf(ctx)) ? registration : undefined
}

/** The same as who calls, for those who send their credentials with every call. */
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

const isUsable = ({ enabled, expiresAt }: Pick<Registration, 'enabled' | 'expiresAt'>, now: string): boolean =>
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

/** Removes tokens that expired; run now and then. */
export async function forgetExpiredTokens(ctx: SystemContext, time: TrustedTime): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { accessTokens } = tx.tables(authTables)
    await tx.delete(accessTokens).where(lt(accessTokens.expiresAt, time.now))
  })
}
