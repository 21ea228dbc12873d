import { eq, like } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../context.ts'
import { secretTables } from '../store/schema/secrets.ts'

type SecretContext = Pick<SystemContext, 'store' | 'vault' | 'clock'>

/**
 * A secret the collector made for itself. The first caller makes it; when two collectors start on one database at
 * once, both get what the one whose insert came first has made.
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

async function read(ctx: SecretContext, name: string): Promise<Uint8Array | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { secrets } = db.tables(secretTables)
    return db.select({ sealed: secrets.sealed }).from(secrets).where(eq(secrets.name, name))
  })
  return row && ctx.vault.open(row.sealed, contextOf(name))
}

/** Names of the secrets that begin with a prefix. */
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

export async function deleteSecret(ctx: Pick<SystemContext, 'store'>, name: string): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { secrets } = tx.tables(secretTables)
    await tx.delete(secrets).where(eq(secrets.name, name))
  })
}

/** Throws an OperatorError when the vault's key is not the one that the collector's secrets were sealed with. */
export async function assertKeyFits(ctx: Pick<SystemContext, 'store' | 'vault'>): Promise<void> {
  const [row] = await ctx.store.read((db) => {
    const { secrets } = db.tables(secretTables)
    return db.select({ name: secrets.name, sealed: secrets.sealed }).from(secrets).limit(1)
  })
  if (row) ctx.vault.open(row.sealed, contextOf(row.name))
}

const contextOf = (name: string) => `secret:${name}`
