import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { and, eq } from 'drizzle-orm'
import { type Actor, nowOf, type SystemContext } from '../lib/context.ts'
import { authTables, userTables } from '../store/schema/access.ts'
import type { Db } from '../store/store.ts'
import { isUsable } from './registrations/authenticate.ts'

/**
 * Reads the capabilities that a caller has now, for work that continues after its call. Undefined if the user or App
 * registration is disabled, expired or deleted, or no longer bound to the site.
 */
export async function currentCapabilities(
  ctx: Pick<SystemContext, 'clock'>,
  db: Db,
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  siteId: string,
): Promise<readonly CapabilityName[] | undefined> {
  if (kind === 'user') return ofUser(db, id, siteId)
  if (kind === 'app') return ofRegistration(ctx, db, id, siteId)
  // A command on the machine of the collector.
  return ['Administrator']
}

async function ofUser(db: Db, id: string, siteId: string) {
  const { users } = db.tables(userTables)
  const [user] = await db
    .select({ capabilities: users.capabilities, siteIds: users.siteIds, enabled: users.enabled })
    .from(users)
    .where(eq(users.id, id))
  return user?.enabled && user.siteIds.includes(siteId) ? user.capabilities : undefined
}

async function ofRegistration(ctx: Pick<SystemContext, 'clock'>, db: Db, id: string, siteId: string) {
  const { appRegistrations: registrations, appRegistrationSites: sites } = db.tables(authTables)
  const { capabilities, enabled, expiresAt } = registrations
  const [found] = await db
    .select({ capabilities, enabled, expiresAt })
    .from(registrations)
    .innerJoin(sites, and(eq(sites.registrationId, registrations.id), eq(sites.siteId, siteId)))
    .where(eq(registrations.id, id))
  return found && isUsable(found, nowOf(ctx)) ? found.capabilities : undefined
}
