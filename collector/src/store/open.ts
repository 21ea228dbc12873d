import { openPostgres, openPostgresForReads } from './postgres/open.ts'
import { openSqlite, openSqliteForReads } from './sqlite/open.ts'
import type { ReadingStore, Store } from './store.ts'
import type { StoreListener } from './unavailable.ts'

/** `url` is in libpq's form: `postgresql://user:password@host:5432/database`. */
export type StoreOptions = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/**
 * Opens the database. An OperatorError describes a failure. `migrate` creates the schema. `listener` is called on
 * outages and failures afterwards.
 */
export async function openStore(options: StoreOptions, listener?: StoreListener): Promise<Store> {
  return options.engine === 'sqlite' ? openSqlite(options.file, listener) : openPostgres(options.url, listener)
}

/** Opens a database whose schema is up to date for reads alone. Another part of the process writes. */
export async function openStoreForReads(options: StoreOptions, listener?: StoreListener): Promise<ReadingStore> {
  return options.engine === 'sqlite'
    ? openSqliteForReads(options.file, listener)
    : openPostgresForReads(options.url, listener)
}
