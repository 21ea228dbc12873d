import type { AppRegistration, CreateAppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { recordOnSites } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { authTables } from '../../store/schema/access.ts'
import { newClientId } from '../secrets/hash-secret.ts'
import { inOrder, ownSites } from './registration.ts'
import { newSecretRow } from './registration-secrets.ts'

/** Creates an App registration. The secret is in the answer and nowhere else; only its hash is stored. */
export async function createRegistration(
  ctx: Context,
  input: CreateAppRegistration,
): Promise<AppRegistration & { clientSecret: string }> {
  requireCapability(ctx, 'Administrator')
  const siteIds = ownSites(ctx.actor, input.siteIds ?? [ctx.siteId])
  const now = nowOf(ctx)
  if (input.expiresAt !== null && input.expiresAt <= now) {
    throw invalidField('/expiresAt', 'must be in the future')
  }
  const { name, enabled, expiresAt } = input
  const capabilities = inOrder(input.capabilities)
  const row = { id: newId(), clientId: newClientId(), name, enabled, expiresAt, capabilities }
  const { clientSecret, secret } = newSecretRow(row.id, now)
  await ctx.store.write(async (tx) => {
    const { appRegistrations, appRegistrationSecrets, appRegistrationSites } = tx.tables(authTables)
    await tx.insert(appRegistrations).values({ ...row, createdAt: now, createdBy: ctx.actor.name })
    await tx.insert(appRegistrationSecrets).values(secret)
    await tx
      .insert(appRegistrationSites)
      .values(siteIds.map((siteId, position) => ({ registrationId: row.id, siteId, position })))
    const added = { verb: 'Added' as const, entity: 'App registration', entityId: row.id, to: row.name }
    await recordOnSites(tx, siteIds, { actor: ctx.actor, timestamp: now, rows: [added] })
  })
  return { ...row, siteIds, createdAt: now, clientSecret }
}
