import { DomainError } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import type { Actor } from '../../lib/context.ts'
import { authTables } from '../../store/schema/registrations.ts'
import type { Tx } from '../../store/store.ts'
import { withSites } from './registration.ts'
import { registrationChanges } from './registration-changes.ts'

/**
 * Binds the registration that makes a site to it, as its last one, so that X-Site-Id can name the site at once. The
 * command line of this machine has every site as it is.
 */
export async function bindToNewSite(tx: Tx, actor: Actor, siteId: string, timestamp: string): Promise<void> {
  if (actor.kind === 'system') return
  const { appRegistrations, appRegistrationSites } = tx.tables(authTables)
  const rows = await tx.select().from(appRegistrations).where(eq(appRegistrations.id, actor.id))
  const [before] = await withSites(tx, rows)
  if (!before) throw new DomainError('invalid_token', 'Your App registration was deleted meanwhile.')
  const position = before.siteIds.length
  await tx.insert(appRegistrationSites).values({ registrationId: before.id, siteId, position })
  const after = { ...before, siteIds: [...before.siteIds, siteId] }
  const change = { actor: actor.name, timestamp, rows: registrationChanges(before, after) }
  await recordChanges(tx, ...after.siteIds.map((each) => ({ ...change, siteId: each })))
}
