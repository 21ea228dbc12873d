import { closeSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import type { ReadingStore, Store } from '../store.ts'
import { Availability, type StoreListener } from '../unavailable.ts'
import { createConnection, type SqliteConnection } from './connection.ts'
import { makeDurable } from './durability.ts'
import { sqliteOperatorError } from './errors.ts'
import { openLogSync } from './log-sync.ts'
import { createReaders } from './readers.ts'
import { createSqliteStore } from './store.ts'
import { createTransactions } from './transactions.ts'

export async function openSqlite(file: string, listener?: StoreListener): Promise<Store> {
  const path = resolve(file)
  await prepareFile(path)
  let writer: SqliteConnection | undefined
  try {
    writer = createConnection(path, { readonly: false })
    makeDurable(writer.database)
    writer.database.pragma('foreign_keys = ON')
    // A process that ended because the disk failed may have left commits in the log that are only in memory.
    writer.database.pragma('wal_checkpoint(PASSIVE)')
    return createSqliteStore(path, writer, await openLogSync(path), new Availability(listener))
  } catch (error) {
    writer?.database.close()
    throw sqliteOperatorError(error, path) ?? error
  }
}

/** Opens connections that only read, each when it is first needed. The database is there: its writer is open. */
export function openSqliteForReads(file: string, listener?: StoreListener): ReadingStore {
  const path = resolve(file)
  const transactions = createTransactions(path, new Availability(listener))
  const { read, close } = createReaders(path, transactions)
  return { engine: 'sqlite', tables: transactions.kit.tables, read, close }
}

/** Creates the database file with its mode. SQLite gives its log files the same mode. */
async function prepareFile(path: string): Promise<void> {
  try {
    await makeFolder(dirname(path))
    closeSync(openSync(path, 'a+', 0o600))
  } catch (error) {
    throw new OperatorError(
      `the data directory ${dirname(path)} is not writable by this user (${messageOf(error)}): change its owner or choose another with --data-dir`,
    )
  }
}
