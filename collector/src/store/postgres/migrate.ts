import type { ClientBase } from 'pg'
import {
  type AppliedMigration,
  createMigrationsTable,
  type Migration,
  migrationHash,
  pendingMigrations,
} from '../migrations.ts'

/** Any number, the same in every version: it keeps two collectors from migrating one database at once. */
const migrationLock = 7_265_617_001

export async function migratePostgres(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<{ applied: number }> {
  // READ COMMITTED, so that what is read after the lock is what its last holder left.
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(createMigrationsTable)
    const applied = await client.query<AppliedMigration>('SELECT name, hash FROM schema_migrations')
    const pending = pendingMigrations(migrations, applied.rows)
    for (const migration of pending) {
      await client.query(migration.sql)
      await client.query('INSERT INTO schema_migrations (name, hash, applied_at) VALUES ($1, $2, $3)', [
        migration.name,
        migrationHash(migration),
        Date.now(),
      ])
    }
    await client.query('COMMIT')
    return { applied: pending.length }
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
