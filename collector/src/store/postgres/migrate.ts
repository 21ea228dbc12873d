import type { PoolClient, QueryConfig } from 'pg'
import {
  type AppliedMigration,
  createMigrationsTable,
  type Migration,
  type MigrationListener,
  migrationHash,
  pendingMigrations,
} from '../migrations.ts'
import type { Servers } from './servers.ts'

/** Any number, the same in every version: the lock keeps two collectors from migrating one database at once. */
const migrationLock = 7_265_617_001

/** A large table may take long to change, and other collectors wait for the one that does it. */
const migrationMsMax = 60 * 60 * 1000

/** Applies the migrations and releases the client. */
export async function migratePostgres(
  client: PoolClient,
  migrations: readonly Migration[],
  onMigration: MigrationListener,
): Promise<{ applied: number }> {
  let lost: Error | undefined
  try {
    // READ COMMITTED, so that reads after the lock see the work of its last holder.
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    const applied = await applyPending(client, migrations, onMigration)
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

/** Reports whether no migration was ever applied in the schema that the connection uses. */
export async function hasNoMigration(servers: Servers): Promise<boolean> {
  const { rows } = await servers.query<{ name: string | null }>("SELECT to_regclass('schema_migrations') AS name")
  if (rows[0]?.name === null) return true
  return (await servers.query('SELECT 1 FROM schema_migrations LIMIT 1')).rows.length === 0
}

/** Time in which a collector that has changed the schema becomes ready. Until then the others go on with it. */
const handOverMs = 30_000

/** Throws an OperatorError if another program has changed the schema to one that these migrations do not make. */
export async function assertSchemaOf(migrations: readonly Migration[], servers: Servers): Promise<void> {
  const { rows } = await servers.query<AppliedMigration>(
    `SELECT name, hash FROM schema_migrations WHERE applied_at < extract(epoch FROM now()) * 1000 - ${handOverMs}`,
  )
  pendingMigrations(migrations, rows)
}

async function applyPending(
  client: PoolClient,
  migrations: readonly Migration[],
  onMigration: MigrationListener,
): Promise<number> {
  await client.query(patient('SELECT pg_advisory_xact_lock($1)', [migrationLock]))
  await client.query(createMigrationsTable)
  const applied = await client.query<AppliedMigration>('SELECT name, hash FROM schema_migrations')
  const pending = pendingMigrations(migrations, applied.rows)
  for (const [index, migration] of pending.entries()) {
    onMigration(migration.name, index + 1, pending.length)
    await client.query(patient(migration.sql, []))
    await client.query('INSERT INTO schema_migrations (name, hash, applied_at) VALUES ($1, $2, $3)', [
      migration.name,
      migrationHash(migration),
      Date.now(),
    ])
  }
  return pending.length
}

/** A query with its own time limit instead of the pool's. The driver's types lack this field. */
function patient(text: string, values: unknown[]): QueryConfig & { query_timeout: number } {
  return { text, values, query_timeout: migrationMsMax }
}
