import type { Pool, PoolClient, QueryConfig } from 'pg'
import {
  type AppliedMigration,
  createMigrationsTable,
  type Migration,
  migrationHash,
  pendingMigrations,
  type TellMigration,
} from '../migrations.ts'

/** Any number, the same in every version: it keeps two collectors from migrating one database at once. */
const migrationLock = 7_265_617_001

/** A large table may take long to change, and another collector that does it is waited for. */
const migrationMsMax = 60 * 60 * 1000

/** Releases the client. */
export async function migratePostgres(
  client: PoolClient,
  migrations: readonly Migration[],
  tell: TellMigration,
): Promise<{ applied: number }> {
  let lost: Error | undefined
  try {
    // READ COMMITTED, so that what is read after the lock is what its last holder left.
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    const applied = await applyPending(client, migrations, tell)
    await client.query('COMMIT')
    return { applied }
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      lost = failure
    })
    throw error
  } finally {
    client.release(lost)
  }
}

/** Whether no migration was ever applied in the schema that the connection uses. */
export async function hasNoMigration(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string | null }>("SELECT to_regclass('schema_migrations') AS name")
  if (rows[0]?.name === null) return true
  return (await pool.query('SELECT 1 FROM schema_migrations LIMIT 1')).rows.length === 0
}

async function applyPending(
  client: PoolClient,
  migrations: readonly Migration[],
  tell: TellMigration,
): Promise<number> {
  await client.query(patient('SELECT pg_advisory_xact_lock($1)', [migrationLock]))
  await client.query(createMigrationsTable)
  const applied = await client.query<AppliedMigration>('SELECT name, hash FROM schema_migrations')
  const pending = pendingMigrations(migrations, applied.rows)
  for (const [index, migration] of pending.entries()) {
    tell(migration.name, index + 1, pending.length)
    await client.query(patient(migration.sql, []))
    await client.query('INSERT INTO schema_migrations (name, hash, applied_at) VALUES ($1, $2, $3)', [
      migration.name,
      migrationHash(migration),
      Date.now(),
    ])
  }
  return pending.length
}

/** With a time limit of its own in the place of the pool's; the driver's types do not know of it. */
function patient(text: string, values: unknown[]): QueryConfig & { query_timeout: number } {
  return { text, values, query_timeout: migrationMsMax }
}
