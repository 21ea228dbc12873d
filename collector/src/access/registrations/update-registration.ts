import type { AppRegistration, PatchAppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { recordOnSites } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Actor, type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { authTables } from '../../store/schema/access.ts'
import type { Tx } from '../../store/store.ts'
import { foreignSites, inOrder, registrationChanges, requireRegistration } from './registration.ts'

/**
 * Updates the fields of the patch. An `expiresAt` in the past ends the registration at once. If the registration is
 * also bound to sites of others, the caller may only remove their own sites: any other change would affect the others.
 */
export async function updateRegistration(
  ctx: Context,
  id: string,
  patch: PatchAppRegistration,
  expects?: Precondition,
): Promise<AppRegistration> {
  requireCapability(ctx, 'Administrator')
  const timestamp = nowOf(ctx)
  return ctx.store.write(async (tx) => {
    const before = await requireRegistration(tx, ctx.siteId, id)
    expects?.(before)
    const after = {
      ...before,
      name: patch.name ?? before.name,
      enabled: patch.enabled ?? before.enabled,
      expiresAt: patch.expiresAt === undefined ? before.expiresAt : patch.expiresAt,
      capabilities: inOrder(patch.capabilities ?? before.capabilities),
      siteIds: [...new Set(patch.siteIds ?? before.siteIds)],
    }
    const rows = registrationChanges(before, after)
    if (rows.length === 0) return before
    requireAuthority(ctx.actor, before, after)
    const { appRegistrations } = tx.tables(authTables)
    const { name, enabled, expiresAt, capabilities } = after
    const notice = expiresAt === before.expiresAt ? {} : { expiryToldDays: null }
    await tx
      .update(appRegistrations)
      .set({ name, enabled, expiresAt, capabilities, ...notice })
      .where(eq(appRegistrations.id, id))
    await replaceSites(tx, after)
    const sites = new Set([...before.siteIds, ...after.siteIds])
    await recordOnSites(tx, sites, { actor: ctx.actor, timestamp, rows })
    return after
  })
}

/** Throws unless the caller may make this change. */
function requireAuthority(actor: Actor, before: AppRegistration, after: AppRegistration): void {
  const foreign = foreignSites(actor, before)
  if (foreign.length === 0) {
    const stranger = after.siteIds.findIndex((siteId) => !actor.siteIds.includes(siteId))
    if (stranger >= 0) throw invalidField(`/siteIds/${stranger}`, 'is not one of your sites')
    return
  }
  const left = before.siteIds.filter((siteId) => foreign.includes(siteId) || after.siteIds.includes(siteId))
  const permitted = registrationChanges({ ...before, siteIds: left }, after).length === 0
  if (!permitted) {
    throw new DomainError(
      'insufficient_privilege',
      'This App registration also has sites that are not yours. You may only remove your own sites from siteIds.',
    )
  }
}

async function replaceSites(tx: Tx, { id, siteIds }: AppRegistration): Promise<void> {
  const { appRegistrationSites } = tx.tables(authTables)
  await tx.delete(appRegistrationSites).where(eq(appRegistrationSites.registrationId, id))
  await tx
    .insert(appRegistrationSites)
    .values(siteIds.map((siteId, position) => ({ registrationId: id, siteId, position })))
}
