import { DomainError } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { recordOnSites } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { authTables } from '../../store/schema/access.ts'
import { releaseOwner } from '../../views/release-owner.ts'
import { foreignSites, requireRegistration } from './registration.ts'

/** Deletes a registration. Its tokens are deleted with it, so they end at once. */
export async function deleteRegistration(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const registration = await requireRegistration(tx, ctx.siteId, id)
    expects?.(registration)
    if (foreignSites(ctx.actor, registration).length > 0) {
      throw new DomainError(
        'insufficient_privilege',
        'This App registration also has sites that are not yours. Remove your own sites with a PATCH of siteIds instead.',
      )
    }
    const { appRegistrations } = tx.tables(authTables)
    await tx.delete(appRegistrations).where(eq(appRegistrations.id, id))
    await releaseOwner(tx, { kind: 'app', id }, timestamp)
    const row = { verb: 'Deleted' as const, entity: 'App registration', entityId: id, from: registration.name }
    await recordOnSites(tx, registration.siteIds, { actor: ctx.actor, timestamp, rows: [row] })
  })
}
