import type { Database } from 'better-sqlite3'
import {
  type AppliedMigration,
  createMigrationsTable,
  type Migration,
  migrationHash,
  pendingMigrations,
} from '../migrations.ts'
import { sqliteOperatorError } from './errors.ts'

/**
 * Foreign keys are off meanwhile, as a changed table is rebuilt by dropping the old one, which would delete the rows
 * that refer to it (sqlite.org/lang_altertable.html, section 7); they are checked before the commit.
 */
export function migrateSqlite(database: Database, path: string, migrations: readonly Migration[]): { applied: number } {
  database.pragma('foreign_keys = OFF')
  try {
    return database.transaction(() => applyPending(database, migrations)).immediate()
  } catch (error) {
    throw sqliteOperatorError(error, path) ?? error
  } finally {
    database.pragma('foreign_keys = ON')
  }
}

function applyPending(database: Database, migrations: readonly Migration[]): { applied: number } {
  database.exec(createMigrationsTable)
  const applied = database.prepare<[], AppliedMigration>('SELECT name, hash FROM schema_migrations').all()
  const pending = pendingMigrations(migrations, applied)
  const insert = database.prepare('INSERT INTO schema_migrations (name, hash, applied_at) VALUES (?, ?, ?)')
  for (const migration of pending) {
    database.exec(migration.sql)
    insert.run(migration.name, migrationHash(migration), Date.now())
  }
  // It looks at every row that refers to another one: not at a start with nothing to do.
  if (pending.length === 0) return { applied: 0 }
  const broken = database.pragma('foreign_key_check')
  if (Array.isArray(broken) && broken.length > 0) {
    throw new Error(`after the migrations ${broken.length} rows refer to rows that are not there`)
  }
  return { applied: pending.length }
}
