import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import type { Store } from '../store.ts'
import { createConnection, type SqliteConnection } from './connection.ts'
import { sqliteOperatorError } from './errors.ts'
import { createSqliteStore } from './store.ts'

/** WAL mode, `PRAGMA synchronous` FULL: a commit is on disk when it returns (sqlite.org/pragma.html). */
const synchronousFull = 2

/** Past this the log is cut after a checkpoint. */
const journalBytesMax = 64 * 1024 * 1024

export async function openSqlite(file: string): Promise<Store> {
  const path = resolve(file)
  prepareFile(path)
  let writer: SqliteConnection | undefined
  try {
    writer = createConnection(path, { readonly: false })
    configureWriter(writer.database)
    return createSqliteStore(path, writer)
  } catch (error) {
    writer?.database.close()
    throw sqliteOperatorError(error, path) ?? error
  }
}

/** SQLite gives its log files the same mode as the database's. */
function prepareFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a+', 0o600))
  } catch (error) {
    throw new OperatorError(
      `the data directory ${dirname(path)} is not writable by this user (${messageOf(error)}): change its owner or choose another with --data-dir`,
    )
  }
}

function configureWriter(database: SqliteConnection['database']): void {
  const mode = database.pragma('journal_mode = WAL', { simple: true })
  if (mode !== 'wal') throw new Error(`SQLite refuses write-ahead logging here (journal mode ${String(mode)})`)
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma(`journal_size_limit = ${journalBytesMax}`)
  // This build of SQLite may fall back to NORMAL at the first write in WAL mode, so make one and look.
  const version = database.pragma('user_version', { simple: true })
  database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${Number(version)}; COMMIT`)
  const synchronous = database.pragma('synchronous', { simple: true })
  if (synchronous !== synchronousFull) throw new Error(`SQLite is at synchronous=${String(synchronous)}, not FULL`)
}
