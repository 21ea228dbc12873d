import { openPostgres } from './postgres/open.ts'
import { openSqlite } from './sqlite/open.ts'
import type { Store } from './store.ts'
import type { StoreListener } from './unavailable.ts'

/** `url` as libpq's: `postgresql://user:password@host:5432/database`. */
export type StoreOptions = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/**
 * Opens the database; an OperatorError says what is wrong with it. The schema is `migrate`'s. `listener` follows what
 * becomes of it afterwards.
 */
export async function openStore(options: StoreOptions, listener?: StoreListener): Promise<Store> {
  return options.engine === 'sqlite' ? openSqlite(options.file, listener) : openPostgres(options.url, listener)
}
