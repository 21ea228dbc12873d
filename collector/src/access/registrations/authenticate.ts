import { asc, eq, lt } from 'drizzle-orm'
import { type Actor, nowOf, type SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { authTables } from '../../store/schema/access.ts'
import { equalHashes, hashSecret } from '../secrets/hash-secret.ts'

/**
 * Returns the App registration of a bearer token. Undefined if the token is unknown or expired, if the secret for which
 * it was issued has ended, or if the registration is disabled, expired or deleted: each of these ends a token at once.
 */
export async function authenticateToken(ctx: SystemContext, token: string): Promise<Actor | undefined> {
  const now = nowOf(ctx)
  return ctx.store.read(async (db) => {
    const { accessTokens, appRegistrations, appRegistrationSecrets, appRegistrationSites } = db.tables(authTables)
    // One statement, since every call waits for it.
    const rows = await db
      .select({
        id: appRegistrations.id,
        name: appRegistrations.name,
        capabilities: appRegistrations.capabilities,
        enabled: appRegistrations.enabled,
        expiresAt: appRegistrations.expiresAt,
        tokenExpiresAt: accessTokens.expiresAt,
        secretEndsAt: appRegistrationSecrets.endsAt,
        siteId: appRegistrationSites.siteId,
      })
      .from(accessTokens)
      .innerJoin(appRegistrations, eq(appRegistrations.id, accessTokens.registrationId))
      .innerJoin(appRegistrationSecrets, eq(appRegistrationSecrets.id, accessTokens.secretId))
      .leftJoin(appRegistrationSites, eq(appRegistrationSites.registrationId, appRegistrations.id))
      .where(eq(accessTokens.tokenHash, hashSecret(token)))
      .orderBy(asc(appRegistrationSites.position))
    const [row] = rows
    if (!row || row.tokenExpiresAt <= now || !isValid(row.secretEndsAt, now) || !isUsable(row, now)) return undefined
    return actorOf(
      row,
      rows.flatMap(({ siteId }) => siteId ?? []),
    )
  })
}

export type ClientCredentials = { clientId: string; clientSecret: string }
type Tables = ReturnType<typeof authTables>
type Registration = Tables['appRegistrations']['$inferSelect']
type Secret = Tables['appRegistrationSecrets']['$inferSelect']

type Found = { registration: Registration; secret: Secret }

/** Finds the App registration of a Client ID and a valid Client secret, also if it is disabled or expired. */
export async function findBySecret(ctx: SystemContext, client: ClientCredentials): Promise<Found | undefined> {
  const rows = await ctx.store.read((db) => {
    const { appRegistrations, appRegistrationSecrets } = db.tables(authTables)
    return db
      .select({ registration: appRegistrations, secret: appRegistrationSecrets })
      .from(appRegistrations)
      .innerJoin(appRegistrationSecrets, eq(appRegistrationSecrets.registrationId, appRegistrations.id))
      .where(eq(appRegistrations.clientId, client.clientId))
  })
  // Always hash and compare, so that the response time does not reveal which ids exist.
  const hash = hashSecret(client.clientSecret)
  if (rows.length === 0) equalHashes(hash, hashSecret(''))
  const matching = rows.filter(({ secret }) => equalHashes(hash, secret.secretHash))
  return matching.find(({ secret }) => isValid(secret.endsAt, nowOf(ctx)))
}

/**
 * Finds the active App registration of a Client ID and Client secret. Undefined if they are wrong, or the registration
 * is disabled or expired.
 */
export async function findClient(ctx: SystemContext, client: ClientCredentials): Promise<Found | undefined> {
  const found = await findBySecret(ctx, client)
  return found && isUsable(found.registration, nowOf(ctx)) ? found : undefined
}

/** Returns the actor of a Client ID and Client secret, for clients that send them with every call. */
export async function authenticateClient(ctx: SystemContext, client: ClientCredentials): Promise<Actor | undefined> {
  const found = await findClient(ctx, client)
  if (!found) return undefined
  const { registration, secret } = found
  await recordUse(ctx, secret)
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

/** Times of use are accurate to this, so that a call of a client needs no write. */
const useAccuracyMs = 5 * 60_000

async function recordUse(ctx: SystemContext, { id, lastUsedAt }: Secret): Promise<void> {
  const now = nowOf(ctx)
  if (lastUsedAt !== null && Date.parse(now) - Date.parse(lastUsedAt) < useAccuracyMs) return
  await ctx.store.write(async (tx) => {
    const { appRegistrationSecrets } = tx.tables(authTables)
    await tx.update(appRegistrationSecrets).set({ lastUsedAt: now }).where(eq(appRegistrationSecrets.id, id))
  })
}

const isValid = (endsAt: string | null, now: string): boolean => endsAt === null || endsAt > now

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

/** Deletes expired tokens and ended secrets; a periodic job. */
export async function deleteExpiredTokens(ctx: SystemContext, time: TrustedTime): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { accessTokens, appRegistrationSecrets } = tx.tables(authTables)
    await tx.delete(accessTokens).where(lt(accessTokens.expiresAt, time.now))
    await tx.delete(appRegistrationSecrets).where(lt(appRegistrationSecrets.endsAt, time.now))
  })
}
