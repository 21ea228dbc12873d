import { existsSync } from 'node:fs'
import { OperatorError } from '@rollcall/shared/errors.ts'
import Database from 'better-sqlite3'
import { getTableName, type Table } from 'drizzle-orm'
import { type AppliedMigration, pendingMigrations, readMigrations } from '../migrations.ts'
import { columnsOf, rowsOf, type TableRow } from '../row-statements.ts'
import { busyTimeoutMs } from '../sqlite/connection.ts'
import { sqliteOperatorError } from '../sqlite/errors.ts'

/** An SQLite database as it is at one moment, also while a collector uses it. */
export type SqliteSource = {
  /** Reads all rows of a table, in batches of bounded size. */
  batches(table: Table): Iterable<TableRow[]>
  /** Last number that a sequence of the table gave. */
  lastNumber(table: Table): number
  close(): void
}

const rowsPerBatch = 1_000
const bytesPerBatch = 4 * 1024 * 1024

export async function openSqliteSource(file: string): Promise<SqliteSource> {
  if (!existsSync(file)) throw new OperatorError(`there is no SQLite database ${file} to copy`)
  const migrations = await readMigrations('sqlite')
  const database = new Database(file, { readonly: true, timeout: busyTimeoutMs })
  try {
    // The first read fixes the moment.
    database.exec('BEGIN')
    const applied = database.prepare<[], AppliedMigration>('SELECT name, hash FROM schema_migrations').all()
    if (pendingMigrations(migrations, applied).length > 0) {
      throw new OperatorError(
        `${file} is from an earlier Rollcall: start the collector of this version once, then copy`,
      )
    }
  } catch (error) {
    database.close()
    throw sqliteOperatorError(error, file) ?? error
  }
  return {
    *batches(table) {
      const columns = columnsOf(table)
      const select = `SELECT ${columns.map(({ name }) => name)} FROM "${getTableName(table)}"`
      let batch: unknown[][] = []
      let bytes = 0
      for (const values of database.prepare<[], unknown[]>(select).raw().iterate()) {
        batch.push(values)
        for (const value of values) if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length
        if (batch.length < rowsPerBatch && bytes < bytesPerBatch) continue
        yield rowsOf(columns, batch)
        batch = []
        bytes = 0
      }
      if (batch.length > 0) yield rowsOf(columns, batch)
    },
    lastNumber(table) {
      const select = 'SELECT seq FROM sqlite_sequence WHERE name = ?'
      return database.prepare<[string], { seq: number }>(select).get(getTableName(table))?.seq ?? 0
    },
    close: () => database.close(),
  }
}
