import { DomainError } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { recordOnSites } from '../change-log/record-changes.ts'
import type { Context } from '../lib/context.ts'
import { authTables } from '../store/schema/access.ts'
import type { Tx } from '../store/store.ts'
import { registrationChanges, withSites } from './registrations/registration.ts'
import { requireSelf } from './users/list-users.ts'
import { writeUser } from './users/update-user.ts'

/**
 * Binds the creator of a site, a user or an App registration, to it as its last site, so that X-Site-Id can name it at
 * once. The command line of this machine has access to every site anyway.
 */
export async function bindCreator(tx: Tx, ctx: Context, siteId: string, timestamp: string): Promise<void> {
  if (ctx.actor.kind === 'user') await bindUser(tx, ctx, siteId)
  else if (ctx.actor.kind !== 'system') await bindRegistration(tx, ctx, siteId, timestamp)
}

async function bindUser(tx: Tx, ctx: Context, siteId: string): Promise<void> {
  const before = await requireSelf(tx, ctx)
  if (!before.enabled) throw new DomainError('invalid_token', 'Your user was disabled meanwhile.')
  await writeUser(tx, ctx, before, { ...before, siteIds: [...before.siteIds, siteId] })
}

async function bindRegistration(tx: Tx, { actor }: Context, siteId: string, timestamp: string): Promise<void> {
  const { appRegistrations, appRegistrationSites } = tx.tables(authTables)
  const rows = await tx.select().from(appRegistrations).where(eq(appRegistrations.id, actor.id))
  const [before] = await withSites(tx, rows)
  if (!before) throw new DomainError('invalid_token', 'Your App registration was deleted meanwhile.')
  const position = before.siteIds.length
  await tx.insert(appRegistrationSites).values({ registrationId: before.id, siteId, position })
  const after = { ...before, siteIds: [...before.siteIds, siteId] }
  await recordOnSites(tx, after.siteIds, { actor, timestamp, rows: registrationChanges(before, after) })
}
