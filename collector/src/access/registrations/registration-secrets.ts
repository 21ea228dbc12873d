import {
  type AppRegistration,
  type CreateRegistrationSecret,
  type RegistrationSecret,
  replacedSecretDaysMax,
} from '@rollcall/shared/api/app-registration.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { recordOnSites } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { later } from '../../lib/shift-time.ts'
import { authTables } from '../../store/schema/access.ts'
import type { Db, Tx } from '../../store/store.ts'
import { hashSecret, newSecret } from '../secrets/hash-secret.ts'
import { foreignSites, requireRegistration } from './registration.ts'

/** Creates a secret and its row. Only its hash is stored. */
export function newSecretRow(registrationId: string, createdAt: string) {
  const clientSecret = newSecret()
  return { clientSecret, secret: { id: newId(), registrationId, secretHash: hashSecret(clientSecret), createdAt } }
}

/** Lists the valid secrets of a registration: the latest one, and the one that it replaces until that ends. */
export async function listRegistrationSecrets(ctx: Context, id: string): Promise<List<RegistrationSecret>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    await requireRegistration(db, ctx.siteId, id)
    const items = await validSecrets(db, id, nowOf(ctx))
    return { items, total: items.length }
  })
}

/**
 * Creates another secret. The former one stays valid until the given time, so that its programs can be changed over. The
 * secret is in the answer and nowhere else.
 */
export async function replaceSecret(
  ctx: Context,
  id: string,
  { replacedEndsAt }: CreateRegistrationSecret,
): Promise<RegistrationSecret & { clientSecret: string }> {
  requireCapability(ctx, 'Administrator')
  const now = nowOf(ctx)
  const after = (days: number) => later(now, days * dayMs)
  const endsAt = replacedEndsAt ?? after(1)
  if (endsAt > after(replacedSecretDaysMax)) {
    throw invalidField('/replacedEndsAt', `must be at most ${replacedSecretDaysMax} days from now`)
  }
  const { clientSecret, secret } = newSecretRow(id, now)
  await ctx.store.write(async (tx) => {
    const registration = await requireOwnRegistration(tx, ctx, id)
    const [current, other] = await validSecrets(tx, id, now)
    if (other) {
      throw new DomainError('secret_replaced', 'The former secret is still valid. End it before you create another.')
    }
    const { appRegistrationSecrets } = tx.tables(authTables)
    if (current && endsAt > now) {
      await tx.update(appRegistrationSecrets).set({ endsAt }).where(eq(appRegistrationSecrets.id, current.id))
    } else if (current) {
      await tx.delete(appRegistrationSecrets).where(eq(appRegistrationSecrets.id, current.id))
    }
    await tx.insert(appRegistrationSecrets).values(secret)
    await recordSecretChange(tx, ctx, registration, `replaced; the former one ends at ${endsAt > now ? endsAt : now}`)
  })
  return { id: secret.id, createdAt: now, endsAt: null, lastUsedAt: null, clientSecret }
}

/** Ends a replaced secret now. The tokens issued for it are deleted with it, so they end at once. */
export async function endSecret(ctx: Context, id: string, secretId: string): Promise<void> {
  requireCapability(ctx, 'Administrator')
  await ctx.store.write(async (tx) => {
    const registration = await requireOwnRegistration(tx, ctx, id)
    const secret = (await validSecrets(tx, id, nowOf(ctx))).find((each) => each.id === secretId)
    if (!secret) throw new DomainError('not_found', 'The registration has no valid secret with this id.')
    if (secret.endsAt === null) {
      throw new DomainError(
        'latest_secret',
        'This is the latest secret. Replace it, or disable or delete the registration.',
      )
    }
    const { appRegistrationSecrets } = tx.tables(authTables)
    await tx.delete(appRegistrationSecrets).where(eq(appRegistrationSecrets.id, secretId))
    await recordSecretChange(tx, ctx, registration, 'the former one was ended')
  })
}

async function validSecrets(db: Db, registrationId: string, now: string): Promise<RegistrationSecret[]> {
  const { appRegistrationSecrets } = db.tables(authTables)
  const { id, createdAt, endsAt, lastUsedAt } = appRegistrationSecrets
  return db
    .select({ id, createdAt, endsAt, lastUsedAt })
    .from(appRegistrationSecrets)
    .where(and(eq(appRegistrationSecrets.registrationId, registrationId), or(isNull(endsAt), gt(endsAt, now))))
    .orderBy(desc(createdAt), desc(id))
}

/** Returns a registration whose sites are all the caller's. Another secret would affect the others. */
async function requireOwnRegistration(tx: Tx, ctx: Context, id: string): Promise<AppRegistration> {
  const registration = await requireRegistration(tx, ctx.siteId, id)
  if (foreignSites(ctx.actor, registration).length === 0) return registration
  throw new DomainError(
    'insufficient_privilege',
    'This App registration also has sites that are not yours. An Administrator of all its sites can change its secrets.',
  )
}

async function recordSecretChange(tx: Tx, ctx: Context, registration: AppRegistration, to: string): Promise<void> {
  const { id, name, siteIds } = registration
  const row = {
    verb: 'Modified' as const,
    entity: 'App registration',
    entityId: id,
    subject: name,
    field: 'secret',
    to,
  }
  await recordOnSites(tx, siteIds, { actor: ctx.actor, timestamp: nowOf(ctx), rows: [row] })
}
