import { asc, eq, lt } from 'drizzle-orm'
import { type Actor, nowOf, type SystemContext } from '../context.ts'
import { authTables } from '../store/schema/auth.ts'
import type { Db } from '../store/store.ts'
import { equalHashes, hashSecret } from './secrets.ts'

/**
 * The App registration behind a bearer token, or undefined when the token is unknown or expired, or its registration
 * is disabled, expired or deleted: all of these end a token at once.
 */
export async function authenticateToken(ctx: SystemContext, token: string): Promise<Actor | undefined> {
  const now = nowOf(ctx)
  return ctx.store.read(async (db) => {
    const { accessTokens, appRegistrations } = db.tables(authTables)
    const [row] = await db
      .select({ registration: appRegistrations, tokenExpiresAt: accessTokens.expiresAt })
      .from(accessTokens)
      .innerJoin(appRegistrations, eq(appRegistrations.id, accessTokens.registrationId))
      .where(eq(accessTokens.tokenHash, hashSecret(token)))
    if (!row || row.tokenExpiresAt <= now) return undefined
    return isUsable(row.registration, now) ? actorOf(db, row.registration) : undefined
  })
}

type ClientCredentials = { clientId: string; clientSecret: string }
type Registration = ReturnType<typeof authTables>['appRegistrations']['$inferSelect']

/** The App registration of this Client ID and Client secret; undefined when they are wrong, it is disabled or expired. */
export async function findClient(ctx: SystemContext, client: ClientCredentials): Promise<Registration | undefined> {
  const [registration] = await ctx.store.read((db) => {
    const { appRegistrations } = db.tables(authTables)
    return db.select().from(appRegistrations).where(eq(appRegistrations.clientId, client.clientId))
  })
  // Hashed and compared in any case, so that the time taken does not tell which ids exist.
  const matches = equalHashes(hashSecret(client.clientSecret), registration?.secretHash ?? hashSecret(''))
  return registration && matches && isUsable(registration, nowOf(ctx)) ? registration : undefined
}

/** The same as who calls, for those who send their credentials with every call. */
export async function authenticateClient(ctx: SystemContext, client: ClientCredentials): Promise<Actor | undefined> {
  const registration = await findClient(ctx, client)
  return registration && ctx.store.read((db) => actorOf(db, registration))
}

const isUsable = ({ enabled, expiresAt }: Registration, now: string): boolean =>
  enabled && (expiresAt === null || expiresAt > now)

async function actorOf(db: Db, { id, name, capabilities }: Registration): Promise<Actor> {
  const { appRegistrationSites } = db.tables(authTables)
  const sites = await db
    .select({ siteId: appRegistrationSites.siteId })
    .from(appRegistrationSites)
    .where(eq(appRegistrationSites.registrationId, id))
    .orderBy(asc(appRegistrationSites.position))
  return { kind: 'app', id, name, capabilities, siteIds: sites.map((site) => site.siteId) }
}

/** Removes tokens that expired; run now and then. */
export async function forgetExpiredTokens(ctx: SystemContext): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { accessTokens } = tx.tables(authTables)
    await tx.delete(accessTokens).where(lt(accessTokens.expiresAt, nowOf(ctx)))
  })
}
