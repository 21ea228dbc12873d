import {
  type AppRegistration,
  type CapabilityName,
  capabilities as capabilityNames,
} from '@rollcall/shared/api/app-registration.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { modifiedFields } from '../../change-log/modified-fields.ts'
import type { ChangeRow } from '../../change-log/record-changes.ts'
import type { Actor } from '../../lib/context.ts'
import { authTables } from '../../store/schema/access.ts'
import type { Db } from '../../store/store.ts'

type Row = ReturnType<typeof authTables>['appRegistrations']['$inferSelect']

/** Converts rows to the API form, in the same order. */
export async function withSites(db: Db, rows: readonly Row[]): Promise<AppRegistration[]> {
  const { appRegistrationSites } = db.tables(authTables)
  const ids = rows.map((row) => row.id)
  const sites = await db
    .select()
    .from(appRegistrationSites)
    .where(inArray(appRegistrationSites.registrationId, ids))
    .orderBy(asc(appRegistrationSites.position))
  const sitesOf = Map.groupBy(sites, (site) => site.registrationId)
  return rows.map(({ id, clientId, name, enabled, expiresAt, capabilities, createdAt }) => {
    const siteIds = (sitesOf.get(id) ?? []).map((site) => site.siteId)
    return { id, clientId, name, enabled, expiresAt, capabilities, siteIds, createdAt }
  })
}

/** Returns a registration that is bound to the site; otherwise throws `not_found`. */
export async function requireRegistration(db: Db, siteId: string, id: string): Promise<AppRegistration> {
  const { appRegistrations, appRegistrationSites } = db.tables(authTables)
  const rows = await db
    .select({ registration: appRegistrations })
    .from(appRegistrations)
    .innerJoin(appRegistrationSites, eq(appRegistrationSites.registrationId, appRegistrations.id))
    .where(and(eq(appRegistrations.id, id), eq(appRegistrationSites.siteId, siteId)))
  const [found] = await withSites(
    db,
    rows.map((row) => row.registration),
  )
  if (!found) throw new DomainError('not_found', 'No App registration has this id on this site.')
  return found
}

/** Removes duplicates and sorts by definition, so that equal sets are equal lists. */
export const inOrder = (given: readonly CapabilityName[]): CapabilityName[] =>
  capabilityNames.filter((name) => given.includes(name))

/** Lists the sites of a registration that the caller has no access to. */
export const foreignSites = (actor: Actor, { siteIds }: { siteIds: readonly string[] }): string[] =>
  siteIds.filter((id) => !actor.siteIds.includes(id))

const settable = ['name', 'enabled', 'expiresAt', 'capabilities', 'siteIds'] as const

/** Lists the change log entries for an update, one for each changed field. */
export const registrationChanges = (before: AppRegistration, after: AppRegistration): ChangeRow[] =>
  modifiedFields('App registration', settable, before, after, after.name)

/** Removes duplicates. Throws unless the caller has access to all of the sites. */
export function ownSites(actor: Actor, given: readonly string[]): string[] {
  const siteIds = [...new Set(given)]
  const stranger = siteIds.findIndex((id) => !actor.siteIds.includes(id))
  if (stranger >= 0) throw invalidField(`/siteIds/${stranger}`, 'is not one of your sites')
  return siteIds
}
