import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { Engine } from './kit.ts'

/** `name` is the file's, `0001_what.sql`. Migrations are applied in the order of their names. */
export type Migration = { name: string; sql: string }

/** Table of the applied migrations. Both engines create it with the same statement. */
export const createMigrationsTable =
  'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at bigint NOT NULL)'

/** Name of a migration that no program has: it keeps collectors away from an unfinished copy. */
export const copyMarker = 'copy-from-sqlite'

export type AppliedMigration = { name: string; hash: string }

/** Called at the start of each migration: on a large database one may take minutes. */
export type MigrationListener = (name: string, number: number, of: number) => void

/** The parts of a store that migrations need. */
type Migrating = {
  engine: Engine
  migrate(migrations: readonly Migration[], onMigration?: MigrationListener): Promise<{ applied: number }>
}

/** Brings the store's schema to this program's. */
export async function migrate(store: Migrating, onMigration?: MigrationListener): Promise<{ applied: number }> {
  return store.migrate(await readMigrations(store.engine), onMigration)
}

/** This program's migrations, written by `npm run migrations`. */
export async function readMigrations(engine: Engine): Promise<Migration[]> {
  const folder = new URL(`${engine}/`, new URL('./migrations/', import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })))
}

/** Hash of the SQL text. Line ends do not count, as a checkout may change them. */
export function migrationHash(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}

/** Migrations left to apply. Throws an OperatorError if the database is not at an earlier state of this program. */
export function pendingMigrations(available: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  if (applied.some(({ name }) => name === copyMarker)) {
    throw new OperatorError(
      'the copy of an SQLite database into this one is not complete: stop its collector, and run "rollcall migrate-to-postgres" again',
    )
  }
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]))
  const names = new Set(available.map(({ name }) => name))
  for (const { name } of applied) {
    if (names.has(name)) continue
    throw new OperatorError(
      `the database was last used by a newer Rollcall (it has migration ${name}): start that version, or restore a backup made with this one`,
    )
  }
  for (const migration of available) {
    const hash = hashes.get(migration.name)
    if (hash === undefined || hash === migrationHash(migration)) continue
    throw new OperatorError(
      `the database was created with a different migration ${migration.name}, perhaps by a development version: restore a backup, or start with an empty database`,
    )
  }
  return available.filter(({ name }) => !hashes.has(name))
}
