import { eq, like } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { secretTables } from '../../store/schema/access.ts'
import type { Tx } from '../../store/store.ts'

type SecretContext = Pick<SystemContext, 'store' | 'vault' | 'clock'>

/**
 * Loads a secret that the collector generates for itself, and generates it at the first call. If two collectors start
 * on one database at once, both get the secret that was inserted first.
 */
export async function loadOrCreateSecret(
  ctx: SecretContext,
  name: string,
  make: () => Uint8Array,
): Promise<Uint8Array> {
  const stored = await read(ctx, name)
  if (stored) return stored
  const row = { name, sealed: ctx.vault.seal(make(), contextOf(name)), createdAt: nowOf(ctx) }
  await ctx.store.write(async (tx) => {
    await tx.insert(tx.tables(secretTables).secrets).values(row).onConflictDoNothing()
  })
  const created = await read(ctx, name)
  if (!created) throw new Error(`the secret ${name} was not stored`)
  return created
}

/** Seals a secret and stores it as part of a transaction. */
export async function insertSecret(
  ctx: Pick<SystemContext, 'vault'>,
  tx: Tx,
  { name, value, now }: { name: string; value: string; now: string },
): Promise<void> {
  const row = { name, sealed: ctx.vault.seal(value, contextOf(name)), createdAt: now }
  await tx.insert(tx.tables(secretTables).secrets).values(row)
}

/** Reads the text of a secret; undefined if no secret has this name. */
export async function readSecretText(
  ctx: Pick<SystemContext, 'store' | 'vault'>,
  name: string,
): Promise<string | undefined> {
  const secret = await read(ctx, name)
  return secret && Buffer.from(secret).toString('utf8')
}

async function read(ctx: Pick<SystemContext, 'store' | 'vault'>, name: string): Promise<Uint8Array | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { secrets } = db.tables(secretTables)
    return db.select({ sealed: secrets.sealed }).from(secrets).where(eq(secrets.name, name))
  })
  return row && ctx.vault.open(row.sealed, contextOf(name))
}

/** Lists the names of secrets with a prefix. */
export async function listSecrets(ctx: Pick<SystemContext, 'store'>, prefix: string): Promise<string[]> {
  const rows = await ctx.store.read((db) => {
    const { secrets } = db.tables(secretTables)
    return db
      .select({ name: secrets.name })
      .from(secrets)
      .where(like(secrets.name, `${prefix}%`))
  })
  return rows.map(({ name }) => name)
}

/** Deletes a secret as part of a transaction. */
export async function deleteSecretIn(tx: Tx, name: string): Promise<void> {
  const { secrets } = tx.tables(secretTables)
  await tx.delete(secrets).where(eq(secrets.name, name))
}

/** Throws an OperatorError unless the vault's key is the one that sealed the collector's secrets. */
export async function assertKeyFits(ctx: Pick<SystemContext, 'store' | 'vault'>): Promise<void> {
  const [row] = await ctx.store.read((db) => {
    const { secrets } = db.tables(secretTables)
    return db.select({ name: secrets.name, sealed: secrets.sealed }).from(secrets).limit(1)
  })
  if (row) ctx.vault.open(row.sealed, contextOf(row.name))
}

const contextOf = (name: string) => `secret:${name}`
