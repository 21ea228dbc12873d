import { Worker } from 'node:worker_threads'
import { counted } from '@rollcall/shared/counted.ts'
import type { Database } from 'better-sqlite3'
import {
  type AppliedMigration,
  createMigrationsTable,
  type Migration,
  type MigrationListener,
  migrationHash,
  pendingMigrations,
} from '../migrations.ts'
import { sqliteOperatorError } from './errors.ts'

/** Input and output of the thread. */
export type MigrationWork = { path: string; migrations: readonly Migration[] }
export type MigrationWord = { begun: Parameters<MigrationListener> } | { applied: number }

/** Migrates a used database in a thread: a migration may take minutes, which would block the event loop. */
export async function migrateSqlite(
  database: Database,
  path: string,
  migrations: readonly Migration[],
  onMigration: MigrationListener,
): Promise<{ applied: number }> {
  try {
    const applied = appliedTo(database)
    if (applied.length === 0) return applyMigrations(database, migrations, onMigration)
    if (pendingMigrations(migrations, applied).length === 0) return { applied: 0 }
    return await applyInThread({ path, migrations }, onMigration)
  } catch (error) {
    throw sqliteOperatorError(error, path) ?? error
  }
}

export function appliedTo(database: Database): AppliedMigration[] {
  const isThere = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema_migrations'").get()
  return isThere ? database.prepare<[], AppliedMigration>('SELECT name, hash FROM schema_migrations').all() : []
}

function applyInThread(workerData: MigrationWork, onMigration: MigrationListener): Promise<{ applied: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ applied: number }>()
  const worker = new Worker(new URL('./migration-thread.ts', import.meta.url), { workerData })
  let result: { applied: number } | undefined
  worker.on('message', (word: MigrationWord) => {
    if ('begun' in word) onMigration(...word.begun)
    else result = word
  })
  worker.on('error', reject)
  // Its connection is closed by then.
  worker.on('exit', () => (result ? resolve(result) : reject(new Error('the thread that migrates has ended'))))
  return promise
}

/**
 * Applies migrations. Foreign keys are off meanwhile, as a changed table is rebuilt by dropping the old one, which
 * would delete the rows that refer to it (sqlite.org/lang_altertable.html, section 7); they are checked before the
 * commit.
 */
export function applyMigrations(
  database: Database,
  migrations: readonly Migration[],
  onMigration: MigrationListener,
): { applied: number } {
  database.pragma('foreign_keys = OFF')
  try {
    return database.transaction(() => applyPending(database, migrations, onMigration)).immediate()
  } finally {
    database.pragma('foreign_keys = ON')
  }
}

function applyPending(
  database: Database,
  migrations: readonly Migration[],
  onMigration: MigrationListener,
): { applied: number } {
  database.exec(createMigrationsTable)
  const pending = pendingMigrations(migrations, appliedTo(database))
  const insert = database.prepare('INSERT INTO schema_migrations (name, hash, applied_at) VALUES (?, ?, ?)')
  for (const [index, migration] of pending.entries()) {
    onMigration(migration.name, index + 1, pending.length)
    database.exec(migration.sql)
    insert.run(migration.name, migrationHash(migration), Date.now())
  }
  // The check reads every row that refers to another one, so it is skipped if there is nothing to apply.
  if (pending.length === 0) return { applied: 0 }
  const broken = database.pragma('foreign_key_check')
  if (Array.isArray(broken) && broken.length > 0) {
    throw new Error(`after the migrations ${counted(broken.length, 'row refers', 'rows refer')} to missing rows`)
  }
  return { applied: pending.length }
}
