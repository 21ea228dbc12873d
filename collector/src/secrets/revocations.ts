import { like } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { secretTables } from '../store/schema/secrets.ts'
import type { Tx } from '../store/store.ts'

/** A revoked user's public key, and until when (seconds since 1970) JWTs made out to it are void. */
export type Revocations = Record<string, number>

/** Beside the keys, as they are part of the account's claims: a row for each user that was ever revoked. */
const namePrefix = 'nats.revoked.'

/** The outbox message that puts a revocation into force. */
export const revokeKind = 'revoke'

/**
 * Takes an Audit Service's access away. Call it in the transaction that deletes the service, and `ctx.wakeOutbox()`
 * after it; from the commit on the revocation holds, also when NATS is away just now.
 */
export async function revokeServiceUser(
  ctx: Pick<SystemContext, 'vault'>,
  tx: Tx,
  { serviceId, userPublicKey }: { serviceId: string; userPublicKey: string },
  now: string,
): Promise<void> {
  const name = `${namePrefix}${userPublicKey}`
  const row = { name, sealed: ctx.vault.seal('', `secret:${name}`), createdAt: now }
  await tx.insert(tx.tables(secretTables).secrets).values(row).onConflictDoNothing()
  await enqueue(tx, { kind: revokeKind, subjectId: serviceId }, now)
}

export async function loadRevocations(ctx: Pick<SystemContext, 'store'>): Promise<Revocations> {
  const rows = await ctx.store.read((db) => {
    const { secrets } = db.tables(secretTables)
    return db
      .select({ name: secrets.name, createdAt: secrets.createdAt })
      .from(secrets)
      .where(like(secrets.name, `${namePrefix}%`))
  })
  return Object.fromEntries(
    rows.map(({ name, createdAt }) => [name.slice(namePrefix.length), Math.ceil(Date.parse(createdAt) / 1000)]),
  )
}
